"""Errors of the vision stage.

VisionError
├── SourceError                           pictures cannot be had
│   ├── SourceNotFoundError (FileNotFoundError)   nothing there
│   ├── EmptySourceError (ValueError)             there, but without a picture
│   ├── NotAVideoError (ValueError)               there, but nothing to decode
│   ├── TruncatedVideoError (EOFError)            breaks off before its end
│   └── SourceUnreachableError (ConnectionError)  camera or stream does not answer
├── DetectorError                         pictures cannot be searched
│   ├── ModelNotFoundError (FileNotFoundError)    no weights at that path
│   └── InvalidModelError (ValueError)            not a network of this project
├── InvalidFrameError (ValueError)        an array that is no picture
├── InvalidDetectionsError (ValueError)   columns that contradict each other
├── SynthesisError                        a scene that cannot be made
└── TrainingError                         a data set or a run that cannot be used
"""


class VisionError(Exception):
    """Base of every error that the vision stage raises."""


class SourceError(VisionError):
    """Pictures cannot be had from a source."""


class SourceNotFoundError(SourceError, FileNotFoundError):
    """Nothing is at the place that was named."""


class EmptySourceError(SourceError, ValueError):
    """The source exists but holds no picture."""


class NotAVideoError(SourceError, ValueError):
    """The file exists but no picture in it can be decoded."""


class TruncatedVideoError(SourceError, EOFError):
    """The recording breaks off before its end.

    Raised after the last picture that could be decoded, so that the caller can keep
    what was read.

    Attributes:
        frames_read: Pictures handed out before the end.
    """

    def __init__(self, message: str, frames_read: int) -> None:
        """Keep the message and the number of pictures handed out."""
        super().__init__(message)
        self.frames_read = frames_read


class SourceUnreachableError(SourceError, ConnectionError):
    """A camera or a stream does not answer, or stopped answering."""


class DetectorError(VisionError):
    """The detector cannot be used."""


class ModelNotFoundError(DetectorError, FileNotFoundError):
    """No weights at the place that was named."""


class InvalidModelError(DetectorError, ValueError):
    """A network whose input or output is not that of this project."""


class InvalidFrameError(VisionError, ValueError):
    """An array that is no picture."""


class InvalidDetectionsError(VisionError, ValueError):
    """Columns of detections that contradict each other."""


class InvalidOcclusionError(VisionError, ValueError):
    """A mask or a view of the table that cannot be."""


class SynthesisError(VisionError):
    """A scene that cannot be made."""


class TrainingError(VisionError):
    """A data set or a training run that cannot be used."""
