"""Errors of tracking.

TrackingError
└── InvalidPathError (ValueError)      a ball's path whose columns contradict each other
"""


class TrackingError(Exception):
    """Base of every error that tracking raises."""


class InvalidPathError(TrackingError, ValueError):
    """A ball's path whose columns contradict each other."""
