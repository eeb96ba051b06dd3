"""The noses of the four cushions: the edges at which the playing surface ends.

From the cloth outward one meets the shadow under the cushion, the nose, the cushion's
top and the wooden rail. The outline of the cloth gives the last edge; the nose lies a
cushion's width inside it, and that width is the same on all four rails, which settles
which of several edges (of shadows, of light) is the nose where one rail alone is not
clear.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.ndimage import maximum_filter1d

from calibration.arrays import FloatArray, Image
from calibration.cloth import colour_distance
from calibration.errors import CalibrationFitError, TableNotFoundError
from calibration.pose import (
    USUAL_CUSHION,
    Edges,
    Pose,
    PoseFit,
    corner_spread,
    fit_pose,
    joined,
)
from calibration.rectangle import SeenRectangle
from calibration.ridges import Profile, edge_points, profile, straight_rows
from calibration.strips import Strip, take_strip

_CUSHION_SPREAD = 0.3
_WIDTHS = np.arange(0.018, 0.070, 0.0005)
_TOLERANCE = 0.004
_TRIES = 3
_ROWS = 240
_STRAIGHT = 0.74
"""Share of the rails that is straight nose, about."""

_LEAST_SIGMA = 0.3
_SHARP_PX = 2.8
"""Width of the edge of a sharp picture at half its height, as measured here."""
_FALLING = 0.3
_FAINT = 0.03
_BESIDE = 0.008
_UNLIKE = 0.12
_ALIKE = 16.0
_FEWEST_POINTS = 8
POINTS_A_SIDE = 60.0
_BORDER_WEIGHT = 0.15
_BORDER_REACH, _BORDER_USUAL = 0.045, 0.03
_BORDER_NEAR = 0.75 * USUAL_CUSHION, 1.3 * USUAL_CUSHION
_COVERED = 22.0
_LEAST_VISIBLE = 0.4
SQUEEZE = 0.02


@dataclass(frozen=True)
class Noses:
    """The four noses.

    Attributes:
        pose: Of the camera.
        seen: Rectangle of the noses, side 0 a long one.
        cushion: Width of the cushions, table widths.
        strength: Change of colour per pixel at each nose, (4,).
        support: Share of the rails' length on which the nose is seen.
        corner_spread: Standard deviation of the corners, table widths, (4,).
        blur: Width of the noses' edges beyond that of sharp ones, table widths.
        gap: How far apart edges and network put a corner, table widths.
        edges: What the pose was fitted to.
        margin: By how much the noses are likelier than far edges of cushions would be,
            logarithm of a likelihood; not a number where the network had no say.
    """

    pose: Pose
    seen: SeenRectangle
    cushion: float
    strength: FloatArray
    support: float
    corner_spread: FloatArray
    blur: float
    edges: Edges
    gap: float = math.nan
    margin: float = math.nan


def find_noses(image_bgr: Image, start: Pose) -> Iterator[Noses]:
    """Yield what may be the noses inside the outline of the cloth, likeliest first.

    Args:
        image_bgr: The picture.
        start: A pose whose cushions end where the cloth ends, to a few pixels.

    Raises:
        TableNotFoundError: No nose stands out on some side.
    """
    try:
        yield from _find(image_bgr, start)
    except CalibrationFitError as error:
        raise TableNotFoundError(f"no table found: {error}") from error


def _find(image_bgr: Image, start: Pose) -> Iterator[Noses]:
    pose = start
    for _ in range(2):
        borders = borders_of(image_bgr, pose)
        pose = fit_pose(borders, pose, scale_px=1.0).pose
    borders = replace(borders, weight=borders.weight * _BORDER_WEIGHT)
    strips = _strips(image_bgr, pose, inward=0.05, outward=0.055)
    profiles = [_nose_profile(strip) for strip in strips]
    weights = [
        _weighed(each, strip) for each, strip in zip(profiles, strips, strict=True)
    ]
    failed: CalibrationFitError | None = None
    count = 0
    for cushion in _likely_widths(profiles, weights, pose.cushion):
        depths = _depths(profiles, weights, pose.cushion - cushion)
        try:
            noses = _at_depths(pose, strips, profiles, depths)
            fitted = fit_pose(
                joined(noses, borders), replace(pose, cushion=cushion), scale_px=1.0
            )
            found = _followed(image_bgr, fitted, borders)
        except CalibrationFitError as error:
            failed = error
            continue
        count += 1
        yield found
    if failed is not None and not count:
        raise failed


def _at_depths(
    pose: Pose, strips: list[Strip], profiles: list[Profile], depths: FloatArray
) -> Edges:
    """Return the points of the edges at a depth on each rail."""
    lines = [
        each.line(strip.s, depth)
        for each, strip, depth in zip(profiles, strips, depths, strict=True)
    ]
    ways = [
        each.direction[int(np.abs(each.depth - depth).argmin())]
        for each, depth in zip(profiles, depths, strict=True)
    ]
    return _points(pose, strips, lines, ways, sigma=1.4, reach=4.0, is_outer=False)


def _followed(image_bgr: Image, fitted: PoseFit, borders: Edges) -> Noses:
    """Measure the noses again and again in strips that follow them."""
    for sigma, reach in ((1.4, 5.0), (1.2, 4.0), (1.0, 3.0)):
        noses, strength, blur = measured_edges(image_bgr, fitted.pose, sigma, reach)
        edges = joined(noses, borders)
        fitted = fit_pose(edges, fitted.pose, scale_px=0.5, squeeze=SQUEEZE)
    return judged(fitted, edges, strength, blur)


def judged(fitted: PoseFit, edges: Edges, strength: FloatArray, blur: float) -> Noses:
    """Return the noses of a fit, with how well the edges lie on them."""
    away = np.abs(fitted.distance[~edges.is_outer])
    limit = 3 * max(1.4826 * float(np.median(away)), 0.15)
    good = away < limit
    rms = float(np.sqrt((away[good] ** 2).mean()))
    pose = fitted.pose
    return Noses(
        pose,
        pose.rectangle(0.0, rms, float(good.mean())),
        pose.cushion,
        strength,
        float(good.sum()) / (4 * _ROWS * _STRAIGHT),
        corner_spread(fitted, edges, max(rms, _LEAST_SIGMA)),
        blur,
        edges,
    )


def _strips(image_bgr: Image, pose: Pose, inward: float, outward: float) -> list[Strip]:
    seen = pose.rectangle()
    strips = [
        take_strip(
            image_bgr,
            seen,
            side,
            margin=0.0,
            inward=inward,
            outward=outward,
            rows=_ROWS,
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


def _points(
    pose: Pose,
    strips: list[Strip],
    lines: list[FloatArray],
    ways: list[FloatArray],
    *,
    sigma: float,
    reach: float,
    is_outer: bool,
) -> Edges:
    """Return the points of edges near a line on each rail."""
    found = [
        pose.lens.distort(edge_points(strip, line, way, sigma_px=sigma, reach_px=reach))
        for strip, line, way in zip(strips, lines, ways, strict=True)
    ]
    counts = [len(points) for points in found]
    if sorted(counts)[1] < _FEWEST_POINTS:
        raise CalibrationFitError(
            f"three rails need {_FEWEST_POINTS} edge points, found {counts}"
        )
    side = np.repeat(np.arange(4), counts)
    return Edges(
        np.concatenate(found),
        side,
        np.full(len(side), is_outer),
        np.full(len(side), POINTS_A_SIDE / len(strips[0].s)),
    )


def borders_of(image_bgr: Image, pose: Pose) -> Edges:
    """Return the outer edges of the cushions, where cloth meets wood."""
    strips = _strips(image_bgr, pose, inward=0.03, outward=0.14)
    near = float(np.clip(pose.cushion, *_BORDER_NEAR))
    lines, ways = [], []
    for strip in strips:
        line = profile(
            strip,
            sigma_px=2.0,
            window=(near - _BORDER_REACH, near + _BORDER_REACH),
            slopes=np.linspace(-0.015, 0.015, 11),
            bows=np.linspace(-0.006, 0.006, 5),
        )
        away = np.abs(line.depth - near)
        weighed = line.strength * np.exp(-0.5 * (away / _BORDER_USUAL) ** 2)
        weighed = weighed * _leaving_cloth(strip, line)
        best = int(weighed.argmax())
        lines.append(line.line(strip.s, float(line.depth[best])))
        ways.append(line.direction[best])
    return _points(pose, strips, lines, ways, sigma=2.0, reach=8.0, is_outer=True)


def _nose_profile(strip: Strip) -> Profile:
    return profile(
        strip,
        sigma_px=1.4,
        window=(-0.025, 0.018),
        slopes=np.linspace(-0.006, 0.006, 9),
        bows=np.linspace(-0.004, 0.004, 5),
    )


def _likely_widths(
    profiles: list[Profile], weights: list[FloatArray], outer: float
) -> list[float]:
    """Return likely widths of the cushions, the likeliest first."""
    total = -0.5 * (np.log(_WIDTHS / USUAL_CUSHION) / _CUSHION_SPREAD) ** 2
    for each, weighed in zip(profiles, weights, strict=True):
        size = int(2 * _TOLERANCE / (each.depth[1] - each.depth[0])) | 1
        widest = maximum_filter1d(weighed, size, mode="nearest")
        at_width = np.interp(outer - _WIDTHS, each.depth, widest)
        total = total + np.log(at_width + _FAINT)
    likely: list[float] = []
    while len(likely) < _TRIES:
        best = int(total.argmax())
        likely.append(float(_WIDTHS[best]))
        total[np.abs(_WIDTHS - _WIDTHS[best]) < 2 * _TOLERANCE] = -np.inf
    return likely


def _depths(
    profiles: list[Profile], weights: list[FloatArray], middle: float
) -> FloatArray:
    """Return the depth of the nose on each rail, near one that they share."""
    depths = []
    for each, weighed in zip(profiles, weights, strict=True):
        away = np.abs(each.depth - middle)
        near = np.where(away <= _TOLERANCE, weighed, -1.0)
        depths.append(float(each.depth[int(near.argmax())]))
    return np.array(depths)


def _weighed(each: Profile, strip: Strip) -> FloatArray:
    """Return the strength of edges that may be noses: cloth lies beyond them."""
    factor = np.where(each.light > 0, 1.0, _FALLING)
    beyond = _beside(_likeness(strip, each), strip, _BESIDE)
    return np.asarray(np.minimum(each.strength, 4.0) * factor * (_UNLIKE + beyond))


def _leaving_cloth(strip: Strip, line: Profile) -> FloatArray:
    """Return how much the colour stops being the cloth's at each depth, 0..1."""
    like = _likeness(strip, line)
    drop = _beside(like, strip, -_BESIDE) - _beside(like, strip, _BESIDE)
    return np.asarray(np.clip(drop, 0.0, 1.0) + _UNLIKE)


def _likeness(strip: Strip, line: Profile) -> FloatArray:
    """Return how much each depth has the colour of the bed beside this rail, 0..1."""
    rows = straight_rows(strip)
    spacing = strip.depth[1] - strip.depth[0]
    shift = np.round(line.line(strip.s[rows], 0.0) / spacing).astype(int)
    index = np.arange(len(strip.depth))[None, :] + shift[:, None]
    index = np.clip(index, 0, len(strip.depth) - 1)
    aligned = np.take_along_axis(strip.lab[rows], index[:, :, None], axis=1)
    if not len(aligned):  # nothing of this rail is in the picture
        return np.zeros(len(strip.depth))
    colour = np.median(aligned, axis=0)
    bed = np.median(colour[strip.depth <= strip.depth[0] + 0.015], axis=0)
    return np.asarray(np.exp(-((colour_distance(colour, bed) / _ALIKE) ** 2)))


def _beside(values: FloatArray, strip: Strip, offset: float) -> FloatArray:
    return np.interp(strip.depth + offset, strip.depth, values)


def measured_edges(
    image_bgr: Image, pose: Pose, sigma: float, reach: float
) -> tuple[Edges, FloatArray, float]:
    """Measure the noses in strips that follow them; return strength and blur too.

    Args:
        image_bgr: The picture.
        pose: Its noses are followed.
        sigma: Width over which an edge is measured, pixels.
        reach: How far from the pose's noses to look, pixels.
    """
    strips = _strips(image_bgr, pose, inward=0.03, outward=0.03)
    lines, ways, strength, blurs = [], [], [], []
    for strip in strips:
        line = profile(
            strip,
            sigma_px=sigma,
            window=(-0.006, 0.006),
            slopes=np.zeros(1),
            bows=np.zeros(1),
        )
        away = np.abs(line.depth) * strip.step_px / (line.depth[1] - line.depth[0])
        near = np.exp(-0.5 * (away / (reach / 2.5)) ** 2)
        best = int((_weighed(line, strip) * near).argmax())
        lines.append(np.full(len(strip.s), line.depth[best]))
        ways.append(line.direction[best])
        strength.append(float(line.strength[best]))
        blurs.append(_blur(line, strip, best))
    found = _points(pose, strips, lines, ways, sigma=sigma, reach=reach, is_outer=False)
    return found, np.array(strength), float(np.median(blurs))


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
