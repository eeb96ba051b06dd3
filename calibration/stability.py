"""How far the corners move when a part of what was measured is left out.

A rail that was mistaken for another edge pulls the corners by as much as it is wrong;
left out, it lets them go. So the spread says in millimetres what residuals do not.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.arrays import FloatArray
from calibration.errors import CalibrationFitError
from calibration.pose import Edges, Pose
from calibration.pose_fit import USUAL_SQUEEZE, corners_apart, fit_pose

_ROUNDS: Final = 5
_POINTS: Final = 240
"""So many points tell as much as all, and cost little."""

_SCALE_PX: Final = 0.5
_LOST: Final = 0.1
"""What a part without which nothing can be fitted counts, table widths."""

_PARTS: Final = 3


@dataclass(frozen=True, slots=True)
class Stability:
    """Largest moves of a corner, table widths.

    Attributes:
        rails: When each rail is left out, (4,).
        parts: When each third of all rails is left out, (3,).
    """

    rails: FloatArray
    parts: FloatArray


def stability(pose: Pose, edges: Edges) -> Stability:
    """Return how far corners move without each rail and each third of all rails.

    Args:
        pose: As fitted to all.
        edges: What it was fitted to.
    """
    edges = _thinned(edges)
    parts = _parts(pose, edges)
    return Stability(
        np.array([_moved(pose, edges, edges.side == side) for side in range(4)]),
        np.array([_moved(pose, edges, parts == part) for part in range(_PARTS)]),
    )


def _thinned(edges: Edges) -> Edges:
    every = max(1, len(edges.uv) // _POINTS)
    return Edges(
        edges.uv[::every],
        edges.side[::every],
        edges.is_outer[::every],
        edges.weight[::every] * every,
    )


def _parts(pose: Pose, edges: Edges) -> FloatArray:
    """Return which third of its rail each point lies on, going round the table."""
    unit = pose.unit_from_uv(edges.uv)
    along = np.where(edges.side % 2 == 0, unit[:, 0] / pose.aspect, unit[:, 1]) + 0.5
    along = np.where(edges.side >= 2, 1 - along, along)
    return np.asarray(np.clip(np.floor(_PARTS * along), 0, _PARTS - 1), np.float64)


def _moved(pose: Pose, edges: Edges, left_out: FloatArray) -> float:
    weight = np.where(left_out, 0.0, edges.weight)
    try:
        other = fit_pose(
            replace(edges, weight=weight),
            pose,
            scale_px=_SCALE_PX,
            squeeze=USUAL_SQUEEZE,
            rounds=_ROUNDS,
        )
        return float(min(corners_apart(pose, other.pose), _LOST))
    except (CalibrationFitError, np.linalg.LinAlgError):
        return _LOST
