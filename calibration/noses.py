"""The noses of the four cushions: the edges at which the playing surface ends.

From the cloth outward one meets the shadow under the cushion, the nose, the cushion's
top and the wooden rail. The outline of the cloth gives the last edge; the nose lies a
cushion's width inside it, and that width is the same on all four rails, which settles
which of several edges (of shadows, of light) is the nose where one rail alone is not
clear.
"""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import maximum_filter1d

from calibration.arrays import FloatArray, Image
from calibration.cloth import colour_distance
from calibration.errors import CalibrationFitError, TableNotFoundError
from calibration.rectangle import SeenRectangle, fit_rectangle
from calibration.ridges import Profile, edge_points, profile, straight_rows
from calibration.strips import Strip, long_first, take_strip

USUAL_CUSHION = 0.042
"""Width of a cushion over the width of the table."""

_CUSHION_SPREAD = 0.3
_WIDTHS = np.arange(0.018, 0.070, 0.0005)
_TOLERANCE = 0.005
_FALLING = 0.3
_FAINT = 0.03
_BESIDE = 0.008
_UNLIKE = 0.12
_ALIKE = 16.0


@dataclass(frozen=True)
class Noses:
    """The four noses.

    Attributes:
        seen: Rectangle of the noses, side 0 a long one.
        cushion: Width of the cushions, table widths.
        strength: Change of colour per pixel at each nose, (4,).
    """

    seen: SeenRectangle
    cushion: float
    strength: FloatArray


def find_noses(image_bgr: Image, outline: SeenRectangle) -> Noses:
    """Return the noses inside an outline of the cloth.

    Args:
        image_bgr: The picture.
        outline: Sides of the cloth, to a few pixels, in the full picture.

    Raises:
        TableNotFoundError: No nose stands out on some side.
    """
    try:
        return _find(image_bgr, outline)
    except CalibrationFitError as error:
        raise TableNotFoundError(f"no table found: {error}") from error


def _find(image_bgr: Image, outline: SeenRectangle) -> Noses:
    border = SeenRectangle(long_first(outline.corners), outline.lens)
    for _ in range(2):
        border = _border(image_bgr, border)
    strips = [
        take_strip(
            image_bgr, border, side, margin=USUAL_CUSHION, inward=0.05, outward=0.055
        )
        for side in range(4)
    ]
    profiles = [_nose_profile(strip) for strip in strips]
    weights = [
        _weighed(each, strip) for each, strip in zip(profiles, strips, strict=True)
    ]
    cushion, depths = _common_width(profiles, weights)
    seen = _fitted(strips, profiles, depths, border)
    strength = np.array(
        [
            float(np.interp(depth, each.depth, each.strength))
            for depth, each in zip(depths, profiles, strict=True)
        ]
    )
    if (strength < _FAINT).any():
        raise TableNotFoundError("no table found: no cushion nose stands out")
    for sigma, reach in ((1.4, 5.0), (1.2, 4.0), (1.0, 3.0)):
        seen = _refined(image_bgr, seen, sigma, reach)
    return Noses(seen, cushion, strength)


def _border(image_bgr: Image, start: SeenRectangle) -> SeenRectangle:
    """Return the outer edges of the cushions, where cloth meets wood."""
    found = []
    for side in range(4):
        strip = take_strip(
            image_bgr, start, side, margin=USUAL_CUSHION, inward=0.03, outward=0.14
        )
        tries = np.linspace(-0.03, 0.03, 21)
        line = profile(
            strip,
            sigma_px=2.0,
            window=(USUAL_CUSHION - 0.025, USUAL_CUSHION + 0.055),
            slopes=tries,
            bows=np.linspace(-0.01, 0.01, 5),
        )
        away = np.abs(line.depth - USUAL_CUSHION)
        weighed = line.strength * np.exp(-0.5 * (away / 0.02) ** 2)
        weighed = weighed * _leaving_cloth(strip, line)
        best = int(weighed.argmax())
        points = edge_points(
            strip,
            line.line(strip.s, float(line.depth[best])),
            line.direction[best],
            sigma_px=2.0,
            reach_px=8.0,
        )
        found.append(start.lens.distort(points))
    return fit_rectangle(found, start, scale_px=1.0)


def _nose_profile(strip: Strip) -> Profile:
    return profile(
        strip,
        sigma_px=1.4,
        window=(-0.025, 0.018),
        slopes=np.linspace(-0.006, 0.006, 9),
        bows=np.linspace(-0.004, 0.004, 5),
    )


def _common_width(
    profiles: list[Profile], weights: list[FloatArray]
) -> tuple[float, FloatArray]:
    """Return the cushion's width and the depth of the nose on each rail."""
    total = -0.5 * (np.log(_WIDTHS / USUAL_CUSHION) / _CUSHION_SPREAD) ** 2
    for each, weighed in zip(profiles, weights, strict=True):
        size = int(2 * _TOLERANCE / (each.depth[1] - each.depth[0])) | 1
        widest = maximum_filter1d(weighed, size, mode="nearest")
        at_width = np.interp(USUAL_CUSHION - _WIDTHS, each.depth, widest)
        total = total + np.log(at_width + _FAINT)
    cushion = float(_WIDTHS[int(total.argmax())])
    depths = []
    for each, weighed in zip(profiles, weights, strict=True):
        away = np.abs(each.depth - (USUAL_CUSHION - cushion))
        near = np.where(away <= _TOLERANCE, weighed, -1.0)
        depths.append(float(each.depth[int(near.argmax())]))
    return cushion, np.array(depths)


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
    colour = np.median(aligned, axis=0)
    bed = np.median(colour[strip.depth <= strip.depth[0] + 0.015], axis=0)
    return np.asarray(np.exp(-((colour_distance(colour, bed) / _ALIKE) ** 2)))


def _beside(values: FloatArray, strip: Strip, offset: float) -> FloatArray:
    return np.interp(strip.depth + offset, strip.depth, values)


def _fitted(
    strips: list[Strip],
    profiles: list[Profile],
    depths: FloatArray,
    border: SeenRectangle,
) -> SeenRectangle:
    found = []
    for strip, each, depth in zip(strips, profiles, depths, strict=True):
        direction = each.direction[int(np.abs(each.depth - depth).argmin())]
        points = edge_points(
            strip, each.line(strip.s, depth), direction, sigma_px=1.4, reach_px=4.0
        )
        found.append(border.lens.distort(points))
    return fit_rectangle(found, border, scale_px=1.0)


def _refined(
    image_bgr: Image, seen: SeenRectangle, sigma: float, reach: float
) -> SeenRectangle:
    """Measure the noses again in strips that follow them."""
    found = []
    for side in range(4):
        strip = take_strip(
            image_bgr, seen, side, margin=0.0, inward=0.03, outward=0.03, rows=480
        )
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
        points = edge_points(
            strip,
            np.full(len(strip.s), line.depth[best]),
            line.direction[best],
            sigma_px=sigma,
            reach_px=reach,
        )
        found.append(seen.lens.distort(points))
    return fit_rectangle(found, seen, scale_px=0.5)
