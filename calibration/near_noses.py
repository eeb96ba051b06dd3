"""The noses near those that the network followed: edges and network put together."""

from dataclasses import replace
from typing import Final

import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.errors import CalibrationFitError, TableNotFoundError
from calibration.noses import POINTS_A_SIDE, SQUEEZE, Noses, judged, measured_edges
from calibration.pose import (
    USUAL_SQUEEZE,
    Edges,
    Pose,
    corners_apart,
    distances,
    fit_pose,
    joined,
)
from calibration.rails import RailFit, weighed_borders

_READ_WEIGHT: Final = 1.5
_FAINT, _CLEAR = 0.5, 2.0
"""Change of colour a pixel of an edge that counts nothing, and of one that does."""

_NEAR_PX: Final = 0.8
_STEPS: Final = ((1.2, 4.0), (1.0, 3.0))


def noses_near(image_bgr: Image, near: RailFit) -> Noses:
    """Return the noses that a network followed, measured at their edges too.

    Both are fitted together. An edge that is faint or lies elsewhere than the network
    has the nose counts nothing, for it may be that of a shadow.

    Args:
        image_bgr: The picture.
        near: What the network measured.

    Raises:
        TableNotFoundError: No nose stands out on some side.
    """
    try:
        pose = near.fitted.pose
        gap = corners_apart(pose, _by_edges_alone(image_bgr, pose))
        edges, strength, blur = measured_edges(image_bgr, pose, *_STEPS[-1])
        share = POINTS_A_SIDE * 4 / max(float(near.edges.weight.sum()), 1e-9)
        read = near.edges.weight * share * _READ_WEIGHT
        every = joined(
            _weighed(edges, pose, strength),
            replace(near.edges, weight=read),
            weighed_borders(image_bgr, pose),
        )
        fitted = fit_pose(every, pose, scale_px=0.5, squeeze=USUAL_SQUEEZE)
        noses = judged(fitted, every, strength, blur)
        return replace(noses, gap=gap, margin=near.margin)
    except CalibrationFitError as error:
        raise TableNotFoundError(f"no table found: {error}") from error


def _by_edges_alone(image_bgr: Image, pose: Pose) -> Pose:
    for sigma, reach in _STEPS:
        edges, _, _ = measured_edges(image_bgr, pose, sigma, reach)
        pose = fit_pose(edges, pose, scale_px=0.5, squeeze=SQUEEZE).pose
    return pose


def _weighed(edges: Edges, pose: Pose, strength: FloatArray) -> Edges:
    """Return the edges of rails that are clear and where the network has them."""
    away = distances(pose, edges)
    middle = np.array(
        [
            float(np.median(away[edges.side == side]))
            if (edges.side == side).any()
            else np.inf
            for side in range(4)
        ]
    )
    clear = np.clip((strength - _FAINT) / (_CLEAR - _FAINT), 0.0, 1.0)
    trusted = clear * np.exp(-((middle / _NEAR_PX) ** 2))
    return replace(edges, weight=edges.weight * trusted[edges.side])
