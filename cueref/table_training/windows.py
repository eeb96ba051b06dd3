"""Windows beside rails with the true depth of the nose, or of the border, in every row.

The border is where the cushion ends in wood, one width of cushion behind the nose.

The rectangle that a window follows is disturbed as a first guess would be.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from adjudicator.table import TableGeometry
from calibration.edge_network import PIECES
from calibration.errors import CalibrationFitError
from calibration.lens import Lens
from calibration.rail_windows import COLUMNS, ROWS, RailWindow, rail_window
from calibration.rectangle import SeenRectangle
from calibration.table_calibration import corners_xy
from vision.synthesis.camera import Camera

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_WIDE: Final = 0.12
_NARROW: Final = 0.05
_NARROW_PX: Final = 20.0
_WIDE_SHARE: Final = 0.4
_SHIFT: Final = 7
_BLURRED: Final = 0.3


@dataclass(frozen=True)
class LabelledWindow:
    """What the network reads of one rail, and the truth.

    Attributes:
        image_bgr: Average colours of the pieces, (PIECES, COLUMNS, 3).
        column: Where the edge lies in each piece, columns, (PIECES,).
    """

    image_bgr: Floats32
    column: Floats32


def labelled_windows(
    rng: np.random.Generator,
    image_bgr: Bytes,
    camera: Camera,
    table: TableGeometry,
    beyond: float = 0.0,
) -> list[LabelledWindow]:
    """Return the four rails of a picture; none if the table is not whole in it.

    Args:
        rng: Disturbs the rectangle that the windows follow.
        image_bgr: The picture.
        camera: That took it.
        table: Its noses are followed.
        beyond: How far behind the noses the wanted edge lies, metres.
    """
    height = np.full(4, table.nose_height)
    uv = camera.uv_from_xyz(np.column_stack((corners_xy(table), height)))
    if (uv < 0).any() or (uv > np.array(camera.size) - 1).any():
        return []
    wide = bool(rng.random() < _WIDE_SHARE)
    try:
        seen, width = _disturbed(rng, camera, uv, wide=wide)
        shift = beyond / table.width
        windows = [
            rail_window(image_bgr, seen, side, width, shift) for side in range(4)
        ]
    except CalibrationFitError:
        return []
    found = [_labelled(each, seen.lens, camera, table, beyond) for each in windows]
    return [each for each in found if each is not None]


def _disturbed(
    rng: np.random.Generator, camera: Camera, uv: Floats, *, wide: bool
) -> tuple[SeenRectangle, float]:
    """Return a rectangle near the true one and the width of windows along it."""
    unit = float(np.hypot(*camera.size)) / 2
    k1 = camera.k1 * (unit / camera.focal_px) ** 2
    k1 = float(np.clip(k1 + rng.normal(0, 0.02 if wide else 0.004), -0.3, 0.3))
    center = (float(camera.principal_uv[0]), float(camera.principal_uv[1]))
    lens = Lens(center, unit, k1)
    corners = lens.straighten(uv)
    if not _is_clockwise(corners):
        corners = corners[[1, 0, 3, 2]]
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    across = float(lengths[1] + lengths[3]) / 2
    width = _WIDE if wide else max(_NARROW, _NARROW_PX / across)
    width *= float(np.exp(rng.normal(0, 0.08)))
    size = (0.012 if wide else 0.10 * width) * across
    corners = corners + rng.normal(0, size * rng.choice([0.3, 1, 1]), (4, 2))
    return SeenRectangle(corners + rng.normal(0, size / 2, (1, 2)), lens), width


def _is_clockwise(corners: Floats) -> bool:
    x, y = corners[:, 0], corners[:, 1]
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) > 0


def _labelled(
    window: RailWindow,
    lens: Lens,
    camera: Camera,
    table: TableGeometry,
    beyond: float,
) -> LabelledWindow | None:
    uv = lens.distort(window.straight.reshape(-1, 2))
    xy = camera.xy_from_uv(uv, table.nose_height).reshape(ROWS, COLUMNS, 2)
    half = np.array([table.length, table.width]) / 2
    middle = xy[ROWS // 2, COLUMNS // 2]
    axis = int((np.abs(middle) / half).argmax())
    past = np.sign(middle[axis]) * xy[..., axis] - half[axis] - beyond
    if (past[:, 0] > 0).any() or (past[:, -1] < 0).any():
        return None
    column = np.arange(COLUMNS)
    at = np.array([np.interp(0.0, row, column) for row in past])
    image = window.image_bgr.astype(np.float32)
    return LabelledWindow(
        image.reshape(PIECES, -1, COLUMNS, 3).mean(axis=1),
        at.reshape(PIECES, -1).mean(axis=1).astype(np.float32),
    )


def recoloured(rng: np.random.Generator, window: LabelledWindow) -> LabelledWindow:
    """Return a window shifted and with other colours, light, blur and noise."""
    light: Floats = window.image_bgr.astype(np.float64)
    column = window.column
    if rng.random() < 0.4:
        light = light[..., rng.permutation(3)]
    shift = int(rng.integers(-_SHIFT, _SHIFT + 1))
    source = np.clip(np.arange(COLUMNS) - shift, 0, COLUMNS - 1)
    light = light[:, source]
    gain = np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.12, 3))
    light = 255 * np.clip(light * gain / 255, 0, 1) ** np.exp(rng.normal(0, 0.2))
    if rng.random() < _BLURRED:
        across = float(np.exp(rng.uniform(np.log(0.5), np.log(4.0))))
        light = gaussian_filter1d(light, across, axis=1, mode="nearest")
    light = light + rng.normal(0, 1, light.shape) * rng.uniform(0, 2)
    return LabelledWindow(
        np.clip(light, 0, 255).astype(np.float32), column + np.float32(shift)
    )
