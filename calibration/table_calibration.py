"""One measured table in one camera: the map between picture and table frame."""

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from adjudicator.table import TableGeometry
from calibration import homography
from calibration.arrays import FloatArray, points
from calibration.camera import Camera
from calibration.errors import CalibrationFitError
from calibration.lens import Lens

HeadEnd = Literal["left", "right", "top", "bottom"]
HEAD_ENDS: Final[tuple[HeadEnd, ...]] = ("left", "right", "top", "bottom")

_REGION_MARGIN = 0.09


@dataclass(frozen=True, slots=True)
class TableCalibration:
    """Where the table is in the picture.

    Attributes:
        table: Sizes of the table.
        image_size: Width and height of the picture, pixels.
        head_end: Side of the picture at which the head rail lies.
        camera: Maps of all planes of the table.
        residual_px: Root mean square distance of the measured noses from the model.
        residual_mm: The same on the table.
        confidence: Probability that this is the table and the map is good.
        head_end_known: False when the head end is only a guess.
        cushion: Width of the cushions from nose to wood, metres; 0 if not measured.
    """

    table: TableGeometry
    image_size: tuple[int, int]
    head_end: HeadEnd
    camera: Camera
    residual_px: float
    residual_mm: float
    confidence: float
    head_end_known: bool = True
    cushion: float = 0.0

    def __post_init__(self) -> None:
        """Refuse values that contradict each other."""
        if self.head_end not in HEAD_ENDS:
            raise CalibrationFitError(
                f"head_end must be one of {', '.join(HEAD_ENDS)}, got {self.head_end!r}"
            )
        if min(self.image_size) <= 0:
            raise CalibrationFitError(f"image size {self.image_size} is not positive")
        if not 0 <= self.confidence <= 1:
            raise CalibrationFitError(f"confidence {self.confidence} is not in 0..1")

    @property
    def corners_uv(self) -> FloatArray:
        """Corners of the playing surface on the cloth, shape (4, 2), pixels.

        In the order head-left, foot-left, foot-right, head-right.
        """
        return self.cloth_uv_from_xy(corners_xy(self.table))

    @property
    def nose_corners_uv(self) -> FloatArray:
        """Where the nose lines meet, as seen; order and shape of `corners_uv`."""
        return self.nose_uv_from_xy(corners_xy(self.table))

    def xy_from_uv(self, uv: npt.ArrayLike) -> FloatArray:
        """Return positions (m) of balls on the cloth whose centres are seen at uv."""
        return self.camera.xy_from_uv(uv, self.table.ball_radius)

    def uv_from_xy(self, xy: npt.ArrayLike) -> FloatArray:
        """Return where the centres of balls on the cloth at xy (m) are seen."""
        return self.camera.uv_from_xy(xy, self.table.ball_radius)

    def cloth_uv_from_xy(self, xy: npt.ArrayLike) -> FloatArray:
        """Return where points xy (m) of the cloth are seen."""
        return self.camera.uv_from_xy(xy, 0.0)

    def nose_uv_from_xy(self, xy: npt.ArrayLike) -> FloatArray:
        """Return where points xy (m) at the height of the noses are seen."""
        return self.camera.uv_from_xy(xy, self.table.nose_height)

    def jacobian(self, xy: npt.ArrayLike) -> FloatArray:
        """Return d(xy)/d(uv) of ball centres, metres a pixel, shape (n, 2, 2)."""
        return np.asarray(np.linalg.inv(self._uv_by_xy(xy)), dtype=np.float64)

    def radius_px(self, xy: npt.ArrayLike) -> FloatArray:
        """Return the radius (n,) in the picture of balls at xy (m), pixels.

        Of the circle of the same area: seen from aside the outline is an ellipse.
        """
        return np.asarray(self.table.ball_radius * self._px_a_metre(xy))

    def radius_per_width(
        self, uv: npt.ArrayLike, radius_px: npt.ArrayLike
    ) -> FloatArray:
        """Return radii (n,) of balls seen at uv over the table's width.

        The result does not depend on the sizes that `table` assumes.
        """
        scale = self._px_a_metre(self.xy_from_uv(uv))
        metres = np.asarray(radius_px, dtype=np.float64) / scale
        return np.asarray(metres / self.table.width)

    def region_px(self) -> tuple[int, int, int, int]:
        """Return the box u0, v0, u1, v1 (exclusive) that holds bed and pockets."""
        margin = _REGION_MARGIN * self.table.width
        half_l = self.table.length / 2 + margin
        half_w = self.table.width / 2 + margin
        ring = _ring(half_l, half_w)
        uv = self.nose_uv_from_xy(ring)
        width, height = self.image_size
        low = np.floor(uv.min(axis=0)).astype(int)
        high = np.ceil(uv.max(axis=0)).astype(int) + 1
        return (
            int(np.clip(low[0], 0, width - 1)),
            int(np.clip(low[1], 0, height - 1)),
            int(np.clip(high[0], 1, width)),
            int(np.clip(high[1], 1, height)),
        )

    def with_table(self, table: TableGeometry) -> "TableCalibration":
        """Return the same picture of a table of other sizes."""
        corners = self.camera.lens.straighten(self.nose_corners_uv)
        matrix = homography.fit(corners_xy(table), corners)
        camera = Camera.from_plane(
            matrix, table.nose_height, self.camera.lens, self.camera.focal_px
        )
        ratio = table.width / self.table.width
        return replace(
            self,
            table=table,
            camera=camera,
            residual_mm=self.residual_mm * ratio,
            cushion=self.cushion * ratio,
        )

    def with_head_end(self, head_end: HeadEnd) -> "TableCalibration":
        """Return the same calibration with the head rail at a known side.

        Raises:
            CalibrationFitError: That side of the picture has a long rail.
        """
        turned = by_head_end(clockwise_as_seen(self.nose_corners_uv), head_end)
        corners = self.camera.lens.straighten(turned)
        matrix = homography.fit(corners_xy(self.table), corners)
        camera = Camera.from_plane(
            matrix, self.table.nose_height, self.camera.lens, self.camera.focal_px
        )
        return replace(self, head_end=head_end, camera=camera, head_end_known=True)

    def _px_a_metre(self, xy: npt.ArrayLike) -> FloatArray:
        """Return the scale (n,) of balls at xy (m), pixels a metre.

        A ball shows its full width from everywhere, while the plane on which it moves
        is foreshortened: by the camera's height over its distance.
        """
        area = np.abs(np.linalg.det(self._uv_by_xy(xy)))
        camera = np.array(self.camera.position())
        height = abs(float(camera[2]) - self.table.ball_radius)
        aside = np.hypot(*(points(xy, "xy") - camera[:2]).T)
        return np.asarray(np.sqrt(area * np.hypot(aside / height, 1.0)))

    def _uv_by_xy(self, xy: npt.ArrayLike) -> FloatArray:
        plane = self.camera.plane(self.table.ball_radius)
        straight = homography.apply(plane, xy)
        inner = homography.jacobian(plane, points(xy, "xy"))
        return np.asarray(self.camera.lens.jacobian(straight) @ inner)


def calibration_from_corners(
    corners: FloatArray,
    *,
    lens: Lens,
    table: TableGeometry,
    image_size: tuple[int, int],
    head_end: HeadEnd | None,
    residual_px: float,
    confidence: float,
    cushion: float = 0.0,
    focal_px: float | None = None,
) -> TableCalibration:
    """Return the calibration whose noses meet at four corners.

    Args:
        corners: In the straight picture, pixels, any order, shape (4, 2).
        lens: Of the camera.
        table: Sizes of the table.
        image_size: Width and height, pixels.
        head_end: Side of the picture with the head rail; None guesses.
        residual_px: Of the noses, pixels.
        confidence: In 0..1.
        cushion: Width of the cushions over that of the table.
        focal_px: Focal length, pixels; None estimates it from the corners.
    """
    ordered = clockwise_as_seen(corners)
    end = head_end or usual_head_end(ordered)
    ordered = by_head_end(ordered, end)
    matrix = homography.fit(corners_xy(table), ordered)
    camera = Camera.from_plane(matrix, table.nose_height, lens, focal_px)
    center = homography.jacobian(matrix, np.zeros((1, 2)))[0]
    px_per_m = float(np.sqrt(abs(np.linalg.det(center))))
    return TableCalibration(
        table,
        image_size,
        end,
        camera,
        residual_px,
        1000 * residual_px / px_per_m,
        confidence,
        head_end_known=head_end is not None,
        cushion=cushion * table.width,
    )


def corners_xy(table: TableGeometry) -> FloatArray:
    """Return head-left, foot-left, foot-right, head-right in metres, (4, 2)."""
    half_l, half_w = table.length / 2, table.width / 2
    return np.array(
        [[-half_l, half_w], [half_l, half_w], [half_l, -half_w], [-half_l, -half_w]]
    )


def clockwise_as_seen(corners: FloatArray) -> FloatArray:
    """Order four corners clockwise as seen, the first nearest the top left."""
    center = corners.mean(axis=0)
    offset = corners - center
    turn = np.argsort(np.arctan2(offset[:, 1], offset[:, 0]))
    ordered = corners[turn]
    return np.asarray(np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0))


def usual_head_end(clockwise: FloatArray) -> HeadEnd:
    """Return the side of the picture on which a short rail lies: left or bottom."""
    return "left" if _end_index(clockwise, "left") is not None else "bottom"


def by_head_end(clockwise: FloatArray, head_end: HeadEnd) -> FloatArray:
    """Roll clockwise corners so that they begin head-left.

    Raises:
        CalibrationFitError: The named side of the picture has a long rail.
    """
    index = _end_index(clockwise, head_end)
    if index is None:
        raise CalibrationFitError(
            f"the {head_end} of the picture has a long rail, the head rail is short: "
            "name the side with the head rail"
        )
    return np.asarray(np.roll(clockwise, -((index + 1) % 4), axis=0))


def _end_index(clockwise: FloatArray, head_end: HeadEnd) -> int | None:
    """Return the short side (corner i to i + 1) that lies at this end."""
    sides = np.roll(clockwise, -1, axis=0) - clockwise
    lengths = np.linalg.norm(sides, axis=1)
    first = 0 if lengths[0] + lengths[2] < lengths[1] + lengths[3] else 1
    middles = (clockwise + np.roll(clockwise, -1, axis=0)) / 2
    a, b = middles[first], middles[first + 2]
    axis = 0 if abs(a[0] - b[0]) >= abs(a[1] - b[1]) else 1
    if (head_end in ("left", "right")) != (axis == 0):
        return None
    low = first if a[axis] < b[axis] else first + 2
    high = first + 2 if low == first else first
    return low if head_end in ("left", "top") else high


def _ring(half_l: float, half_w: float, count: int = 9) -> FloatArray:
    x = np.linspace(-half_l, half_l, count)
    y = np.linspace(-half_w, half_w, count)
    return np.vstack(
        (
            np.column_stack((x, np.full(count, half_w))),
            np.column_stack((x, np.full(count, -half_w))),
            np.column_stack((np.full(count, half_l), y)),
            np.column_stack((np.full(count, -half_l), y)),
        )
    )
