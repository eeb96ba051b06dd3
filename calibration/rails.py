"""The four noses measured by the network, and the camera that explains them all.

The rails are read in windows that follow the pose: wide ones first, then narrow ones.
A nose that is seen against the light or from behind hardly shows; where the cushion
ends in wood, one width of cushion behind the nose on every rail, tells its place then.
The far edge of a cushion may look like its nose, so each rail may also lie a cushion's
width further in: of all sixteen ways the one is taken that a camera over a table of
known proportions sees best.
"""

import logging
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.errors import CalibrationFitError
from calibration.nose_network import NosePieces, read_noses
from calibration.noses import borders_of
from calibration.pose import (
    MOST_ROUNDS,
    USUAL_CUSHION,
    Edges,
    Pose,
    PoseFit,
    corners_apart,
    fit_pose,
    joined,
    prior_cost,
)
from calibration.rail_windows import RailWindow, rail_window

_LOG: Final = logging.getLogger(__name__)

_WIDE: Final = 0.12
_NARROW: Final = 0.05
_NARROW_PX: Final = 20.0
_FLOOR_PX: Final = 0.15
_SQUEEZE: Final = 0.02
_NOTHING: Final = 0.03
_ALIKE: Final = 0.4
"""Share of a rail's pieces that are independent evidence, about."""

_SAME: Final = 0.25 * USUAL_CUSHION
_SETTLED: Final = 0.002
_ROUNDS: Final = 3
_BORDERS: Final = 0.25
"""Weight of the points where cushions end, against those of noses."""

_HALF, _SURELY, _LITTLE = 0.5, 0.25, 0.005
"""A nose that is as likely elsewhere counts next to nothing."""

_SLACKS: Final = (12.0, 4.0)
_FEW: Final = 5
"""Steps that tell whether a way of reading the rails can be true."""


@dataclass(frozen=True)
class RailFit:
    """A pose fitted to noses.

    Attributes:
        fitted: The fit.
        edges: The points of noses that it was fitted to.
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
    pose = _measured(image_bgr, start, (_WIDE,)).fitted.pose
    borders = weighed_borders(image_bgr, pose)
    pose = _measured(image_bgr, pose, (_narrow(pose),), borders).fitted.pose
    for _ in range(_ROUNDS):
        before, (pose, margin) = pose, _told_apart(image_bgr, pose, borders)
        if corners_apart(before, pose) < _SAME:
            break
    for _ in range(_ROUNDS):
        borders = weighed_borders(image_bgr, pose)
        found = _measured(image_bgr, pose, (_WIDE, _narrow(pose)), borders)
        before, pose = pose, found.fitted.pose
        if corners_apart(before, pose) < _SETTLED:
            break
    return RailFit(found.fitted, found.edges, margin)


def weighed_borders(image_bgr: Image, pose: Pose) -> Edges:
    """Return where the cushions end in wood, with their weight beside noses."""
    borders = borders_of(image_bgr, pose)
    return replace(borders, weight=borders.weight * _BORDERS)


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


def _measured(
    image_bgr: Image,
    pose: Pose,
    widths: tuple[float, ...],
    borders: Edges | None = None,
) -> RailFit:
    """Read the rails in windows of these widths and fit a pose to all of them."""
    windows = [each for width in widths for each in _windows(image_bgr, pose, width)]
    return _fitted(pose, read_noses(windows), MOST_ROUNDS, borders)


def _fitted(
    pose: Pose, pieces: list[NosePieces], rounds: int, borders: Edges | None = None
) -> RailFit:
    """Fit a pose to what was read of the four rails, and to the cushions' ends."""
    uv = np.concatenate([pose.lens.distort(each.straight) for each in pieces])
    if not np.isfinite(uv).all():
        raise CalibrationFitError("the noses lie outside every picture")
    sigma = np.hypot(np.concatenate([each.sigma_px for each in pieces]), _FLOOR_PX)
    chance = np.concatenate([_sureness(each) for each in pieces])
    scale = max(2.0 * float(np.median(sigma)), 0.3)
    side = np.concatenate([np.full(len(e.depth), e.window.side) for e in pieces])
    weight = chance * scale**2 / sigma**2
    inner = np.zeros(len(uv), np.bool_)
    edges = Edges(uv, side.astype(np.intp), inner, weight)
    if borders is None:
        return RailFit(_fit(edges, pose, scale, rounds), edges)
    every = joined(edges, borders)
    for slack in _SLACKS if rounds > _FEW else ():  # a border far off is heard first
        pose = _fit(every, pose, slack * scale, MOST_ROUNDS).pose
    return RailFit(_fit(every, pose, scale, rounds), edges)


def _sureness(pieces: NosePieces) -> FloatArray:
    """Return how much each piece of a rail counts: little on a rail of unsure ones."""
    own = (pieces.chance - _HALF) / (1 - _HALF)
    rail = (float(np.median(pieces.chance)) - _HALF) / _SURELY
    sure = np.clip(own, 0, 1) * np.clip(rail, 0, 1)
    return np.asarray(np.clip(sure, _LITTLE, 1.0), np.float64)


def _fit(edges: Edges, pose: Pose, scale: float, rounds: int) -> PoseFit:
    return fit_pose(edges, pose, scale_px=scale, squeeze=_SQUEEZE, rounds=rounds)


def _told_apart(image_bgr: Image, pose: Pose, borders: Edges) -> tuple[Pose, float]:
    """Return the best pose of all ways to tell noses from the cushions' far edges."""
    width = _narrow(pose)
    shifts = (0.0, -USUAL_CUSHION)
    read = [read_noses(_windows(image_bgr, pose, width, shift)) for shift in shifts]
    scored: list[tuple[float, Pose]] = []
    for ways in product(range(len(shifts)), repeat=4):
        pieces = [read[way][side] for side, way in enumerate(ways)]
        try:
            fitted = _fitted(pose, pieces, _FEW, borders).fitted.pose
            scored.append((_explained(pose, fitted, pieces), fitted))
        except (CalibrationFitError, np.linalg.LinAlgError) as error:
            _LOG.debug("rails that no camera sees: %s", error)
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
