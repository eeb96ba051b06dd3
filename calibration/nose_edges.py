"""The edges of the noses in the picture: where they are, how strong and how sharp.

From the cloth outward one meets the shadow under the cushion, the nose, the cushion's
top and the wooden rail. The networks say which of the edges is the nose; what the
picture itself shows there tells how far they can be trusted.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.cloth import colour_distance
from calibration.pose import Edges, Pose
from calibration.ridges import Profile, edge_points, profile, straight_rows
from calibration.strips import Strip, take_strip

SIGMA_PX: Final = 1.0
REACH_PX: Final = 3.0
ROWS: Final = 240
"""Places along each rail at which the edge is looked for."""

_SHARP_PX: Final = 2.8
"""Width of the edge of a sharp picture at half its height, as measured here."""

_FALLING: Final = 0.3
_BESIDE: Final = 0.008
_UNLIKE: Final = 0.12
_ALIKE: Final = 16.0
_MOST_STRENGTH: Final = 4.0
_POINTS_A_SIDE: Final = 60.0
_DEEP: Final = 0.03
_COVERED: Final = 22.0
_LEAST_VISIBLE: Final = 0.4


@dataclass(frozen=True)
class NoseEdges:
    """The edges of the four noses.

    Attributes:
        points: Where the picture changes most, on each rail.
        strength: Change of colour per pixel at each nose, (4,).
        blur: Width of the edges beyond that of sharp ones, table widths.
    """

    points: Edges
    strength: FloatArray
    blur: float


def nose_edges(
    image_bgr: Image, pose: Pose, sigma: float = SIGMA_PX, reach: float = REACH_PX
) -> NoseEdges:
    """Measure the noses in strips that follow them.

    Args:
        image_bgr: The picture.
        pose: Its noses are followed.
        sigma: Width over which an edge is measured, pixels.
        reach: How far from the pose's noses to look, pixels.
    """
    found, strength, blurs = [], [], []
    strips = _strips(image_bgr, pose)
    for strip in strips:
        line = profile(strip, sigma)
        away = np.abs(line.depth) * strip.step_px / (line.depth[1] - line.depth[0])
        near = np.exp(-0.5 * (away / (reach / 2.5)) ** 2)
        best = int((_weighed(line, strip) * near).argmax())
        at = np.full(len(strip.s), line.depth[best])
        way = line.direction[best]
        straight = edge_points(strip, at, way, sigma_px=sigma, reach_px=reach)
        found.append(pose.lens.distort(straight))
        strength.append(float(line.strength[best]))
        blurs.append(_blur(line, strip, best))
    return NoseEdges(_points(found), np.array(strength), float(np.median(blurs)))


def _points(found: list[FloatArray]) -> Edges:
    side = np.repeat(np.arange(4), [len(points) for points in found])
    weight = np.full(len(side), _POINTS_A_SIDE / ROWS)
    return Edges(np.concatenate(found), side, np.zeros(len(side), np.bool_), weight)


def _strips(image_bgr: Image, pose: Pose) -> list[Strip]:
    seen = pose.rectangle()
    strips = [
        take_strip(
            image_bgr, seen, side, margin=0.0, inward=_DEEP, outward=_DEEP, rows=ROWS
        )
        for side in range(4)
    ]
    beds = [
        np.median(strip.lab[:, strip.depth <= strip.depth[0] + 0.015], axis=1)
        for strip in strips
    ]
    bed = np.median(np.concatenate(beds), axis=0)
    visible = [colour_distance(colours, bed) < _COVERED for colours in beds]
    if np.concatenate(visible).mean() < _LEAST_VISIBLE:
        return strips
    return [
        replace(strip, visible=rows_seen)
        for strip, rows_seen in zip(strips, visible, strict=True)
    ]


def _weighed(each: Profile, strip: Strip) -> FloatArray:
    """Return the strength of edges that may be noses: cloth lies beyond them."""
    factor = np.where(each.light > 0, 1.0, _FALLING)
    beyond = _beside(_likeness(strip), strip, _BESIDE)
    return np.asarray(
        np.minimum(each.strength, _MOST_STRENGTH) * factor * (_UNLIKE + beyond)
    )


def _likeness(strip: Strip) -> FloatArray:
    """Return how much each depth has the colour of the bed beside this rail, 0..1."""
    rows = strip.lab[straight_rows(strip)]
    if not len(rows):  # nothing of this rail is in the picture
        return np.zeros(len(strip.depth))
    colour = np.median(rows, axis=0)
    bed = np.median(colour[strip.depth <= strip.depth[0] + 0.015], axis=0)
    return np.asarray(np.exp(-((colour_distance(colour, bed) / _ALIKE) ** 2)))


def _beside(values: FloatArray, strip: Strip, offset: float) -> FloatArray:
    return np.interp(strip.depth + offset, strip.depth, values)


def _blur(line: Profile, strip: Strip, best: int) -> float:
    """Return how much wider than a sharp edge the one at `best` is, table widths."""
    over = line.strength >= line.strength[best] / 2
    low = high = best
    while low > 0 and over[low - 1]:
        low -= 1
    while high < len(over) - 1 and over[high + 1]:
        high += 1
    wide_px = (high - low + 1) * strip.step_px
    step = float(line.depth[1] - line.depth[0])
    return max(0.0, wide_px - _SHARP_PX) * step / strip.step_px
