"""Errors of a match in progress.

SessionError (RefereeError)
├── NoMatchError                 no match is being played
├── MatchRunningError            another match is being played
└── EntryRefusedError (ValueError)   what was entered cannot be; the message says why
"""

from cueref.errors import RefereeError


class SessionError(RefereeError):
    """Base of every error of a match in progress."""


class NoMatchError(SessionError):
    """No match is being played."""


class MatchRunningError(SessionError):
    """Another match is being played: end it first."""


class EntryRefusedError(SessionError, ValueError):
    """What was entered cannot be; nothing was changed."""
