"""What a ball looks like: one of a few colours, plain or striped.

A small network reads a patch around each detection and gives log-probabilities over
`APPEARANCES`. What is red and what maroon depends on the lamps and on the camera, so
each ball is compared with the others of the picture, its *company*. Which name an
appearance stands for depends on the ball set and is the business of `vision.identity`.
"""

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision import patches
from vision.errors import InvalidModelError
from vision.sessions import open_network

ImageArray = NDArray[np.uint8]
FloatArray = NDArray[np.float64]
Marks = NDArray[np.float32]


class Colour(StrEnum):
    """Colours that ball sets are made of."""

    WHITE = "white"
    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"
    PURPLE = "purple"
    ORANGE = "orange"
    GREEN = "green"
    MAROON = "maroon"
    BLACK = "black"
    PINK = "pink"
    BROWN = "brown"


@dataclass(frozen=True, slots=True)
class Appearance:
    """A colour, plain or as a stripe around a white ball."""

    colour: Colour
    striped: bool = False

    def __str__(self) -> str:
        """Print as `red` or `red-stripe`."""
        return f"{self.colour}-stripe" if self.striped else str(self.colour)


APPEARANCES: Final = (
    *(Appearance(colour) for colour in Colour),
    *(
        Appearance(colour, striped=True)
        for colour in Colour
        if colour not in {Colour.WHITE, Colour.BLACK}
    ),
)
"""Classes of the network, in its order."""

INDEX_OF: Final = {appearance: n for n, appearance in enumerate(APPEARANCES)}

PATCH_PX: Final = 40
"""Side of a patch that the network reads, pixels."""

REACH: Final = 2.0
"""Half the side of a patch over the radius of the ball in it."""

MARKS: Final = 96
"""Numbers by which the network keeps a ball in mind."""

_WEIGHTS: Final = Path(__file__).with_name("weights") / "appearance.onnx"

_MOST_OF_THEM: Final = 0.6
"""So large a part of the company makes a new one."""

_FORGETTING: Final = 0.995
"""What is left of the wanted size of a company after each smaller picture."""


def cut_patches(
    image_bgr: ImageArray, uv: FloatArray, radius_px: FloatArray
) -> ImageArray:
    """Cut a square patch around each ball and bring all to one scale.

    Args:
        image_bgr: Picture, uint8 (h, w, 3).
        uv: Ball centres, pixels, (n, 2).
        radius_px: Ball radii, pixels, (n,).

    Returns:
        Patches, uint8 (n, 40, 40, 3); beyond the picture its border repeats.
    """
    return patches.cut_patches(image_bgr, uv, radius_px, side_px=PATCH_PX, reach=REACH)


class Company:
    """The balls that were seen together on one table, as the network marked them.

    Where only one or two balls are read anew, they are compared with these.
    """

    def __init__(self) -> None:
        """Start with nobody."""
        self._marks: Marks = np.empty((0, MARKS), np.float32)
        self._wanted = 0.0

    def beside(self, count: int) -> Marks:
        """Return the marks, (m, 96), that some balls are read beside.

        Args:
            count: How many are read; where they are most of a table, nobody else is.
        """
        alone = count >= _MOST_OF_THEM * self._wanted
        return self._marks[:0] if alone else self._marks

    def meet(self, marks: Marks) -> None:
        """Take the balls just read, (n, 96), for the company if they are many."""
        if len(marks) >= _MOST_OF_THEM * self._wanted:
            self._marks, self._wanted = marks, float(len(marks))
        self._wanted *= _FORGETTING


class AppearanceClassifier:
    """Reads colour and pattern of balls with the shipped network.

    Args:
        model: ONNX file; None takes the one that comes with the package.
        threads: Of the network's run time.

    Raises:
        ModelNotFoundError: There is no such file.
        InvalidModelError: The file is another kind of network.
    """

    def __init__(self, model: Path | None = None, *, threads: int = 1) -> None:
        """Load the network."""
        path = model or _WEIGHTS
        self._session = open_network(path, "looks", threads)
        classes = self._session.get_outputs()[0].shape[-1]
        if classes != len(APPEARANCES):
            raise InvalidModelError(
                f"{os.fspath(path)} tells {classes} appearances apart, expected "
                f"{len(APPEARANCES)}"
            )

    def log_probability(
        self,
        image_bgr: ImageArray,
        uv: FloatArray,
        radius_px: FloatArray,
        company: Company | None = None,
    ) -> FloatArray:
        """Return log-probabilities over `APPEARANCES`, shape (n, k).

        Args:
            image_bgr: Picture, uint8 (h, w, 3).
            uv: Ball centres, pixels, (n, 2).
            radius_px: Ball radii, pixels, (n,).
            company: Balls seen before on the same table, kept up to date here; without
                it the balls are compared with each other only.
        """
        if not len(uv):
            return np.empty((0, len(APPEARANCES)))
        company = Company() if company is None else company
        pixels = patches.network_input(cut_patches(image_bgr, uv, radius_px))
        logits, marks = self._session.run(
            None, {"patches": pixels, "others": company.beside(len(uv))}
        )
        company.meet(np.asarray(marks, np.float32))
        logits = np.asarray(logits, np.float64)
        logits -= logits.max(axis=1, keepdims=True)
        normalised: FloatArray = logits - np.log(
            np.exp(logits).sum(axis=1, keepdims=True)
        )
        return normalised
