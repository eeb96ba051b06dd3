"""Where a picture changed since it was last measured.

A small grey copy of the table's region is compared with a reference, which keeps for
every place what it looked like when it was last measured. So a ball that creeps is
noticed when it has come far enough, however slowly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]
Box = tuple[float, float, float, float]
"""u0, v0, u1, v1 in pixels of the whole picture."""

GREY_WIDTH: Final = 480
"""Longer side of the small grey picture, pixels, about."""

CHANGE: Final = 6.0
"""Grey levels by which a place of that picture must change at least."""

MOST_NOISE: Final = 12.0
"""Noise does not raise that beyond so much: a change of light is no noise."""

_NOISE_FACTOR: Final = 3.6
"""Largest difference that noise makes anywhere, over its lower quartile."""

MOST_PLACES: Final = 24
"""More places than that are a change of everything."""

_DISC: Final = 1.15
"""Half the side of a ball's box over its radius: its rim and a little more."""

_BESIDE: Final = 0.25
"""What is added around a changed place, ball radii."""


@dataclass(frozen=True, slots=True, eq=False)
class WatchedRegion:
    """The part of the picture in which changes count.

    Attributes:
        region_px: u0, v0, u1, v1, u1 and v1 exclusive.
        outline_uv: Corners of the convex area within which balls can be, (n, 2).
        radius_px: Of a ball, about.
    """

    region_px: tuple[int, int, int, int]
    outline_uv: Floats
    radius_px: float


class ChangeGate:
    """Compares the pictures of a steady camera with what was measured before."""

    def __init__(self, watched: WatchedRegion) -> None:
        """Start without a reference: everything has changed."""
        self._watched = watched
        u0, v0, u1, v1 = watched.region_px
        self._halvings = max(0, round(np.log2(max(u1 - u0, v1 - v0) / GREY_WIDTH)))
        self._scale = 0.5**self._halvings
        self._mask: Grey | None = None
        self._reference: Grey | None = None
        side = max(1, round(watched.radius_px * self._scale))
        self._near = np.ones((side, side), np.uint8)

    def small(self, image: NDArray[np.uint8]) -> Grey:
        """Return the small grey copy of the region.

        Args:
            image: The luma of the whole picture, (h, w).
        """
        u0, v0, u1, v1 = self._watched.region_px
        k = 2**self._halvings
        part = image[v0 : v1 - (v1 - v0) % k, u0 : u1 - (u1 - u0) % k]
        if not self._halvings:
            return part.copy()
        for _ in range(self._halvings):
            half = (part.shape[1] // 2, part.shape[0] // 2)
            part = np.asarray(cv2.resize(part, half, interpolation=cv2.INTER_AREA))
        return part

    def changed(self, grey: Grey) -> list[Box] | None:
        """Return the places that changed since they were measured.

        Args:
            grey: As `small` returns it.

        Returns:
            Boxes around them, in pixels of the picture; None where everything changed
            or nothing was measured yet.
        """
        if self._reference is None or self._reference.shape != grey.shape:
            return None
        difference = _blurred(cv2.absdiff(grey, self._reference))
        least = _least_change(difference) - 0.5
        _, mask = cv2.threshold(difference, least, 1, cv2.THRESH_BINARY)
        mask = cv2.bitwise_and(mask, self._table_mask(grey.shape))
        if not cv2.countNonZero(mask):
            return []
        grown = cv2.dilate(mask, self._near)
        left, top, width, height = cv2.boundingRect(grown)
        count, _, stats, _ = cv2.connectedComponentsWithStats(
            grown[top : top + height, left : left + width], connectivity=8
        )
        if count - 1 > MOST_PLACES:
            return None
        corner = np.array([left, top, 0, 0])
        return [self._box(row[:4] + corner) for row in stats[1:]]

    def measured(self, grey: Grey, boxes: Iterable[Box] | None = None) -> None:
        """Take the picture as the reference, in some boxes or everywhere."""
        if boxes is None or self._reference is None:
            self._reference = grey.copy()
            return
        height, width = grey.shape
        u, v = self._watched.region_px[:2]
        for box in boxes:
            shifted = np.array(box) - (u, v, u, v)
            u0, v0, u1, v1 = (round(x) for x in shifted * self._scale)
            rows = slice(max(v0, 0), min(v1 + 1, height))
            columns = slice(max(u0, 0), min(u1 + 1, width))
            self._reference[rows, columns] = grey[rows, columns]

    def forget(self) -> None:
        """Drop the reference: everything counts as changed."""
        self._reference = None

    def moved_to(self, watched: WatchedRegion) -> None:
        """Watch the same region elsewhere in the picture, and forget."""
        self._watched = watched
        self._mask = None
        self.forget()

    def _table_mask(self, shape: tuple[int, ...]) -> Grey:
        if self._mask is None or self._mask.shape != shape:
            u, v = self._watched.region_px[:2]
            outline = (self._watched.outline_uv - (u, v)) * self._scale
            self._mask = np.zeros(shape, np.uint8)
            cv2.fillConvexPoly(self._mask, np.rint(outline).astype(np.int32), 1)
        return self._mask

    def _box(self, row: NDArray[np.int32]) -> Box:
        left, top, width, height = row
        u, v = self._watched.region_px[:2]
        beside = _BESIDE * self._watched.radius_px
        return (
            left / self._scale + u - beside,
            top / self._scale + v - beside,
            (left + width) / self._scale + u + beside,
            (top + height) / self._scale + v + beside,
        )


def _blurred(difference: NDArray[Any]) -> Grey:
    return np.asarray(cv2.blur(difference, (3, 3)), np.uint8)


def _least_change(difference: Grey) -> float:
    """Return by how much a place must change, given the noise of this picture.

    Most of a table does not change: what its quieter places differ by is noise.
    """
    quiet = np.sort(difference[::8, ::8], axis=None)
    noise = float(quiet[len(quiet) // 4])
    return min(max(CHANGE, _NOISE_FACTOR * noise), MOST_NOISE)


def disc_box(uv: Floats, radius_px: float) -> Box:
    """Return the box around a ball.

    Args:
        uv: (2,) its centre, pixels.
        radius_px: Its radius.
    """
    reach = _DISC * radius_px
    u, v = float(uv[0]), float(uv[1])
    return (u - reach, v - reach, u + reach, v + reach)


def joined(boxes: Sequence[Box], balls: Sequence[Box]) -> list[Box]:
    """Join boxes until none cuts another or a ball.

    Args:
        boxes: Places to measure.
        balls: Boxes of known balls; one that is cut is taken in whole.

    Returns:
        Boxes apart from each other; each ball lies inside of one or outside of all.
    """
    left = list(balls)
    done: list[Box] = []
    waiting = list(boxes)
    while waiting:
        box = waiting.pop()
        for others in (waiting, done, left):
            cut = [other for other in others if overlap(box, other)]
            if cut:
                others[:] = [other for other in others if other not in cut]
                waiting.append(_around([box, *cut]))
                break
        else:
            done.append(box)
    return done


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes share a place."""
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )


def cuts(box: Box, others: Iterable[Box]) -> bool:
    """Whether a box shares a place with any other."""
    return any(overlap(box, other) for other in others)


def inside(uv: Floats, box: Box) -> NDArray[np.bool_]:
    """Return which points lie in a box, shape (n,).

    Args:
        uv: (n, 2), pixels.
        box: Its left and upper edges belong to it.
    """
    low, high = np.array(box[:2]), np.array(box[2:])
    return np.asarray(((uv >= low) & (uv < high)).all(axis=1))


def inside_any(uv: Floats, boxes: Iterable[Box]) -> NDArray[np.bool_]:
    """Return which points lie in any of the boxes, shape (n,).

    Args:
        uv: (n, 2), pixels.
        boxes: Places.
    """
    within = np.zeros(len(uv), dtype=np.bool_)
    for box in boxes:
        within |= inside(uv, box)
    return within


def _around(boxes: Sequence[Box]) -> Box:
    u0, v0, u1, v1 = zip(*boxes, strict=True)
    return (min(u0), min(v0), max(u1), max(v1))
