"""Errors of the scene maker.

SynthesisError                            (of `vision.errors`)
├── InvalidMotionError (ValueError)       pieces or times that contradict each other
├── InvalidSceneError (ValueError)        states of balls that contradict each other
├── UnphysicalShotError (RuntimeError)    the simulator left the laws of the table
└── MissingSimulatorError (ImportError)   the extra `synthesis` is not installed
"""

from vision.errors import SynthesisError


class InvalidMotionError(SynthesisError, ValueError):
    """A motion whose pieces, balls or times contradict each other."""


class InvalidSceneError(SynthesisError, ValueError):
    """States, splits or seeds of a picture that contradict each other."""


class UnphysicalShotError(SynthesisError, RuntimeError):
    """A simulated shot in which balls overlap, leave the table or never stop."""


class MissingSimulatorError(SynthesisError, ImportError):
    """pooltool cannot be imported: install the extra `synthesis`."""
