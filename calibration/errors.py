"""Errors of calibration.

CalibrationError
├── TableNotFoundError                 no table in the pictures
│   ├── TableCutOffError               a table, but a part of it is outside
│   └── UncertainTableError            a table whose map may be wrong
├── CalibrationFitError (ValueError)   points from which no map can be computed
└── TableFileError (ValueError)        a table file that cannot be used
"""


class CalibrationError(Exception):
    """Base of every error that calibration raises."""


class TableNotFoundError(CalibrationError):
    """No whole table can be made out in the pictures."""


class TableCutOffError(TableNotFoundError):
    """A table is in view, but the picture's edge cuts off a part of it.

    Attributes:
        sides: Edges of the picture that cut it: "left", "right", "top", "bottom".
    """

    def __init__(self, sides: tuple[str, ...]) -> None:
        """Name the sides."""
        super().__init__(
            f"the table is cut off at the {' and '.join(sides)} of the picture: move "
            "the camera or zoom out until all six pockets are in view"
        )
        self.sides = sides


class UncertainTableError(TableNotFoundError):
    """A table was made out, but its map may be wrong by more than millimetres.

    Attributes:
        confidence: That the map is right, 0..1.
    """

    def __init__(self, confidence: float, reason: str) -> None:
        """Say why."""
        super().__init__(
            f"a table was found, but its map cannot be trusted (confidence "
            f"{confidence:.2f}): {reason}; or show the corners with --corners"
        )
        self.confidence = confidence


class CalibrationFitError(CalibrationError, ValueError):
    """Points from which no map between picture and table can be computed."""


class TableFileError(CalibrationError, ValueError):
    """A table file that is broken, of another version, or of another picture."""
