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

_LEAST_LEVELS: Final = 6.0
"""A channel that differs by less makes no evidence."""

_DARK_LINE: Final = 26.0
"""A narrow line that is darker by so much is no soft shadow, levels."""

_EQUAL_PARTS: Final = np.full((1, 3), 1 / 3, np.float32)

_AROUND: Final = 4
"""Margin around what differs, pixels."""

_STILL_LEVELS: Final = 7.0
"""A place that changes less between two pictures has not changed."""

_TAKEN_OVER, _SOON_TAKEN_OVER = 90.0, 12.0
"""What lies still for so long belongs to the table, seconds: what came onto the bed;
what was there from the beginning, as a printed sign, or came to the surroundings."""

_GAIN_STEP: Final = 5
"""Every so many pixels tell the exposure."""

_LEAST_GAIN_PIXELS: Final = 60
_GAIN_RANGE: Final = (0.4, 2.5)


class EmptyTable:
    """The empty table, at the brightness of the first picture."""

    def __init__(self, image: FloatImage, bed: Mask, balls: Mask, rim: int) -> None:
        """Learn from the first picture.

        Args:
            image: Blue, green, red, shape (h, w, 3).
            bed: Nonzero on the playing surface, less its pockets, shape (h, w).
            balls: Nonzero on balls that were found, shape (h, w).
            rim: Width of the strip along the noses that may look like no cloth, pixels.
        """
        self._bed = bed > 0
        free = np.asarray(self._bed & (balls == 0))
        self._cloth = cloth_surface(image, free)
        self._filled = _strange(image, self._cloth, bed, free, rim)
        self._filled |= self._bed & (balls > 0)
        self._picture = np.where(self._filled[..., None], self._cloth, image)
        self._still = np.zeros(image.shape[:2], np.float32)
        self._last = image

    def even(self, image: FloatImage, covered: Mask) -> FloatImage:
        """Return a picture at the brightness and colour of the one kept.

        Args:
            image: Blue, green, red, shape (h, w, 3).
            covered: Nonzero where something was in the picture before, shape (h, w).
        """
        rows = slice(_GAIN_STEP // 2, None, _GAIN_STEP)
        free = (self._bed & (covered == 0))[rows, rows]
        if int(free.sum()) < _LEAST_GAIN_PIXELS:
            return image
        now, kept = image[rows, rows][free], self._picture[rows, rows][free]
        gain = np.median(now / np.maximum(kept, 4.0), axis=0)
        gain = np.clip(gain, *_GAIN_RANGE)
        if np.abs(gain - 1).max() < 0.004:
            return image
        factors = np.diag(1 / gain).astype(np.float32)
        return np.asarray(cv2.transform(image, factors), dtype=np.float32)

    def difference(
        self, even: FloatImage, apart_from: Mask
    ) -> tuple[FloatImage, tuple[int, int, int, int]]:
        """Return how clearly something else is seen, and the box that holds it.

        Args:
            even: A picture at the brightness of the one kept, shape (h, w, 3).
            apart_from: Nonzero on balls, where nothing is looked for, shape (h, w).

        Returns:
            Evidence, above 1 surely, shape (h, w); u0, v0, u1, v1 outside which it
            is zero, empty where nothing differs.
        """
        most = _most(cv2.absdiff(even, self._picture))
        some = (most > _LEAST_LEVELS).astype(np.uint8)
        some[apart_from > 0] = 0
        evidence = np.zeros(most.shape, np.float32)
        u, v, width, height = cv2.boundingRect(some)
        if not width:
            return evidence, (0, 0, 0, 0)
        height_all, width_all = most.shape
        u0, v0 = max(u - _AROUND, 0), max(v - _AROUND, 0)
        u1 = min(u + width + _AROUND, width_all)
        v1 = min(v + height + _AROUND, height_all)
        part = (slice(v0, v1), slice(u0, u1))
        evidence[part] = difference(even[part], self._picture[part])
        return evidence, (u0, v0, u1, v1)

    def thin_shade(
        self, even: FloatImage, box: tuple[int, int, int, int], size: int
    ) -> FloatImage:
        """Return how clearly narrow things darken a box of the table.

        A cue of the cloth's own colour looks like a shadow, but a sharp one.

        Args:
            even: A picture at the brightness of the one kept, shape (h, w, 3).
            box: u0, v0, u1, v1.
            size: Things that are wider do not count, pixels.

        Returns:
            Evidence, above 1 surely, shape (v1 - v0, u1 - u0).
        """
        u0, v0, u1, v1 = box
        lost = cv2.subtract(self._picture[v0:v1, u0:u1], even[v0:v1, u0:u1])
        dark = np.maximum(cv2.transform(lost, _EQUAL_PARTS), 0)
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        narrow = cv2.morphologyEx(dark, cv2.MORPH_TOPHAT, disc)
        return np.asarray(narrow * np.float32(1 / _DARK_LINE), dtype=np.float32)

    def learn(self, even: FloatImage, evidence: FloatImage, dt: float) -> None:
        """Follow slow changes and take over what is now seen.

        Args:
            even: A picture at the brightness of the one kept, shape (h, w, 3).
            evidence: How clearly it differs, shape (h, w).
            dt: Since the last picture that was learned from, seconds.
        """
        alike = evidence < 1
        self._cloth = cloth_surface(even, self._bed)
        cloth = self._bed & (difference(even, self._cloth) < _LIKE_CLOTH)
        self._filled &= ~alike
        moved = _most(cv2.absdiff(even, self._last)) > _STILL_LEVELS
        self._still += dt
        self._still[moved | alike] = 0
        self._last = even
        soon = self._filled | ~self._bed
        limit = np.where(soon, _SOON_TAKEN_OVER, _TAKEN_OVER)
        taken = (cloth & ~alike) | (self._still > limit)
        rate = 1 - float(np.exp(-dt / _FOLLOWS))
        near = cv2.dilate((evidence > 1).astype(np.uint8), _NEAR)
        same = ((evidence < _SAME) & (near == 0)).astype(np.uint8)
        cv2.accumulateWeighted(even, self._picture, rate, same)
        self._picture[taken] = even[taken]


def _most(levels: cv2.typing.MatLike) -> FloatImage:
    """Return the largest of three channels, shape (h, w)."""
    blue, green, red = cv2.split(levels)
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.float32)


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
