"""A camera over the table: one map for every height above the cloth.

The map of the plane of the noses is measured freely (eight numbers and the lens). The
maps of the other planes follow from it and from the direction of the vertical, which
needs the focal length. A camera that looks straight down tells nothing about its focal
length; then a usual one is taken. That is harmless: the noses lie within a centimetre
of the height of the ball centres, so a focal length that is wrong by 30 % moves a ball
in the corner by about a millimetre.
"""

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from calibration import homography
from calibration.arrays import FloatArray, frozen, points
from calibration.errors import CalibrationFitError
from calibration.lens import Lens

USUAL_FOCAL_PER_DIAGONAL = 0.85
"""Focal length over the picture's diagonal at a horizontal field of view of 54 deg."""

_LOG_SPREAD = 0.3
"""Standard deviation of the logarithm of the focal length before a look."""

_SQUEEZE_FORGIVEN = 8.0

_SHAPE_NOISE = 0.008
"""How far, as a fraction, noses and pixels are from exact rectangles."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole with a radial lens.

    Attributes:
        projection: Straight picture from the table frame (metres), shape (3, 4).
        lens: From the straight picture to the real one.
        focal_px: Focal length, pixels.
    """

    projection: FloatArray
    lens: Lens
    focal_px: float
    _known: dict[float, FloatArray] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Maps from the straight picture to planes by their heights, once made."""

    def __post_init__(self) -> None:
        """Check and freeze the matrix."""
        matrix = frozen(self.projection, (3, 4), "projection")
        object.__setattr__(self, "projection", matrix)

    @classmethod
    def from_plane(
        cls,
        matrix: FloatArray,
        height: float,
        lens: Lens,
        focal_px: float | None = None,
    ) -> "Camera":
        """Return the camera that sees one plane of the table by a known map.

        Args:
            matrix: Straight picture from table frame at this height, shape (3, 3).
            height: Of the plane above the cloth, metres.
            lens: Of the camera.
            focal_px: Focal length, pixels; None estimates it.
        """
        focal = focal_length(matrix, lens) if focal_px is None else focal_px
        vertical = _vertical(matrix, lens, focal)
        projection = np.column_stack(
            (matrix[:, 0], matrix[:, 1], vertical, matrix[:, 2] - height * vertical)
        )
        return cls(projection, lens, focal)

    def plane(self, z: float) -> FloatArray:
        """Return the map of the plane at height z (m): straight picture from table."""
        p = self.projection
        return np.column_stack((p[:, 0], p[:, 1], p[:, 3] + z * p[:, 2]))

    def project(self, xyz: npt.ArrayLike) -> FloatArray:
        """Return where points of the table frame (n, 3), metres, are seen."""
        p = points(xyz, "xyz", 3)
        mapped = p @ self.projection[:, :3].T + self.projection[:, 3]
        return self.lens.distort(mapped[:, :2] / mapped[:, 2:])

    def uv_from_xy(self, xy: npt.ArrayLike, z: float) -> FloatArray:
        """Return where points (n, 2) at height z, metres, are seen."""
        return self.lens.distort(homography.apply(self.plane(z), xy))

    def xy_from_uv(self, uv: npt.ArrayLike, z: float) -> FloatArray:
        """Return the points at height z (metres) that are seen at uv (n, 2)."""
        straight = self.lens.straighten(points(uv, "uv"))
        return homography.apply(self._straight_to_plane(z), straight)

    def _straight_to_plane(self, z: float) -> FloatArray:
        """Return the map of the straight picture to the plane at z (m), made once."""
        known = self._known.get(z)
        if known is None:
            known = self._known[z] = homography.invert(self.plane(z))
        return known

    def position(self) -> tuple[float, float, float]:
        """Return where the camera is, in the table frame, metres."""
        p = self.projection
        center = -np.linalg.solve(p[:, :3], p[:, 3])
        return float(center[0]), float(center[1]), float(center[2])

    def tilt(self) -> float:
        """Return the angle between the optical axis and straight down, radians."""
        axis = np.linalg.inv(self.projection[:, :3]) @ np.append(self.lens.center, 1.0)
        return math.acos(min(1.0, abs(float(axis[2])) / float(np.linalg.norm(axis))))


def focal_length(matrix: FloatArray, lens: Lens) -> float:
    """Return the most plausible focal length, pixels, of the view of one plane.

    The columns of the map must be perpendicular and of one length in the camera's
    frame; how well a focal length makes them so is weighed against what cameras
    usually have.

    Source: Zhang (2000), A flexible new technique for camera calibration, eq. 3-4.
    """
    usual = USUAL_FOCAL_PER_DIAGONAL * 2 * lens.unit_px
    grid = usual * np.exp(np.linspace(-1.2, 1.2, 241))
    costs = [
        _shape_cost(matrix, lens, focal)
        + 0.5 * (math.log(focal / usual) / _LOG_SPREAD) ** 2
        for focal in grid
    ]
    return float(grid[int(np.argmin(costs))])


def shape_misfit(matrix: FloatArray, lens: Lens, focal_px: float) -> float:
    """Return by how much a plane's unit square is seen askew, as a fraction.

    A table gives nearly 0, another quadrilateral does not. Pictures are at times
    squeezed, so a square that is only longer than wide counts little.
    """
    axes = _axes(matrix, lens, focal_px)
    first, second = np.linalg.norm(axes[:, 0]), np.linalg.norm(axes[:, 1])
    skew = float(axes[:, 0] @ axes[:, 1] / (first * second))
    return math.hypot(skew, math.log(float(first / second)) / _SQUEEZE_FORGIVEN)


def _axes(matrix: FloatArray, lens: Lens, focal: float) -> FloatArray:
    inverse = np.array(
        [
            [1 / focal, 0, -lens.center[0] / focal],
            [0, 1 / focal, -lens.center[1] / focal],
            [0, 0, 1],
        ]
    )
    return np.asarray(inverse @ matrix)


def _shape_cost(matrix: FloatArray, lens: Lens, focal: float) -> float:
    axes = _axes(matrix, lens, focal)
    first, second = np.linalg.norm(axes[:, 0]), np.linalg.norm(axes[:, 1])
    skew = float(axes[:, 0] @ axes[:, 1] / (first * second))
    stretch = math.log(float(first / second))
    return 0.5 * (skew**2 + stretch**2) / _SHAPE_NOISE**2


def _vertical(matrix: FloatArray, lens: Lens, focal: float) -> FloatArray:
    """Return the third column of the projection, in the scale of the first two.

    The sign puts the camera above the cloth (z grows toward it).
    """
    axes = _axes(matrix, lens, focal)
    first, second = np.linalg.norm(axes[:, 0]), np.linalg.norm(axes[:, 1])
    scale = math.sqrt(float(first * second))
    if scale == 0:
        raise CalibrationFitError("the map of the plane is degenerate")
    normal = np.cross(axes[:, 0] / first, axes[:, 1] / second)
    normal /= np.linalg.norm(normal)
    if normal @ axes[:, 2] > 0:
        normal = -normal
    calibration = np.array(
        [[focal, 0, lens.center[0]], [0, focal, lens.center[1]], [0, 0, 1]]
    )
    return np.asarray(calibration @ normal * scale)
