"""Text in pictures: a real font where OpenCV has one (5.0), else its stroke font."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

_WEIGHT: Final = 600
_STROKE: Final = cv2.FONT_HERSHEY_SIMPLEX
_STROKE_HEIGHT: Final = 30.0
"""Size at which the stroke font has the height of its own unit, pixels."""


class Lettering:
    """Writes lines with a dark edge, readable on any ground."""

    def __init__(self, *, use_font: bool = True) -> None:
        """Load the font.

        Args:
            use_font: Whether the font is used where OpenCV has one; the stroke font
                knows Latin letters only.
        """
        face = getattr(cv2, "FontFace", None)
        self._face = face("sans") if use_font and face is not None else None

    def write(
        self,
        image: Image,
        text: str,
        place: tuple[int, int],
        size: int,
        colour: Colour,
    ) -> None:
        """Write one line into a picture.

        Args:
            image: It is changed.
            text: The line.
            place: Left end of its base line, pixels.
            size: Height of the letters, pixels.
            colour: Blue, green, red.
        """
        edge = max(1, size // 16)
        for dx, dy in ((-edge, 0), (edge, 0), (0, -edge), (0, edge)):
            self._put(image, text, (place[0] + dx, place[1] + dy), size, (0, 0, 0))
        self._put(image, text, place, size, colour)

    def width(self, text: str, size: int) -> int:
        """Return how wide a line is, pixels."""
        if self._face is not None:
            box = cv2.getTextSize((1, 1), text, (0, 0), self._face, size, _WEIGHT)
            return int(box[2])
        (width, _), _ = cv2.getTextSize(_plain(text), _STROKE, size / _STROKE_HEIGHT, 1)
        return int(width)

    def fitting(self, text: str, size: int, width: int) -> int:
        """Return the largest size up to the given one at which a line fits."""
        needed = self.width(text, size)
        return size if needed <= width else max(8, size * width // needed)

    def _put(
        self,
        image: Image,
        text: str,
        place: tuple[int, int],
        size: int,
        colour: Colour,
    ) -> None:
        if self._face is not None:
            cv2.putText(image, text, place, colour, self._face, size, _WEIGHT)
        else:
            scale = size / _STROKE_HEIGHT
            cv2.putText(
                image, _plain(text), place, _STROKE, scale, colour, 1, cv2.LINE_AA
            )


def _plain(text: str) -> str:
    return text.encode("ascii", "replace").decode()
