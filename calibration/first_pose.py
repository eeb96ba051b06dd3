"""A first pose of a camera over a table, from four corners that are roughly known."""

import math

import numpy as np

from calibration import homography
from calibration.arrays import FloatArray
from calibration.lens import Lens
from calibration.pose import Pose


def pose_from_corners(
    corners: FloatArray,
    size: tuple[int, int],
    aspect: float,
    focal: float,
    cushion: float,
    glass: Lens | None = None,
) -> Pose:
    """Return a rough pose from the outer corners of the cushions.

    Args:
        corners: Straight picture, clockwise as seen, side 0 a long one, (4, 2).
        size: Of the picture, pixels.
        aspect: Length over width of the playing surface.
        focal: A guess, pixels.
        cushion: A guess, table widths.
        glass: The lens, where it was measured apart.
    """
    half = np.array([aspect / 2 + cushion, 0.5 + cushion])
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    matrix = homography.fit(unit, corners)
    center = (glass or Lens.straight(size)).center
    inner = np.array([[focal, 0, center[0]], [0, focal, center[1]], [0, 0, 1.0]])
    axes = np.linalg.inv(inner) @ matrix
    scale = math.sqrt(float(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1])))
    if axes[2, 2] < 0:
        scale = -scale
    axes = axes / scale
    third = np.cross(axes[:, 0], axes[:, 1])
    left, _, right = np.linalg.svd(np.column_stack((axes[:, :2], third)))
    rotation = left @ np.diag([1, 1, np.linalg.det(left @ right)]) @ right
    return Pose(size, aspect, focal, 0.0, 0.0, rotation, axes[:, 2], cushion, glass)
