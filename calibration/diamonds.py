"""Diamonds: the sights on the rails at quarters and eighths, a check of the scale.

Nobody prescribes how far from the nose a maker sets them (about 94 mm on a nine-foot
table), so that distance is measured: it is the one at which spots appear on all rails.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from scipy.ndimage import gaussian_filter1d

from adjudicator.table import TableGeometry
from calibration.arrays import FloatArray, Image, Mask
from calibration.cloth import to_lab
from calibration.table_calibration import TableCalibration

USUAL_OFFSET: Final = 0.0738
"""Distance from nose to sight over the width of the table: 3 11/16 of 50 inches."""

_NEAR, _FAR = 0.045, 0.125
_ALONG = 0.03
_SPOT = 0.004
_STEP = 0.001
_REACH = 0.012
_CLEAR = 4.0
_FEWEST = 8
_AGREED = 0.006


@dataclass(frozen=True)
class DiamondCheck:
    """The diamonds in a picture.

    Attributes:
        offset: Distance from the nose to the sights, metres.
        height: Apparent height of the sights above the cloth, metres: that of the
            rail's top, as far as the focal length is right and the maker kept to
            eighths and quarters.
        predicted_uv: Where they must be, (18, 2), pixels.
        uv: Where they are seen, (18, 2), pixels; predicted where not found.
        found: Which were found, (18,).
        error_mm: Distance between seen and predicted place, (18,); 0 if not found.
    """

    offset: float
    height: float
    predicted_uv: FloatArray
    uv: FloatArray
    found: Mask
    error_mm: FloatArray

    @property
    def count(self) -> int:
        """How many were found."""
        return int(self.found.sum())


def diamonds_xy(table: TableGeometry, offset: float | None = None) -> FloatArray:
    """Return the places of the 18 sights, metres, (18, 2).

    Args:
        table: Sizes.
        offset: Distance from the nose, metres; None takes the usual one.
    """
    places, outward = _on_noses(table)
    away = USUAL_OFFSET * table.width if offset is None else offset
    return np.asarray(places + outward * away)


def find_diamonds(image_bgr: Image, calibration: TableCalibration) -> DiamondCheck:
    """Look for the sights around a calibrated table.

    Args:
        image_bgr: The picture that was calibrated.
        calibration: Of it.
    """
    table = calibration.table
    places, outward = _on_noses(table)
    along = np.arange(-_ALONG, _ALONG + _STEP / 2, _STEP) * table.width
    away = np.arange(_NEAR, _FAR, _STEP) * table.width
    side = np.column_stack((-outward[:, 1], outward[:, 0]))
    xy = (
        places[:, None, None]
        + side[:, None, None] * along[None, :, None, None]
        + outward[:, None, None] * away[None, None, :, None]
    )
    response = _spots(image_bgr, calibration, xy)
    best = _common_offset(response, along, table.width)
    near = np.abs(along) <= _REACH * table.width
    close = np.abs(away - away[best]) <= _REACH * table.width
    window = np.where(near[:, None] & close[None, :], response, -1.0)
    flat = window.reshape(len(window), -1)
    peak = np.unravel_index(flat.argmax(axis=1), window.shape[1:])
    found = flat.max(axis=1) > max(_CLEAR, 0.3 * float(np.median(flat.max(axis=1))))
    seen = xy[np.arange(len(xy)), peak[0], peak[1]]
    offset, rise = float(away[best]), 0.0
    nadir = np.array(calibration.camera.position())
    if found.sum() >= _FEWEST:
        offset, rise = _offset_and_rise(
            places[found], outward[found], seen[found], nadir[:2]
        )
    ideal = places + outward * offset
    predicted = ideal + rise * (ideal - nadir[:2])
    error = np.linalg.norm(seen - predicted, axis=1)
    found &= error < _AGREED * table.width
    found &= found.sum() >= _FEWEST
    seen = np.where(found[:, None], seen, predicted)
    height = table.nose_height + rise / (1 + rise) * (nadir[2] - table.nose_height)
    return DiamondCheck(
        offset,
        float(height),
        calibration.nose_uv_from_xy(predicted),
        calibration.nose_uv_from_xy(seen),
        found,
        1000 * np.where(found, error, 0.0),
    )


def _offset_and_rise(
    places: FloatArray, outward: FloatArray, seen: FloatArray, nadir: FloatArray
) -> tuple[float, float]:
    """Fit the distance from the nose and the enlargement of a higher plane.

    Seen from a camera above `nadir`, points of a higher plane appear in the plane of
    the noses further from the nadir, by the same factor everywhere.
    """
    keep = np.ones(len(places), dtype=bool)
    offset, rise = 0.0, 0.0
    for _ in range(3):
        away = places - nadir
        spread = away + outward * offset
        rows = np.column_stack((outward[keep].ravel(), spread[keep].ravel()))
        solution, *_ = np.linalg.lstsq(rows, (seen - places)[keep].ravel(), rcond=None)
        offset, rise = (float(value) for value in solution)
        miss = np.linalg.norm(seen - places - outward * offset - rise * spread, axis=1)
        keep = miss <= 3 * max(float(np.median(miss)), 0.001)
    return offset, rise


def _on_noses(table: TableGeometry) -> tuple[FloatArray, FloatArray]:
    """Return the feet of the sights on the nose lines and the outward normals."""
    places, outward = [], []
    for eighth in (-3, -2, -1, 1, 2, 3):
        for side in (1, -1):
            places.append((eighth * table.length / 8, side * table.width / 2))
            outward.append((0.0, float(side)))
    for quarter in (-1, 0, 1):
        for side in (1, -1):
            places.append((side * table.length / 2, quarter * table.width / 4))
            outward.append((float(side), 0.0))
    return np.array(places), np.array(outward)


def _spots(
    image_bgr: Image, calibration: TableCalibration, xy: FloatArray
) -> FloatArray:
    """Return how much each sample differs in lightness from its ring, (18, a, b)."""
    uv = calibration.nose_uv_from_xy(xy.reshape(-1, 2)).astype(np.float32)
    shape = (xy.shape[0] * xy.shape[1], xy.shape[2])
    picked = cv2.remap(
        image_bgr,
        uv[:, 0].reshape(shape),
        uv[:, 1].reshape(shape),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    light = to_lab(picked)[..., 0].reshape(xy.shape[:3])
    return np.abs(_smooth(light, _SPOT) - _smooth(light, 2.5 * _SPOT))


def _smooth(light: FloatArray, size: float) -> FloatArray:
    sigma = size / _STEP
    once = gaussian_filter1d(light, sigma, axis=1, mode="nearest")
    return np.asarray(gaussian_filter1d(once, sigma, axis=2, mode="nearest"))


def _common_offset(response: FloatArray, along: FloatArray, width: float) -> int:
    """Return the column at which spots stand out on most rails at once."""
    middle = np.abs(along) <= 0.008 * width
    beside = np.abs(along) > 0.018 * width
    centred = response[:, middle].max(axis=1)
    around = response[:, beside].max(axis=1)
    score = np.clip(centred - around, -6.0, 12.0).mean(axis=0)
    return int(gaussian_filter1d(score, 2.0).argmax())
