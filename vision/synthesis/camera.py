"""A camera above the table: exact maps between the table frame and the picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32

Floats = NDArray[np.float64]

_OUTLINE = np.linspace(0, 2 * np.pi, 32, endpoint=False)
_NEWTON_STEPS = 8


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole with radial distortion.

    Attributes:
        size: Width and height of the picture, pixels.
        focal_px: Focal length, pixels.
        principal_uv: Where the optical axis meets the picture, shape (2,).
        k1: Distorted radius = r (1 + k1 r^2), r in units of the focal length.
        camera_from_table: Rotation, rows = right, down, forward, shape (3, 3).
        position: Of the lens in the table frame, metres, shape (3,).
    """

    size: tuple[int, int]
    focal_px: float
    principal_uv: Floats
    k1: float
    camera_from_table: Floats
    position: Floats

    def uv_from_xyz(self, xyz: Floats) -> Floats:
        """Project points.

        Args:
            xyz: Table frame, metres, shape (..., 3), all in front of the lens.

        Returns:
            Shape (..., 2).
        """
        local = (xyz - self.position) @ self.camera_from_table.T
        plane = local[..., :2] / local[..., 2:]
        stretch = 1 + self.k1 * (plane[..., :1] ** 2 + plane[..., 1:] ** 2)
        uv: Floats = plane * stretch * self.focal_px + self.principal_uv
        return uv

    def directions(self, uv: Floats) -> Floats:
        """Return the rays through image points.

        Args:
            uv: Shape (..., 2).

        Returns:
            Table frame, forward component 1 (not of unit length), shape (..., 3).
        """
        bent = (uv - self.principal_uv) / self.focal_px
        far = np.hypot(bent[..., :1], bent[..., 1:])
        radius = np.minimum(far, self._turning_radius)
        for _ in range(_NEWTON_STEPS if self.k1 else 0):
            error = radius * (1 + self.k1 * radius**2) - far
            slope = np.maximum(1 + 3 * self.k1 * radius**2, 0.05)
            radius = np.minimum(radius - error / slope, self._turning_radius)
        plane = bent * (radius / np.maximum(far, 1e-12))
        ray = np.concatenate([plane, np.ones_like(far)], axis=-1)
        directions: Floats = ray @ self.camera_from_table
        return directions

    @property
    def _turning_radius(self) -> float:
        """Undistorted radius beyond which a barrel folds back."""
        return float(np.sqrt(-1 / (3 * self.k1))) if self.k1 < 0 else 1e3

    def xy_from_uv(self, uv: Floats, height: float) -> Floats:
        """Intersect the rays of image points with a plane z = height.

        Args:
            uv: Shape (..., 2).
            height: Metres.

        Returns:
            Table frame, metres, shape (..., 2).
        """
        ray = self.directions(uv)
        reach = (height - self.position[2]) / ray[..., 2:]
        xy: Floats = self.position[:2] + reach * ray[..., :2]
        return xy

    def ball_outline(self, xyz: Floats, radius: float) -> Floats:
        """Return the outlines of spheres.

        Args:
            xyz: Centres, table frame, metres, shape (n, 3).
            radius: Metres.

        Returns:
            Image points around each outline, shape (n, 32, 2).
        """
        toward = xyz - self.position
        far2 = np.sum(toward**2, axis=-1)[:, None, None]
        axis = toward[:, None] / np.sqrt(far2)
        right = np.cross(axis, self.camera_from_table[1])
        right /= np.linalg.norm(right, axis=-1, keepdims=True)
        down = np.cross(axis, right)
        rim = radius * np.sqrt(1 - radius**2 / far2)
        turn = np.cos(_OUTLINE)[:, None] * right + np.sin(_OUTLINE)[:, None] * down
        circle = self.position + toward[:, None] * (1 - radius**2 / far2) + rim * turn
        return self.uv_from_xyz(circle)

    def ball_images(self, xyz: Floats, radius: float) -> tuple[Floats, Floats, Floats]:
        """Return where spheres appear.

        Args:
            xyz: Centres, table frame, metres, shape (n, 3).
            radius: Metres.

        Returns:
            Centroids of the outlines (n, 2), radii of the circles of equal area (n,)
            and boxes u0, v0, u1, v1 (n, 4), in pixels.
        """
        outline = self.ball_outline(xyz, radius)
        following = np.roll(outline, -1, axis=1)
        cross = (
            outline[..., 0] * following[..., 1] - outline[..., 1] * following[..., 0]
        )
        twice = cross.sum(axis=1)
        uv = ((outline + following) * cross[..., None]).sum(axis=1)
        uv /= 3 * twice[:, None]
        gain = _OUTLINE.size * np.sin(2 * np.pi / _OUTLINE.size) / 2
        radius_px = np.sqrt(np.abs(twice) / 2 / gain)
        box = np.concatenate([outline.min(axis=1), outline.max(axis=1)], axis=1)
        return uv, radius_px, box

    def pixel_directions(self) -> NDArray[np.float32]:
        """Return the rays of all pixel centres, scaled to fall 1 m.

        Returns:
            dx, dy for each metre of descent, shape (h, w, 2).
        """
        width, height = self.size
        u = (np.arange(width) - self.principal_uv[0]) / self.focal_px
        v = (np.arange(height) - self.principal_uv[1]) / self.focal_px
        x, y = np.broadcast_arrays(
            u.astype(np.float32)[None], v.astype(np.float32)[:, None]
        )
        if self.k1:
            stretch = self._stretch(x * x + y * y)
            x, y = x * stretch, y * stretch
        right, down, forward = self.camera_from_table.astype(np.float32)
        fall = -(x * right[2] + y * down[2] + forward[2])
        np.maximum(fall, np.float32(0.05), out=fall)
        directions = np.empty((height, width, 2), np.float32)
        for axis in (0, 1):
            side = x * right[axis] + y * down[axis] + forward[axis]
            np.divide(side, fall, out=directions[..., axis])
        return directions

    def _stretch(self, far2: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return undistorted over distorted radius by the distorted radius squared."""
        most = float(far2.max())
        radius = np.linspace(0, min(self._turning_radius, 3 * np.sqrt(most)), 8192)
        bent2 = (radius * (1 + self.k1 * radius**2)) ** 2
        stretch = 1 / (1 + self.k1 * radius**2)
        nodes = np.linspace(0, most, 4096)
        table = np.interp(nodes, bent2, stretch).astype(np.float32)
        index = far2 * np.float32(4095 / most)
        low = np.minimum(index.astype(np.int32), 4094)
        share = index - low
        return floats32(table[low] + share * (table[low + 1] - table[low]))
