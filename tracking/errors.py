"""Errors of tracking.

TrackingError
├── InvalidObservationsError (ValueError)  a frame whose columns contradict each other
└── InvalidPathError (ValueError)      a ball's path whose columns contradict each other
"""


class TrackingError(Exception):
    """Base of every error that tracking raises."""


class InvalidPathError(TrackingError, ValueError):
    """A ball's path whose columns contradict each other."""


class InvalidObservationsError(TrackingError, ValueError):
    """Observations of a frame whose columns contradict each other."""
