"""Errors of the application, and the one place that knows every package's base.

RefereeError
├── UnknownGameError (ValueError)          no such discipline
├── OutputExistsError (FileExistsError)    results are there already
├── OutputError (OSError)                  results cannot be written
├── CallsError (ValueError)                calls.jsonl cannot be used
├── StoredMatchError (ValueError)          a stored match cannot be used
├── TruthError (ValueError)                a truth or an analysis to compare is broken
├── NoBallsError                           a table, but never a ball on it
├── IncompleteAnalysisError                the recording broke off; results were kept
└── MissingExtraError (ImportError)        an optional part is not installed
"""

from typing import Final

from adjudicator.errors import AdjudicatorError
from calibration.errors import CalibrationError
from tracking.errors import TrackingError
from vision.errors import VisionError


class RefereeError(Exception):
    """Base of every error that the application raises."""


class UnknownGameError(RefereeError, ValueError):
    """A game that Cueref does not know."""


class OutputExistsError(RefereeError, FileExistsError):
    """The output folder already holds results."""


class OutputError(RefereeError, OSError):
    """Results cannot be written."""


class CallsError(RefereeError, ValueError):
    """The file of calls cannot be used; the message names the line."""


class StoredMatchError(RefereeError, ValueError):
    """The folder of a stored match cannot be used; the message names the file."""


class TruthError(RefereeError, ValueError):
    """A truth file, or an analysis to be compared with it, cannot be used."""


class MountError(RefereeError, ValueError):
    """A place of the camera, a sensor or a lens that cannot be."""


class NoBallsError(RefereeError):
    """The table is in view, but no ball was ever seen on it."""


class IncompleteAnalysisError(RefereeError):
    """The recording broke off; what was read was analysed and kept."""


class MissingExtraError(RefereeError, ImportError):
    """An optional part of the program is not installed."""


EXPECTED_ERRORS: Final = (
    RefereeError,
    AdjudicatorError,
    CalibrationError,
    VisionError,
    TrackingError,
)
"""Errors whose message is meant for the person at the command line."""
