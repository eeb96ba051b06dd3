"""The four noses measured by the network, and the camera that explains them all.

The rails are read in windows that follow the pose: wide ones first, then narrow ones.
The far edge of a cushion may look like its nose, so each rail may also lie a cushion's
width further in: of all sixteen ways the one is taken that a camera over a table of
known proportions sees best.
"""

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.errors import CalibrationFitError
from calibration.nose_network import NosePieces, read_noses
from calibration.pose import (
    MOST_ROUNDS,
    USUAL_CUSHION,
    Edges,
    Pose,
    PoseFit,
    fit_pose,
    prior_cost,
)
from calibration.rail_windows import RailWindow, rail_window

_WIDE: Final = 0.12
_NARROW: Final = 0.05
_NARROW_PX: Final = 20.0
_FLOOR_PX: Final = 0.15
_SQUEEZE: Final = 0.02
_NOTHING: Final = 0.03
_ALIKE: Final = 0.4
"""Share of a rail's pieces that are independent evidence, about."""

_SAME: Final = 0.25 * USUAL_CUSHION
_ROUNDS: Final = 2
_FEW: Final = 5
"""Steps that tell whether a way of reading the rails can be true."""


@dataclass(frozen=True)
class RailFit:
    """A pose fitted to noses.

    Attributes:
        fitted: The fit.
        edges: The points that it was fitted to.
        margin: By how much it explains the rails better than the next way of telling
            noses from far edges, logarithm of a likelihood.
    """

    fitted: PoseFit
    edges: Edges
    margin: float = 0.0


def follow_rails(image_bgr: Image, start: Pose) -> RailFit:
    """Return the pose that explains the noses near a first pose.

    Args:
        image_bgr: The picture.
        start: Its noses lie within a few hundredths of the table's width of the true.
    """
    pose = _measured(image_bgr, start, _WIDE).fitted.pose
    pose = _measured(image_bgr, pose, _narrow(pose)).fitted.pose
    for _ in range(_ROUNDS):
        before, (pose, margin) = pose, _told_apart(image_bgr, pose)
        if corners_apart(before, pose) < _SAME:
            break
    found = _measured(image_bgr, pose, _narrow(pose))
    return RailFit(found.fitted, found.edges, margin)


def agreement(image_bgr: Image, pose: Pose) -> FloatArray:
    """Return how likely each nose is where a pose has it, 0..1, (4,)."""
    pieces = read_noses(_windows(image_bgr, pose, _narrow(pose)))
    here: FloatArray = np.zeros(len(pieces[0].depth))
    return np.array([float(each.near(here).mean()) for each in pieces])


def _narrow(pose: Pose) -> float:
    """Return the width of a window that shows a nose as large as it is seen."""
    seen = pose.rectangle().corners
    lengths = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
    across = float(lengths[1] + lengths[3]) / 2
    return max(_NARROW, _NARROW_PX / max(across, 1.0))


def _windows(
    image_bgr: Image, pose: Pose, width: float, shift: float = 0.0
) -> list[RailWindow]:
    seen = pose.rectangle()
    return [rail_window(image_bgr, seen, side, width, shift) for side in range(4)]


def _measured(image_bgr: Image, pose: Pose, width: float) -> RailFit:
    pieces = read_noses(_windows(image_bgr, pose, width))
    return _fitted(pose, pieces, MOST_ROUNDS)


def _fitted(pose: Pose, pieces: list[NosePieces], rounds: int) -> RailFit:
    """Fit a pose to what was read of the four rails."""
    uv = np.concatenate([pose.lens.distort(each.straight) for each in pieces])
    if not np.isfinite(uv).all():
        raise CalibrationFitError("the noses lie outside every picture")
    sigma = np.hypot(np.concatenate([each.sigma_px for each in pieces]), _FLOOR_PX)
    chance = np.concatenate([each.chance for each in pieces])
    scale = max(2.0 * float(np.median(sigma)), 0.3)
    side = np.repeat(np.arange(4), [len(each.depth) for each in pieces])
    weight = chance * scale**2 / sigma**2
    inner = np.zeros(len(uv), np.bool_)
    edges = Edges(uv, side.astype(np.intp), inner, weight)
    fitted = fit_pose(edges, pose, scale_px=scale, squeeze=_SQUEEZE, rounds=rounds)
    return RailFit(fitted, edges)


def _told_apart(image_bgr: Image, pose: Pose) -> tuple[Pose, float]:
    """Return the best pose of all ways to tell noses from the cushions' far edges."""
    width = _narrow(pose)
    shifts = (0.0, -USUAL_CUSHION)
    read = [read_noses(_windows(image_bgr, pose, width, shift)) for shift in shifts]
    scored: list[tuple[float, Pose]] = []
    for ways in product(range(len(shifts)), repeat=4):
        pieces = [read[way][side] for side, way in enumerate(ways)]
        try:
            fitted = _fitted(pose, pieces, _FEW).fitted.pose
            scored.append((_explained(pose, fitted, pieces), fitted))
        except (CalibrationFitError, np.linalg.LinAlgError):
            continue
    if not scored:
        raise CalibrationFitError("no camera sees the rails like this")
    scored.sort(key=lambda item: -item[0])
    best = scored[0][1]
    others = [
        score for score, other in scored[1:] if corners_apart(best, other) > _SAME
    ]
    return best, scored[0][0] - max(others, default=scored[0][0] - 99.0)


def _explained(pose: Pose, fitted: Pose, pieces: list[NosePieces]) -> float:
    """Return the log likelihood of what was read along `pose`, if `fitted` is true."""
    total = -prior_cost(fitted)
    for side, each in enumerate(pieces):
        depth = _depths(pose, fitted, side, each)
        total += _ALIKE * float(np.log(_NOTHING + each.near(depth)).sum())
    return total


def _depths(pose: Pose, fitted: Pose, side: int, each: NosePieces) -> FloatArray:
    """Return where the noses of a fitted pose cross the pieces, table widths."""
    normal = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])[side]
    reach = 0.5 if side % 2 == 0 else fitted.aspect / 2
    unit = fitted.unit_from_uv(pose.lens.distort(each.straight))
    return np.asarray(each.depth - (unit @ normal - reach))


def corners_apart(one: Pose, other: Pose) -> float:
    """Return how far apart two poses put the corner that they dispute most, widths."""
    seen = one.unit_from_uv(other.rectangle().corners_uv)
    own = one.unit_from_uv(one.rectangle().corners_uv)
    return float(np.linalg.norm(seen - own, axis=1).max())
