"""The cue as a long, thin, straight part of what differs from the empty table."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cue_ends import follow_axis
from vision.cue_scene import RIM, SHORTEST, CueAxis, CueLine, CueScene, cue_width

FloatArray = NDArray[np.float64]
Mask = NDArray[np.uint8]

_LINE: Final = 0.11
"""Of a cue in pieces so much is seen, metres."""

_GAP: Final = 0.03
"""A cue may be unseen over so much of its way, metres."""

_LONG: Final = 4.0
"""Spread along a piece over that across it."""

_MOST_PIECES: Final = 3

_CLEAR: Final = 0.8
"""Evidence of the pixels whose shape is looked at."""

_PART_OF_HIGHEST: Final = 0.42
"""What differs less than so much of what is beside it is a thing's blurred rim."""

_SURE: Final = 0.9
"""Evidence that a cue reaches in places; its shadow hardly does."""

_SURE_PART: Final = 0.5

_MOST_LINES: Final = 4

_BESIDE: Final = 1.6
"""Pixels beside its axis that a cue's are, at most."""

_FEWEST: Final = 10
_MOST_POINTS: Final = 1200


def find_cue(scene: CueScene, box: tuple[int, int, int, int]) -> CueLine | None:
    """Return the cue over the table, or None.

    Args:
        scene: What differs from the empty table, and the balls.
        box: u0, v0, u1, v1 outside which nothing differs.
    """
    thin = _thin_parts(scene, box)
    rows, columns = np.nonzero(thin > 0)
    if len(rows) < _FEWEST:
        return None
    corner = np.array(box[:2], dtype=np.float64)
    if len(rows) > _MOST_POINTS:
        some = np.linspace(0, len(rows) - 1, _MOST_POINTS).astype(int)
        rows, columns = rows[some], columns[some]
    points = np.column_stack((columns, rows)).astype(np.float64) + corner
    weight = scene.evidence[rows + box[1], columns + box[0]].astype(np.float64)
    lines = [*_pieces(thin, scene.metre), *_lines(thin, scene.metre)]
    if not lines:
        return None
    axes = _fitted(np.array(lines) + corner, points, weight)
    best = max(axes, key=lambda axis: axis.strength, default=None)
    if best is None or best.support < SHORTEST * scene.metre:
        return None
    return follow_axis(scene, best)


def _thin_parts(scene: CueScene, box: tuple[int, int, int, int]) -> Mask:
    """Return the pixels of narrow things in a box, shape (v1 - v0, u1 - u0)."""
    u0, v0, u1, v1 = box
    evidence = scene.evidence[v0:v1, u0:u1]
    size = cue_width(scene.metre, scene.blur)
    clear = evidence > _CLEAR
    at = np.flatnonzero(clear)
    found = clear.view(np.uint8)
    if len(at) < _FEWEST:
        return np.zeros_like(found)
    highest = np.asarray(cv2.dilate(evidence, np.ones((size, size), np.uint8)))
    there = evidence.reshape(-1)[at] > _PART_OF_HIGHEST * highest.reshape(-1)[at]
    found.reshape(-1)[at] = there
    reach = round(16 * ((1 + RIM) * scene.radius + 0.5))
    for u, v in np.round((scene.balls - [u0, v0]) * 16).astype(int).tolist():
        cv2.circle(found, (u, v), reach, 0, -1, cv2.LINE_8, 4)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    solid = cv2.morphologyEx(found, cv2.MORPH_OPEN, disc)
    near = cv2.dilate(solid, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.subtract(found, near), dtype=np.uint8)


def _pieces(thin: Mask, metre: float) -> list[FloatArray]:
    """Return the long axes of narrow pieces as both ends, shape (2, 2)."""
    left, top, wide, high = cv2.boundingRect(thin)
    own = thin[top : top + high, left : left + wide]
    _, label, stats, _ = cv2.connectedComponentsWithStats(own)
    found = []
    order = np.argsort(-stats[1:, cv2.CC_STAT_AREA])[:_MOST_PIECES] + 1
    for number in order.tolist():
        if stats[number, cv2.CC_STAT_AREA] < _FEWEST:
            break
        u, v, width, height = (int(value) for value in stats[number, :4])
        part = label[v : v + height, u : u + width] == number
        corner = np.array([u + left, v + top], dtype=np.float64)
        points = np.argwhere(part)[:, ::-1] + corner
        middle = points.mean(axis=0)
        spread, axes = np.linalg.eigh(np.cov((points - middle).T))
        half = np.sqrt(3 * max(float(spread[1]), 0.0))
        if 2 * half < 0.7 * SHORTEST * metre or spread[1] < _LONG * spread[0]:
            continue
        found.append(np.array([middle - half * axes[:, 1], middle + half * axes[:, 1]]))
    return found


def _lines(thin: Mask, metre: float) -> list[FloatArray]:
    """Return straight rows of thin pixels as both ends, (2, 2), longest first."""
    found = cv2.HoughLinesP(
        thin,
        1,
        np.pi / 180,
        threshold=max(8, round(0.6 * _LINE * metre)),
        minLineLength=_LINE * metre,
        maxLineGap=2 * _GAP * metre,
    )
    if found is None:
        return []
    lines = found.reshape(-1, 2, 2).astype(np.float64)
    length = np.hypot(*(lines[:, 1] - lines[:, 0]).T)
    kept: list[FloatArray] = []
    for line in lines[np.argsort(-length)]:
        if len(kept) == _MOST_LINES:
            break
        if not any(_runs_along(line, other) for other in kept):
            kept.append(line)
    return kept


def _runs_along(line: FloatArray, other: FloatArray) -> bool:
    way = other[1] - other[0]
    normal = np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-9)
    return bool(np.abs((line - other[0]) @ normal).max() < _BESIDE)


def _fitted(lines: FloatArray, points: FloatArray, weight: FloatArray) -> list[CueAxis]:
    """Return the axes of the thin pixels beside lines that have enough of them.

    Args:
        lines: Both ends of each, pixels, shape (k, 2, 2).
        points: The thin pixels, shape (n, 2).
        weight: Their evidence, shape (n,).
    """
    origin = points.mean(axis=0)
    x, y = (points - origin).T
    products = np.column_stack((np.ones(len(x)), x, y, x * x, y * y, x * y))
    capped = np.minimum(weight, 2.0)
    middle = lines.mean(axis=1) - origin
    way = lines[:, 1] - lines[:, 0]
    along = way / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
    enough = np.ones(len(lines), np.bool_)
    for reach in (3.0, _BESIDE):
        near = np.abs(_off(x, y, middle, along)) < reach
        enough &= near.sum(axis=1) >= _FEWEST
        total, *sums = ((near * capped) @ products).T
        mx, my, xx, yy, xy = (one / np.maximum(total, 1e-9) for one in sums)
        turn = 0.5 * np.arctan2(2 * (xy - mx * my), xx - mx * mx - yy + my * my)
        middle = np.column_stack((mx, my))
        along = np.column_stack((np.cos(turn), np.sin(turn)))
    near = np.abs(_off(x, y, middle, along)) < _BESIDE
    sure = (near & (weight > _SURE)).sum(axis=1) >= _SURE_PART * near.sum(axis=1)
    enough &= sure & near.any(axis=1)
    found = []
    for row in np.flatnonzero(enough):
        own = points[near[row]] - origin - middle[row]
        support = len(np.unique(np.round(own @ along[row])))
        strength = support * min(float(weight[near[row]].mean()), 2.0)
        found.append(CueAxis(middle[row] + origin, along[row], support, strength))
    return found


def _off(
    x: FloatArray, y: FloatArray, middle: FloatArray, along: FloatArray
) -> FloatArray:
    """Return how far points lie beside axes, with a sign, shape (k, n)."""
    across = along[:, :1] * (y - middle[:, 1:]) - along[:, 1:] * (x - middle[:, :1])
    return np.asarray(across)
