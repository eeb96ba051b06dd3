"""Errors of the match store.

StoreError (RefereeError)
├── StoreUnavailableError        the database cannot be opened or written
├── UnknownMatchError            no such match
├── MatchExistsError             a match of this id is there already
└── ExportError (ValueError)     a text of a match cannot be read
"""

from cueref.errors import RefereeError


class StoreError(RefereeError):
    """Base of every error of the store."""


class StoreUnavailableError(StoreError):
    """The database cannot be opened, read or written; the message says why."""


class UnknownMatchError(StoreError):
    """There is no match of this id."""


class MatchExistsError(StoreError):
    """A match of this id is stored already."""


class ExportError(StoreError, ValueError):
    """A text of a match cannot be read; the message names the line."""
