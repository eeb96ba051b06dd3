"""Paths to events: each with its cause, its time and its probability."""
