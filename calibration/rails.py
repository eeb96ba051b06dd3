"""The four noses measured by the network, and the camera that explains them all.

The rails are read in windows that follow the pose: wide ones first, then narrow ones.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.errors import CalibrationFitError
from calibration.nose_network import NosePieces, read_noses
from calibration.pose import Edges, Pose, PoseFit, fit_pose
from calibration.rail_windows import RailWindow, rail_window

_WIDE: Final = 0.12
_NARROW: Final = 0.05
_NARROW_PX: Final = 20.0
_FLOOR_PX: Final = 0.15
_SQUEEZE: Final = 0.02


@dataclass(frozen=True)
class RailFit:
    """A pose fitted to noses.

    Attributes:
        fitted: The fit.
        edges: The points that it was fitted to.
        sigma_px: Of each point, pixels, (n,).
        chance: Of each point, that the nose is near, (n,).
    """

    fitted: PoseFit
    edges: Edges
    sigma_px: FloatArray
    chance: FloatArray


def follow_rails(image_bgr: Image, start: Pose) -> RailFit:
    """Return the pose that explains the noses near a first pose.

    Args:
        image_bgr: The picture.
        start: Its noses lie within a few hundredths of the table's width of the true.
    """
    found = _measured(image_bgr, start, _WIDE)
    for _ in range(2):
        found = _measured(image_bgr, found.fitted.pose, _narrow(found.fitted.pose))
    return found


def agreement(image_bgr: Image, pose: Pose) -> FloatArray:
    """Return how likely each nose is where a pose has it, 0..1, (4,)."""
    windows = _windows(image_bgr, pose, _narrow(pose))
    return np.array([float(each.here.mean()) for each in read_noses(windows)])


def _narrow(pose: Pose) -> float:
    """Return the width of a window that shows a nose as large as it is seen."""
    seen = pose.rectangle().corners
    lengths = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
    across = float(lengths[1] + lengths[3]) / 2
    return max(_NARROW, _NARROW_PX / max(across, 1.0))


def _windows(image_bgr: Image, pose: Pose, width: float) -> list[RailWindow]:
    seen = pose.rectangle()
    return [rail_window(image_bgr, seen, side, width) for side in range(4)]


def _measured(image_bgr: Image, pose: Pose, width: float) -> RailFit:
    pieces = read_noses(_windows(image_bgr, pose, width))
    edges, sigma, chance = _edges(pose, pieces)
    scale = max(2.0 * float(np.median(sigma)), 0.3)
    weighed = Edges(edges.uv, edges.side, edges.is_outer, chance * scale**2 / sigma**2)
    fitted = fit_pose(weighed, pose, scale_px=scale, squeeze=_SQUEEZE)
    return RailFit(fitted, weighed, sigma, chance)


def _edges(
    pose: Pose, pieces: list[NosePieces]
) -> tuple[Edges, FloatArray, FloatArray]:
    uv = np.concatenate([pose.lens.distort(each.straight) for each in pieces])
    sigma = np.hypot(np.concatenate([each.sigma_px for each in pieces]), _FLOOR_PX)
    chance = np.concatenate([each.chance for each in pieces])
    counts = [len(each.straight) for each in pieces]
    if not np.isfinite(uv).all():
        raise CalibrationFitError("the noses lie outside every picture")
    side = np.repeat(np.arange(len(pieces)), counts).astype(np.intp)
    edges = Edges(uv, side, np.zeros(len(uv), np.bool_), np.ones(len(uv)))
    return edges, sigma, chance
