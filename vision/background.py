"""What the table looks like with nobody over it, learned while people play on it.

The camera is fixed, so a picture differs from the one kept here only where a ball, a
person or a thing is. The picture kept is never a plain average of what was seen: a
player may stand at the table from the first frame on. Cloth is smooth; where the first
picture does not look like the cloth around it, cloth is filled in, and the truth is
taken over as soon as it is seen. A shadow keeps the cloth's colour and counts for
nothing.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cloth import cloth_surface, difference

FloatImage = NDArray[np.float32]
Image = NDArray[np.uint8]
Mask = NDArray[np.uint8]

_FOLLOWS: Final = 4.0
"""Time in which the picture follows slow changes, seconds."""

_SAME: Final = 0.4
"""Evidence below which a change is one of light or noise that is followed; a shadow
is not."""

_NEAR: Final = np.ones((7, 7), np.uint8)
"""Around things nothing is learned: the codec smears them."""

_LIKE_CLOTH: Final = 0.6
"""A place that differs less from smooth cloth is cloth."""

_LEAST_LEVELS: Final = 6
"""A channel that differs by no more makes no evidence."""

_DARK_LINE: Final = 26.0
"""A narrow line that is darker by so much is no soft shadow, levels."""

_LEAST_DARK: Final = 10
"""What is darker by no more is no sign of a cue, levels."""

_EQUAL_PARTS: Final = np.full((1, 3), 1 / 3, np.float32)

_AROUND: Final = 4
"""Margin around what differs, pixels."""

_REACH: Final = np.ones((2 * _AROUND + 1, 2 * _AROUND + 1), np.uint8)

_STILL_LEVELS: Final = 7
"""A place that changes no more between two pictures has not changed."""

_TAKEN_OVER, _SOON_TAKEN_OVER = 90.0, 12.0
"""What lies still for so long belongs to the table, seconds: what came onto the bed;
what was there from the beginning, as a printed sign, or came to the surroundings."""

_GAIN_STEP: Final = 7
"""Every so many pixels tell the exposure."""

_LEAST_GAIN_PIXELS: Final = 60
_GAIN_RANGE: Final = (0.4, 2.5)


class EmptyTable:
    """The empty table, at the brightness of the first picture.

    Most of a picture is the table as it was: whole numbers tell where it is not, and
    only there it is looked at more closely.
    """

    def __init__(self, image: Image, bed: Mask, balls: Mask, rim: int) -> None:
        """Learn from the first picture.

        Args:
            image: Blue, green, red, shape (h, w, 3).
            bed: Nonzero on the playing surface, less its pockets, shape (h, w).
            balls: Nonzero on balls that were found, shape (h, w).
            rim: Width of the strip along the noses that may look like no cloth, pixels.
        """
        self._bed = bed > 0
        free = np.asarray(self._bed & (balls == 0))
        floats = image.astype(np.float32)
        cloth = cloth_surface(floats, free)
        self._filled = _strange(floats, cloth, bed, free, rim)
        self._filled |= self._bed & (balls > 0)
        self._picture = np.where(self._filled[..., None], cloth, floats)
        self._still = np.zeros(image.shape[:2], np.float32)
        self._last = image
        some = slice(_GAIN_STEP // 2, None, _GAIN_STEP)
        self._some = (some, some)
        self._round()

    def _round(self) -> None:
        """Keep the picture in whole numbers, too."""
        self._kept = np.asarray(cv2.convertScaleAbs(self._picture), np.uint8)
        self._grey = _grey(self._kept)
        kept = self._picture[self._some][self._bed[self._some]]
        self._kept_some = np.maximum(kept, 4.0)

    def even(self, image: Image, covered: Mask) -> Image:
        """Return a picture at the brightness and colour of the one kept.

        Args:
            image: Blue, green, red, shape (h, w, 3).
            covered: Nonzero where something was in the picture before, shape (h, w).
        """
        bed = self._bed[self._some]
        free = covered[self._some][bed] == 0
        if int(free.sum()) < _LEAST_GAIN_PIXELS:
            return image
        now = image[self._some][bed][free]
        gain = np.median(now / self._kept_some[free], axis=0)
        gain = np.clip(gain, *_GAIN_RANGE)
        if np.abs(gain - 1).max() < 0.004:
            return image
        factors = np.diag(1 / gain).astype(np.float32)
        return np.asarray(cv2.transform(image, factors), dtype=np.uint8)

    def difference(
        self, even: Image, apart_from: Mask
    ) -> tuple[FloatImage, tuple[int, int, int, int]]:
        """Return how clearly something else is seen, and the box that holds it.

        Args:
            even: A picture at the brightness of the one kept, shape (h, w, 3).
            apart_from: Nonzero on balls, where nothing is looked for, shape (h, w).

        Returns:
            Evidence, above 1 surely, shape (h, w); u0, v0, u1, v1 outside which it
            is zero, empty where nothing differs.
        """
        some = _differs(even, self._kept, _LEAST_LEVELS)
        some[apart_from > 0] = 0
        height, width = some.shape
        evidence = np.zeros((height, width), np.float32)
        u, v, wide, high = cv2.boundingRect(some)
        if not wide:
            return evidence, (0, 0, 0, 0)
        at = np.flatnonzero(np.asarray(cv2.dilate(some, _REACH)) > 0)
        evidence.reshape(-1)[at] = difference(_at(even, at), _at(self._picture, at))[0]
        u0, v0 = max(u - _AROUND, 0), max(v - _AROUND, 0)
        return evidence, (
            u0,
            v0,
            min(u + wide + _AROUND, width),
            min(v + high + _AROUND, height),
        )

    def thin_shade(
        self, even: Image, box: tuple[int, int, int, int], size: int
    ) -> FloatImage | None:
        """Return how clearly narrow things darken a box of the table.

        A cue of the cloth's own colour looks like a shadow, but a sharp one.

        Args:
            even: A picture at the brightness of the one kept, shape (h, w, 3).
            box: u0, v0, u1, v1.
            size: Things that are wider do not count, pixels.

        Returns:
            Evidence, above 1 surely, shape (v1 - v0, u1 - u0); None where nothing is
            darker.
        """
        u0, v0, u1, v1 = box
        dark = cv2.subtract(self._grey[v0:v1, u0:u1], _grey(even[v0:v1, u0:u1]))
        if not (np.asarray(dark) > _LEAST_DARK).any():
            return None
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        narrow = cv2.morphologyEx(dark, cv2.MORPH_TOPHAT, disc)
        return np.multiply(narrow, np.float32(1 / _DARK_LINE), dtype=np.float32)

    def learn(self, even: Image, evidence: FloatImage, dt: float) -> None:
        """Follow slow changes and take over what is now seen.

        Args:
            even: A picture at the brightness of the one kept, shape (h, w, 3).
            evidence: How clearly it differs, shape (h, w).
            dt: Since the last picture that was learned from, seconds.
        """
        odd = evidence >= 1
        self._filled &= odd
        self._still += dt
        self._still *= odd & (_differs(even, self._last, _STILL_LEVELS) == 0)
        self._last = even
        rate = 1 - float(np.exp(-dt / _FOLLOWS))
        near = cv2.dilate((evidence > 1).astype(np.uint8), _NEAR)
        same = ((evidence < _SAME) & (near == 0)).astype(np.uint8)
        at = np.flatnonzero(odd)
        taken = at[self._is_taken_over(even, at)] if len(at) else at
        cv2.accumulateWeighted(even, self._picture, rate, same)
        self._picture.reshape(-1, 3)[taken] = even.reshape(-1, 3)[taken]
        self._round()

    def _is_taken_over(self, even: Image, at: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which pixels that differ belong to the table from now on.

        Args:
            even: A picture at the brightness of the one kept, shape (h, w, 3).
            at: Numbers of the pixels, row by row.
        """
        bed = self._bed.reshape(-1)[at]
        soon = self._filled.reshape(-1)[at] | ~bed
        limit = np.where(soon, _SOON_TAKEN_OVER, _TAKEN_OVER)
        stays = self._still.reshape(-1)[at] > limit
        if not bed.any():
            return np.asarray(stays)
        surface = cloth_surface(even, self._bed)
        off = difference(_at(even, at), _at(surface, at))[0]
        return np.asarray(stays | (bed & (off < _LIKE_CLOTH)))


def _at(image: NDArray[np.uint8] | FloatImage, at: NDArray[np.int64]) -> FloatImage:
    """Return some pixels as a picture of one row, shape (1, n, 3)."""
    return image.reshape(-1, 3)[at][None].astype(np.float32, copy=False)


def _grey(image: NDArray[np.uint8]) -> Mask:
    """Return the mean of three channels, shape (h, w)."""
    return np.asarray(cv2.transform(image, _EQUAL_PARTS), dtype=np.uint8)


def _differs(image: Image, other: Image, levels: int) -> Mask:
    """Return a mask of pixels of which a channel differs by more, shape (h, w)."""
    away = cv2.absdiff(image, other)
    alike = cv2.inRange(away, (0, 0, 0), (levels, levels, levels))
    return np.asarray(cv2.bitwise_not(alike), dtype=np.uint8)


def _strange(
    image: FloatImage,
    cloth: FloatImage,
    bed: Mask,
    free: NDArray[np.bool_],
    rim: int,
) -> NDArray[np.bool_]:
    """Return what lies over the cloth in the first picture and is no line on it.

    Lines, spots and dirt are narrow and stay; an arm is wide, and what is close to it
    goes with it, up to the noses.
    """
    size = 2 * rim + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    core = cv2.erode(bed, kernel, borderValue=0) > 0
    odd = difference(image, cloth) > 1
    inner = (odd & core & free).astype(np.uint8)
    wide = cv2.morphologyEx(inner, cv2.MORPH_OPEN, np.ones((rim, rim), np.uint8))
    reach = cv2.dilate(wide, kernel) > 0
    return np.asarray(reach & odd & (bed > 0))
