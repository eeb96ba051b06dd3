"""What a rendered picture shows and where: the values that pass between modules."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats64
from vision.synthesis.errors import InvalidSceneError

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FrameState:
    """Where k balls are while one frame is exposed.

    Attributes:
        t: Middle of the exposure, seconds.
        positions: Ball centres at s instants spread evenly over the exposure, table
            frame, metres, shape (s, k, 3). s = 1 is a frozen instant.
        orientations: Rotations table_from_ball, shape (s, k, 3, 3) at the same
            instants or (k, 3, 3) at the middle of the exposure.
        present: Whether a ball is anywhere to be seen, shape (k,). Balls under the
            cloth level are drawn inside their pocket as far as it lets see them.

    Raises:
        InvalidSceneError: The shapes do not fit each other.
    """

    t: float
    positions: Array
    orientations: Array
    present: NDArray[np.bool_]

    def __post_init__(self) -> None:
        """Refuse columns that do not belong together."""
        positions = self.positions
        if positions.ndim != 3 or positions.shape[2] != 3:
            raise InvalidSceneError(
                f"positions have shape {positions.shape}, expected (s, k, 3)"
            )
        samples, balls = positions.shape[:2]
        if self.orientations.shape not in (
            (balls, 3, 3),
            (samples, balls, 3, 3),
        ):
            raise InvalidSceneError(
                f"orientations have shape {self.orientations.shape}, expected "
                f"({balls}, 3, 3) or ({samples}, {balls}, 3, 3)"
            )
        if self.present.shape != (balls,):
            raise InvalidSceneError(
                f"present has shape {self.present.shape}, expected ({balls},)"
            )

    @property
    def middle(self) -> Array:
        """Ball centres at the middle of the exposure, shape (k, 3)."""
        samples = len(self.positions)
        low, high = (samples - 1) // 2, samples // 2
        middle: Array = (self.positions[low] + self.positions[high]) / 2
        return middle

    def orientations_of(self, ball: int) -> Array:
        """Rotations of one ball, shape (s, 3, 3) or (1, 3, 3)."""
        if self.orientations.ndim == 3:
            return floats64(self.orientations[ball][None])
        return floats64(self.orientations[:, ball])


@dataclass(frozen=True, slots=True)
class BallImages:
    """Exact places of k balls in one picture, all in pixels.

    Attributes:
        uv: Centre of the outline at the middle of the exposure, shape (k, 2).
        sphere_uv: Image of the ball's centre then, shape (k, 2).
        radius_px: Of the circle of equal area, shape (k,).
        box_px: u0, v0, u1, v1 around the whole blurred outline, shape (k, 4).
        streak_px: From the first to the last centre of the exposure, shape (k, 2).
        visible: Share of the ball's image that nothing hides, shape (k,).
    """

    uv: Array
    sphere_uv: Array
    radius_px: Array
    box_px: Array
    streak_px: Array
    visible: Array


@dataclass(frozen=True, slots=True)
class OccluderImage:
    """A thing that is no ball and may hide one.

    Attributes:
        kind: hand, arm, body, head, cue, bridge, rack, chalk, clutter.
        box_px: u0, v0, u1, v1.
        tip_uv: Both ends of a cue (tip, butt), shape (2, 2); None for other things.
        corner: Column and row of the first pixel of `cover`.
        cover: How much of each pixel it hides, in 0..1, float32, shape (h, w); None
            where nobody drew it.
    """

    kind: str
    box_px: tuple[float, float, float, float]
    tip_uv: Array | None = None
    corner: tuple[int, int] = (0, 0)
    cover: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A rendered picture and its exact labels.

    Attributes:
        image_bgr: uint8, shape (h, w, 3).
        balls: One row per ball of the scene, in its order.
        occluders: Whatever else is in the picture.
    """

    image_bgr: NDArray[np.uint8]
    balls: BallImages
    occluders: tuple[OccluderImage, ...]
