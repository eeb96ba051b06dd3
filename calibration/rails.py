"""The four rails measured by networks, and the camera that explains them all.

The rails are read in windows that follow the pose: wide ones first, then narrow ones.
A nose that is seen against the light or from behind hardly shows; where the cushion
ends in wood, one width of cushion behind the nose on every rail, tells its place then.
The far edge of a cushion may look like its nose, so each rail may also lie a cushion's
width further in: of all sixteen ways the one is taken that a camera over a table of
known proportions sees best.
"""

import logging
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.edge_network import EdgePieces
from calibration.errors import CalibrationFitError
from calibration.pose import USUAL_CUSHION, Edges, Pose, joined
from calibration.pose_fit import (
    MOST_ROUNDS,
    PoseFit,
    corners_apart,
    fit_pose,
    prior_cost,
)
from calibration.rail_reading import (
    SCALE_PX,
    narrow,
    points_of,
    rail_edges,
    read_borders,
    read_noses,
)
from calibration.rail_windows import VAST, WIDE

_LOG: Final = logging.getLogger(__name__)

_SQUEEZE: Final = 0.02
_NOTHING: Final = 0.03
_ALIKE: Final = 0.4
"""Share of a rail's pieces that are independent evidence, about."""

_SAME: Final = 0.25 * USUAL_CUSHION
_SETTLED: Final = 0.002
_ROUNDS: Final = 3
_SLACKS: Final = (12.0, 4.0, 1.5)
"""Times `SCALE_PX` from which points count less: those far off are heard first."""

_FEW: Final = 5
"""Steps that tell whether a way of reading the rails can be true."""


@dataclass(frozen=True)
class RailFit:
    """A pose fitted to rails.

    Attributes:
        fitted: The fit.
        edges: The points of noses and far edges that it was fitted to.
        margin: By how much it explains the rails better than the next way of telling
            noses from far edges, logarithm of a likelihood.
    """

    fitted: PoseFit
    edges: Edges
    margin: float = 0.0


def follow_rails(image_bgr: Image, start: Pose, pockets: Edges) -> RailFit:
    """Return the pose that explains the rails near a first pose.

    Args:
        image_bgr: The picture.
        start: Its noses lie within a tenth of the table's width of the true.
        pockets: Corner pockets as points of noses, weighed as in `points_of`: they
            hold a rail that somebody hides, until the others do.
    """
    pose = start
    for width in (VAST, WIDE):
        noses = points_of(pose, read_noses(image_bgr, pose, width), is_outer=False)
        pose = _fitted(pose, joined(noses, pockets)).pose
    pose = _fitted(pose, rail_edges(image_bgr, pose, WIDE)).pose
    for _ in range(_ROUNDS):
        before, (pose, margin) = pose, _told_apart(image_bgr, pose)
        if corners_apart(before, pose) < _SAME:
            break
    pose = _fitted(pose, rail_edges(image_bgr, pose, WIDE)).pose
    for _ in range(_ROUNDS):
        edges = _closely(image_bgr, pose)
        before, fitted = pose, _fitted(pose, edges)
        pose = fitted.pose
        if corners_apart(before, pose) < _SETTLED:
            break
    return RailFit(fitted, edges, margin)


def agreement(image_bgr: Image, pose: Pose) -> FloatArray:
    """Return how likely each nose is where a pose has it, 0..1, (4,)."""
    pieces = read_noses(image_bgr, pose, narrow(pose))
    here: FloatArray = np.zeros(len(pieces[0].depth))
    return np.array([float(each.near(here).mean()) for each in pieces])


def _closely(image_bgr: Image, pose: Pose) -> Edges:
    """Read the rails in wide and in narrow windows, which err each in its own way."""
    widths = (WIDE, narrow(pose))
    return joined(*(rail_edges(image_bgr, pose, each) for each in widths)).weighed(0.5)


def _fitted(pose: Pose, edges: Edges) -> PoseFit:
    for slack in _SLACKS:
        fitted = _fit(edges, pose, slack, MOST_ROUNDS)
        pose = fitted.pose
    return fitted


def _fit(edges: Edges, pose: Pose, slack: float, rounds: int) -> PoseFit:
    scaled = edges.weighed(slack**2)
    return fit_pose(
        scaled, pose, scale_px=slack * SCALE_PX, squeeze=_SQUEEZE, rounds=rounds
    )


def _told_apart(image_bgr: Image, pose: Pose) -> tuple[Pose, float]:
    """Return the best pose of all ways to tell noses from the cushions' far edges."""
    width = narrow(pose)
    shifts = (0.0, -USUAL_CUSHION)
    read = [read_noses(image_bgr, pose, width, shift) for shift in shifts]
    borders = points_of(pose, read_borders(image_bgr, pose, WIDE), is_outer=True)
    scored: list[tuple[float, Pose]] = []
    for ways in product(range(len(shifts)), repeat=4):
        pieces = [read[way][side] for side, way in enumerate(ways)]
        try:
            edges = joined(points_of(pose, pieces, is_outer=False), borders)
            fitted = _fit(edges, pose, _SLACKS[1], _FEW).pose
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


def _explained(pose: Pose, fitted: Pose, pieces: list[EdgePieces]) -> float:
    """Return the log likelihood of what was read along `pose`, if `fitted` is true."""
    total = -prior_cost(fitted)
    for side, each in enumerate(pieces):
        depth = _depths(pose, fitted, side, each)
        total += _ALIKE * float(np.log(_NOTHING + each.near(depth)).sum())
    return total


def _depths(pose: Pose, fitted: Pose, side: int, each: EdgePieces) -> FloatArray:
    """Return where the noses of a fitted pose cross the pieces, table widths."""
    normal = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])[side]
    reach = 0.5 if side % 2 == 0 else fitted.aspect / 2
    unit = fitted.unit_from_uv(pose.lens.distort(each.straight))
    return np.asarray(each.depth - (unit @ normal - reach))
