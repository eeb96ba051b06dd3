"""Errors of the rulebook.

AdjudicatorError
├── InvalidBallError (ValueError)      a name that no ball set has
├── InvalidTableError (ValueError)     sizes that cannot be a table
├── InvalidShotError (ValueError)      a shot that contradicts itself or the state
└── NotationError (ValueError)         text that is not the notation
"""


class AdjudicatorError(Exception):
    """Base of every error that the rulebook raises."""


class InvalidBallError(AdjudicatorError, ValueError):
    """A ball name that belongs to no ball set."""


class InvalidTableError(AdjudicatorError, ValueError):
    """Table sizes that contradict each other or are not physical."""


class InvalidShotError(AdjudicatorError, ValueError):
    """A shot that contradicts itself or the state of the match."""


class NotationError(AdjudicatorError, ValueError):
    """Text that cannot be read as the notation of shots, calls or verdicts."""
