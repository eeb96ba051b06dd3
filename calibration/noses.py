"""The four noses as the networks have them, with what the picture's edges say to it.

The pose is that of the networks. Beside it the edges of the picture are measured: how
strong and how sharp they are, how well they lie on its lines, and where they alone
would put the corners, tells how far the networks can be trusted.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.arrays import FloatArray, Image
from calibration.errors import CalibrationFitError, TableNotFoundError
from calibration.nose_edges import ROWS, nose_edges
from calibration.pose import Edges, Pose, distances
from calibration.pose_fit import corner_spread, corners_apart, fit_pose
from calibration.rail_reading import SCALE_PX
from calibration.rails import RailFit
from calibration.rectangle import SeenRectangle

_STEPS: Final = ((1.2, 4.0), (1.0, 3.0))
_SQUEEZE: Final = 0.02
_STRAIGHT: Final = 0.74
"""Share of the rails that is straight nose, about."""

_FEWEST_POINTS: Final = 8
_UNSEEN_PX: Final = 3.0
_LOST: Final = 0.1
"""How far off, in table widths, corners are told to be where no edges are seen."""


@dataclass(frozen=True)
class Noses:
    """The four noses.

    Attributes:
        pose: Of the camera.
        seen: Rectangle of the noses, side 0 a long one.
        strength: Change of colour per pixel at each nose, (4,).
        support: Share of the rails' length on which the nose is seen.
        corner_spread: Standard deviation of the corners, table widths, (4,).
        blur: Width of the noses' edges beyond that of sharp ones, table widths.
        edges: What the pose was fitted to.
        gap: How far apart edges and networks put a corner, table widths.
        margin: By how much the noses are likelier than far edges of cushions would be,
            logarithm of a likelihood.
        lean: By how much the edge that fits worst is off as a whole, over what an edge
            as clear as it may be.
        misfit: Cost of the fit: half the sum of squared deviations, far ones less.
    """

    pose: Pose
    seen: SeenRectangle
    strength: FloatArray
    support: float
    corner_spread: FloatArray
    blur: float
    edges: Edges
    gap: float
    margin: float
    lean: float
    misfit: float

    @property
    def cushion(self) -> float:
        """Width of the cushions, table widths."""
        return self.pose.cushion


def noses_near(image_bgr: Image, near: RailFit) -> Noses:
    """Return the noses that networks followed, with what speaks for them.

    Args:
        image_bgr: The picture.
        near: What the networks measured.

    Raises:
        TableNotFoundError: What was followed is no table.
    """
    pose = near.fitted.pose
    try:
        seen = nose_edges(image_bgr, pose)
        residual, used, support = _scatter(distances(pose, seen.points))
        return Noses(
            pose,
            pose.rectangle(0.0, residual, used),
            seen.strength,
            support,
            corner_spread(near.fitted, near.edges, SCALE_PX),
            seen.blur,
            near.edges,
            _gap(image_bgr, pose),
            near.margin,
            float(np.abs(near.fitted.offset_px / near.edges.shared_px).max()),
            near.fitted.cost,
        )
    except CalibrationFitError as error:
        raise TableNotFoundError(f"no table found: {error}") from error


def _scatter(away: FloatArray) -> tuple[float, float, float]:
    """Return root mean square, share and extent of the points that lie on the noses."""
    if len(away) < _FEWEST_POINTS:
        return _UNSEEN_PX, 0.0, 0.0
    away = np.abs(away)
    good = away < 3 * max(1.4826 * float(np.median(away)), 0.15)
    rms = float(np.sqrt((away[good] ** 2).mean()))
    return rms, float(good.mean()), float(good.sum()) / (4 * ROWS * _STRAIGHT)


def _gap(image_bgr: Image, pose: Pose) -> float:
    """Return how far the edges alone move a corner, table widths."""
    alone = pose
    for sigma, reach in _STEPS:
        points = nose_edges(image_bgr, alone, sigma, reach).points
        if np.sort(np.bincount(points.side, minlength=4))[1] < _FEWEST_POINTS:
            return _LOST
        alone = fit_pose(points, alone, scale_px=0.5, squeeze=_SQUEEZE).pose
    return corners_apart(pose, alone)
