"""Scenes whose truth is exact: simulated shots and the pictures of them."""
