"""Errors of the alerts.

AlertError (RefereeError)
├── AlertSettingError (ValueError)   the address of a channel cannot be used
└── AlertFailedError                 a call did not arrive; it is tried again
"""

from cueref.errors import RefereeError


class AlertError(RefereeError):
    """Base of every error of the alerts."""


class AlertSettingError(AlertError, ValueError):
    """The address of a channel cannot be used."""


class AlertFailedError(AlertError):
    """A call did not arrive; it is tried again."""
