"""Where a camera stands over a table of known proportions, and the edges it sees.

Four edges alone are eight numbers, and one edge that was mistaken for another bends
them as it likes. A camera has fewer: its focal length, its lens and its place. What it
cannot have seen then stands out, and a rail that is hidden is found from the others.

Lengths are in table widths; the origin is the middle of the playing surface, x runs
along side 0 of the rectangle as seen, y down the picture, z away from the camera.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from calibration.arrays import FloatArray, frozen
from calibration.errors import CalibrationFitError
from calibration.lens import Lens
from calibration.rectangle import SeenRectangle

USUAL_FOCAL_PER_DIAGONAL = 0.85
"""Focal length over the picture's diagonal at a horizontal field of view of 54 deg."""

USUAL_CUSHION = 0.042
"""Width of a cushion over the width of the table."""

_SIDE_NORMALS = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
PARAMETERS = 10
LINES = 8
"""Edges of a table: four noses and the four far edges of the cushions."""

_K1 = 2
STEPS = np.array([1e-4, 1e-4, 1e-4, 1e-5, 1e-5, 1e-5, 1e-4, 1e-4, 1e-4, 1e-5])
_CUSHIONS = 0.01, 0.1


@dataclass(frozen=True, slots=True)
class Pose:
    """A camera over a table, and how wide the table's cushions are.

    Attributes:
        size: Width and height of the picture, pixels.
        aspect: Length over width of the playing surface.
        focal: Focal length, pixels.
        squeeze: Logarithm of horizontal over vertical magnification.
        k1: Of the lens, as in `Lens`.
        rotation: Camera from table, shape (3, 3).
        translation: Of the table's middle in the camera's frame, widths, shape (3,).
        cushion: Width of the cushions, table widths.
        glass: The lens, where it was measured apart: it and `focal` then stay.
    """

    size: tuple[int, int]
    aspect: float
    focal: float
    squeeze: float
    k1: float
    rotation: FloatArray
    translation: FloatArray
    cushion: float
    glass: Lens | None = None

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        object.__setattr__(self, "rotation", frozen(self.rotation, (3, 3), "rotation"))
        moved = frozen(self.translation, (3,), "translation")
        object.__setattr__(self, "translation", moved)

    @property
    def lens(self) -> Lens:
        """The lens."""
        return self.glass or Lens.straight(self.size, self.k1)

    @property
    def tilt(self) -> float:
        """Angle between the optical axis and straight down, radians."""
        return math.acos(min(1.0, abs(float(self.rotation[2, 2]))))

    def obliquity(self) -> FloatArray:
        """Return from which side each rail is seen, (4,).

        The tangent of the angle between straight down and the line of sight, across
        the rail: positive if the camera is outward of it.
        """
        camera = -self.rotation.T @ self.translation
        reach = np.array([0.5, self.aspect / 2, 0.5, self.aspect / 2])
        return np.asarray((_SIDE_NORMALS @ camera[:2] - reach) / -camera[2])

    def matrix(self) -> FloatArray:
        """Return the straight picture from the plane of the noses, shape (3, 3)."""
        center = self.lens.center
        across, down = math.exp(self.squeeze / 2), math.exp(-self.squeeze / 2)
        inner = np.array(
            [
                [self.focal * across, 0, center[0]],
                [0, self.focal * down, center[1]],
                [0, 0, 1.0],
            ]
        )
        outer = np.column_stack((self.rotation[:, :2], self.translation))
        return np.asarray(inner @ outer)

    def moved(self, step: FloatArray) -> "Pose":
        """Return the pose a small step away: the parameters in their order."""
        focal = self.focal * math.exp(float(np.clip(step[0], -0.5, 0.5)))
        return replace(
            self,
            focal=focal if self.glass is None else self.focal,
            squeeze=self.squeeze + float(step[1]),
            k1=float(np.clip(self.k1 + step[2], -0.3, 0.3)),
            rotation=_turn(step[3:6]) @ self.rotation,
            translation=self.translation + step[6:9],
            cushion=float(np.clip(self.cushion + step[9], *_CUSHIONS)),
        )

    def rectangle(
        self, margin: float = 0.0, residual_px: float = 0.0, used: float = 1.0
    ) -> SeenRectangle:
        """Return the noses as seen, or a rectangle `margin` widths outside them."""
        half = np.array([self.aspect / 2 + margin, 0.5 + margin])
        unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        mapped = np.column_stack((unit, np.ones(4))) @ self.matrix().T
        if (mapped[:, 2] <= 0).any():
            raise CalibrationFitError("the table lies behind the camera")
        corners = mapped[:, :2] / mapped[:, 2:]
        return SeenRectangle(corners, self.lens, residual_px, used)

    def unit_from_uv(self, uv: FloatArray) -> FloatArray:
        """Return points of the plane of the noses that are seen at uv, widths."""
        straight = self.lens.straighten(uv)
        mapped = np.column_stack((straight, np.ones(len(uv)))) @ (
            np.linalg.inv(self.matrix()).T
        )
        return np.asarray(mapped[:, :2] / mapped[:, 2:])


@dataclass(frozen=True)
class Edges:
    """Points seen on edges of rails.

    Attributes:
        uv: Points, pixels, shape (n, 2).
        side: Which side each belongs to, shape (n,).
        is_outer: Whether it is the outer edge of a cushion, else a nose, shape (n,).
        weight: Shape (n,).
        shared_px: Standard deviation of what all points of an edge may be off in
            common, pixels, shape (8,): the noses, then the outer edges; 0 where the
            edge is as exact as its points together.
    """

    uv: FloatArray
    side: npt.NDArray[np.intp]
    is_outer: npt.NDArray[np.bool_]
    weight: FloatArray
    shared_px: FloatArray = field(default_factory=lambda: np.zeros(LINES))

    @property
    def line(self) -> npt.NDArray[np.intp]:
        """Number of each point's edge, 0 to 7, shape (n,)."""
        return np.asarray(self.side + 4 * self.is_outer, np.intp)

    def weighed(self, by: float) -> "Edges":
        """Return the same points with all weights multiplied."""
        return replace(self, weight=self.weight * by)


def joined(*parts: Edges) -> Edges:
    """Return the points of all parts; an edge is as exact as in its worst part."""
    return Edges(
        np.concatenate([part.uv for part in parts]),
        np.concatenate([part.side for part in parts]),
        np.concatenate([part.is_outer for part in parts]),
        np.concatenate([part.weight for part in parts]),
        np.max([part.shared_px for part in parts], axis=0),
    )


def distances(pose: Pose, edges: Edges) -> FloatArray:
    """Return how far points lie outward of their edges, pixels of the picture."""
    straight = pose.lens.straighten(edges.uv)
    return _distances(pose, edges, straight, _bending(pose, straight))


def _bending(pose: Pose, straight: FloatArray) -> FloatArray:
    """Return what the lens does to lengths around points, (n, 2, 2)."""
    return pose.lens.jacobian(straight)


def _distances(
    pose: Pose, edges: Edges, straight: FloatArray, bending: FloatArray
) -> FloatArray:
    lines = _seen_lines(pose)[edges.line]
    return _outward(lines, straight, bending)


def _outward(
    lines: FloatArray, straight: FloatArray, bending: FloatArray
) -> FloatArray:
    """Return distances from lines (..., n, 3), one a point, in the real picture."""
    a, b = lines[..., 0], lines[..., 1]
    away = straight[:, 0] * a + straight[:, 1] * b + lines[..., 2]
    u = bending[:, 0, 0] * a + bending[:, 0, 1] * b
    v = bending[:, 1, 0] * a + bending[:, 1, 1] * b
    return np.asarray(away * np.hypot(u, v))


def _seen_lines(pose: Pose) -> FloatArray:
    """Return the four noses and the four outer edges in the straight picture, (8, 3).

    Their normals are of unit length and point outward.
    """
    reach = np.array([0.5, pose.aspect / 2, 0.5, pose.aspect / 2])
    lines = np.column_stack((np.tile(_SIDE_NORMALS, (2, 1)), np.zeros(8)))
    lines[:4, 2], lines[4:, 2] = -reach, -(reach + pose.cushion)
    lines = lines @ np.linalg.inv(pose.matrix())
    return np.asarray(lines / np.hypot(lines[:, 0], lines[:, 1])[:, None])


def slopes(pose: Pose, edges: Edges) -> FloatArray:
    """Return the derivatives of `distances` by the parameters of a pose, (n, 10)."""
    straight = pose.lens.straighten(edges.uv)
    bending = _bending(pose, straight)
    which = edges.line
    here = _outward(_seen_lines(pose)[which], straight, bending)
    there = _outward(_moved_lines(pose)[:, which], straight, bending)
    bent = pose.moved(np.diag(STEPS)[_K1])
    moved = bent.lens.straighten(edges.uv)
    there[_K1] = _outward(_seen_lines(bent)[which], moved, bending)
    return np.asarray(((there - here) / STEPS[:, None]).T)


def _moved_lines(pose: Pose) -> FloatArray:
    """Return the lines of `_seen_lines` a step of each parameter away, (10, 8, 3)."""
    focal = np.full(PARAMETERS, pose.focal, np.float64)
    focal[0] *= math.exp(STEPS[0]) if pose.glass is None else 1.0
    squeeze = np.full(PARAMETERS, pose.squeeze, np.float64)
    squeeze[1] += STEPS[1]
    inner = np.zeros((PARAMETERS, 3, 3))
    inner[:, 0, 0] = focal * np.exp(squeeze / 2)
    inner[:, 1, 1] = focal * np.exp(-squeeze / 2)
    inner[:, :2, 2] = pose.lens.center
    inner[:, 2, 2] = 1.0
    outer = np.empty((PARAMETERS, 3, 3))
    outer[:, :, :2] = pose.rotation[:, :2]
    outer[:, :, 2] = pose.translation
    for index in (3, 4, 5):
        turned = _turn(np.diag(STEPS)[index][3:6]) @ pose.rotation
        outer[index, :, :2] = turned[:, :2]
    for index in (6, 7, 8):
        outer[index, index - 6, 2] += STEPS[index]
    cushion = np.full(PARAMETERS, pose.cushion, np.float64)
    cushion[9] = float(np.clip(pose.cushion + STEPS[9], *_CUSHIONS))
    reach = np.array([0.5, pose.aspect / 2, 0.5, pose.aspect / 2])
    lines = np.zeros((PARAMETERS, 8, 3))
    lines[:, :, :2] = np.tile(_SIDE_NORMALS, (2, 1))
    lines[:, :4, 2] = -reach
    lines[:, 4:, 2] = -(reach + cushion[:, None])
    lines = lines @ np.linalg.inv(inner @ outer)
    length = np.hypot(lines[..., 0], lines[..., 1])
    return np.asarray(lines / length[..., None])


def _turn(vector: FloatArray) -> FloatArray:
    """Return the rotation about a vector by its length (Rodrigues)."""
    angle = float(np.linalg.norm(vector))
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    sine, cosine = math.sin(angle), 1 - math.cos(angle)
    return np.asarray(np.eye(3) + sine * cross + cosine * cross @ cross)
