"""The noses near those that the network followed: edges and network put together."""

from dataclasses import replace
from typing import Final

import numpy as np

from calibration.arrays import Image
from calibration.errors import CalibrationFitError, TableNotFoundError
from calibration.noses import (
    POINTS_A_SIDE,
    SQUEEZE,
    Noses,
    borders_of,
    judged,
    measured_edges,
)
from calibration.pose import USUAL_SQUEEZE, Pose, fit_pose, joined
from calibration.rails import RailFit, corners_apart

_READ_WEIGHT: Final = 1.5
_CONTRADICTION: Final = 0.003
"""Gap between edges and network from which the network alone counts, widths."""


def noses_near(image_bgr: Image, near: RailFit) -> Noses:
    """Return the noses that a network followed, measured at their edges too.

    Both are fitted together; where they contradict each other the network is right,
    for an edge may be that of a shadow.

    Args:
        image_bgr: The picture.
        near: What the network measured.

    Raises:
        TableNotFoundError: No nose stands out on some side.
    """
    read, pose = near.edges, near.fitted.pose
    try:
        for sigma, reach in ((1.2, 4.0), (1.0, 3.0)):
            edges, strength, blur = measured_edges(image_bgr, pose, sigma, reach)
            pose = fit_pose(edges, pose, scale_px=0.5, squeeze=SQUEEZE).pose
        gap = corners_apart(near.fitted.pose, pose)
        share = POINTS_A_SIDE * 4 / max(float(read.weight.sum()), 1e-9)
        points = replace(read, weight=read.weight * share * _READ_WEIGHT)
        if gap > _CONTRADICTION:
            pose, edges = near.fitted.pose, points
        else:
            edges = joined(edges, points)
        fitted = fit_pose(edges, pose, scale_px=0.5, squeeze=USUAL_SQUEEZE)
        cushion = _cushion_width(image_bgr, fitted.pose)
        fitted = replace(fitted, pose=replace(fitted.pose, cushion=cushion))
        noses = judged(fitted, edges, strength, blur)
        return replace(noses, gap=gap, margin=near.margin)
    except CalibrationFitError as error:
        raise TableNotFoundError(f"no table found: {error}") from error


def _cushion_width(image_bgr: Image, pose: Pose) -> float:
    """Return how far outside the noses the cloth ends, table widths."""
    borders = borders_of(image_bgr, pose)
    unit = pose.unit_from_uv(borders.uv)
    past = np.abs(unit) - np.array([pose.aspect / 2, 0.5])
    across = np.where(borders.side % 2 == 0, past[:, 1], past[:, 0])
    widths = [
        float(np.median(across[borders.side == side]))
        for side in range(4)
        if (borders.side == side).any()
    ]
    return float(np.clip(np.median(widths), 0.015, 0.1))
