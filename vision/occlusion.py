"""What covers the table in one picture: regions, their kinds, and the cue's line."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import InvalidOcclusionError

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

HIDDEN: Final = 0.4
"""A place is covered if so much of a ball there would be hidden."""

_RINGS: Final = ((0.0, 1), (0.4, 6), (0.75, 10))
"""Where in a ball's disc the mask is read: radius over the ball's, and how often."""


class OccluderKind(StrEnum):
    """What a region over the table is, as far as its shape tells."""

    ARM = "arm"
    CUE = "cue"
    OBJECT = "object"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Occluder:
    """One region over the table.

    Attributes:
        kind: An arm comes in from the edge; an object lies free on the cloth.
        outline_uv: Its outline, pixels, shape (m, 2).
        area_px: Of the picture, pixels.
        balls: The same in areas of a ball.
    """

    kind: OccluderKind
    outline_uv: FloatArray
    area_px: float
    balls: float


@dataclass(frozen=True, slots=True, eq=False)
class CueStick:
    """The cue as a straight line in the picture.

    Attributes:
        tip_uv: The end over the table, pixels, shape (2,).
        butt_uv: Where it leaves the table or vanishes under a hand, pixels, shape (2,).
        sigma_px: Standard deviation of the tip along and across the cue, pixels.
        at_ball: Whether the tip is so near to a ball that the ball bounds it.
        confidence: In [0, 1].
    """

    tip_uv: FloatArray
    butt_uv: FloatArray
    sigma_px: tuple[float, float]
    at_ball: bool
    confidence: float

    @property
    def direction_uv(self) -> FloatArray:
        """Unit vector in which the cue points, shape (2,)."""
        way = self.tip_uv - self.butt_uv
        return np.asarray(way / max(float(np.hypot(*way)), 1e-9))


@dataclass(frozen=True, slots=True, eq=False)
class Occlusion:
    """What covers the table in one picture.

    Attributes:
        known: False where the picture cannot tell: the camera moves, the picture
            changes as a whole, or nothing has been learned yet.
        origin_uv: Of the mask's first pixel's corner in the picture, pixels.
        scale: Pixels of the picture a pixel of the mask.
        size: Height and width of the mask.
        occluders: Regions over the table, the largest first.
        cue: The cue, if one is over the table.
    """

    known: bool
    origin_uv: tuple[float, float]
    scale: float
    size: tuple[int, int]
    occluders: tuple[Occluder, ...] = ()
    cue: CueStick | None = None
    _bits: NDArray[np.uint8] = field(
        default_factory=lambda: np.zeros(0, np.uint8), repr=False
    )

    @classmethod
    def unknown(cls) -> "Occlusion":
        """Return the value of a picture that cannot tell."""
        return cls(known=False, origin_uv=(0.0, 0.0), scale=1.0, size=(0, 0))

    @classmethod
    def of_mask(
        cls,
        mask: BoolArray,
        origin_uv: tuple[float, float],
        scale: float,
        occluders: tuple[Occluder, ...] = (),
        cue: CueStick | None = None,
    ) -> "Occlusion":
        """Return the value for a mask; one without a set pixel takes no space.

        Args:
            mask: What is covered, bool, shape (h, w).
            origin_uv: Of its first pixel's corner in the picture, pixels.
            scale: Pixels of the picture a pixel of the mask.
            occluders: Regions, the largest first.
            cue: The cue.

        Raises:
            InvalidOcclusionError: The mask has no two axes or the scale is not
                positive.
        """
        if mask.ndim != 2 or scale <= 0:
            raise InvalidOcclusionError(
                f"mask of shape {mask.shape} at scale {scale}, expected (h, w) and a "
                "positive scale"
            )
        bits = np.packbits(mask, axis=1) if mask.any() else np.zeros(0, np.uint8)
        bits.flags.writeable = False
        height, width = mask.shape
        return cls(
            known=True,
            origin_uv=origin_uv,
            scale=scale,
            size=(height, width),
            occluders=occluders,
            cue=cue,
            _bits=bits,
        )

    @property
    def mask(self) -> BoolArray:
        """What is covered, shape `size`."""
        if not self._bits.size:
            return np.zeros(self.size, np.bool_)
        bits = np.unpackbits(self._bits, axis=1, count=self.size[1])
        return np.asarray(bits, dtype=np.bool_)

    @property
    def is_clear(self) -> bool:
        """Whether it is known that nothing covers any place."""
        return self.known and not self._bits.size

    def share_covered(self, uv: ArrayLike, radius_px: ArrayLike) -> FloatArray:
        """Return how much of a ball at each place would be hidden, shape (n,).

        Not a number where the picture cannot tell.

        Args:
            uv: Centres, pixels, shape (n, 2).
            radius_px: Of a ball there, pixels, shape (n,) or one for all.
        """
        places = np.asarray(uv, dtype=np.float64).reshape(-1, 2)
        if not self.known:
            return np.full(len(places), np.nan)
        if not self._bits.size or not len(places):
            return np.zeros(len(places))
        radii = np.broadcast_to(np.asarray(radius_px, np.float64), len(places))
        points = places[:, None] + radii[:, None, None] * _disc()[None]
        cells = (points + 0.5 - np.array(self.origin_uv)) / self.scale
        column, row = np.floor(cells).astype(np.int64).transpose(2, 0, 1)
        height, width = self.size
        inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        row, column = np.where(inside, row, 0), np.where(inside, column, 0)
        byte = self._bits[row, column >> 3]
        bit = (byte >> (7 - (column & 7)).astype(np.uint8)) & 1
        return np.asarray((bit * inside).mean(axis=1))

    def covers(self, uv: ArrayLike, radius_px: ArrayLike) -> BoolArray:
        """Tell which places are covered, shape (n,); none where nothing is known.

        Args:
            uv: Centres of balls, pixels, shape (n, 2).
            radius_px: Of a ball there, pixels, shape (n,) or one for all.
        """
        share = self.share_covered(uv, radius_px)
        return np.asarray(share >= HIDDEN)


@cache
def _disc() -> FloatArray:
    """Return points spread over a unit disc, each for an equal part, shape (m, 2)."""
    found = []
    for radius, count in _RINGS:
        turn = 2 * np.pi * np.arange(count) / count
        found.append(radius * np.column_stack((np.cos(turn), np.sin(turn))))
    return np.concatenate(found)
