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
from calibration.edge_network import PIECES, RAILS
from calibration.errors import CalibrationFitError
from calibration.lens import Lens
from calibration.rail_windows import (
    COLUMNS,
    ROWS,
    VAST,
    WIDE,
    RailWindow,
    narrow_width,
    rail_window,
    view,
)
from calibration.rectangle import SeenRectangle
from calibration.table_calibration import corners_xy
from vision.synthesis.camera import Camera

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_NARROW: Final = "narrow"
_KINDS: Final = {_NARROW: 0.4, "wide": 0.35, "vast": 0.25}
"""How often windows are of each kind."""

_WIDTH: Final = {"wide": WIDE, "vast": VAST}
_OFF: Final = {"wide": 0.012, "vast": 0.035}
"""How far the corners that a window follows are off, table widths."""
_SHIFT: Final = 7
_BLURRED: Final = 0.3
_HEIGHT_SPREADS: Final = (0.05, 0.05, 0.3)
"""Seen from straight above, height and focal length are hard to tell apart."""

_OBLIQUITY_SPREAD: Final = 0.02


@dataclass(frozen=True)
class LabelledRails:
    """What a network reads of the four rails of a table, and the truth.

    Attributes:
        image_bgr: Average colours of the pieces, (RAILS, PIECES, COLUMNS, 3).
        view: How each rail is seen, (RAILS, 3), as `RailWindow.view`.
        column: Where the edge lies in each piece, columns, (RAILS, PIECES); not a
            number on a rail whose window does not show it.
    """

    image_bgr: Floats32
    view: Floats32
    column: Floats32


def labelled_rails(
    rng: np.random.Generator,
    image_bgr: Bytes,
    camera: Camera,
    table: TableGeometry,
    beyond: float = 0.0,
) -> LabelledRails | None:
    """Return the four rails of a picture; None if the table is not whole in it.

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
        return None
    kind = str(rng.choice(list(_KINDS), p=list(_KINDS.values())))
    try:
        seen, width = _disturbed(rng, camera, uv, kind)
        shift = beyond / table.width
        windows = [
            rail_window(image_bgr, seen, side, width, shift) for side in range(4)
        ]
    except CalibrationFitError:
        return None
    rails = [_labelled(each, seen.lens, camera, table, beyond) for each in windows]
    images, views, columns = zip(*rails, strict=True)
    return LabelledRails(np.stack(images), np.stack(views), np.stack(columns))


def _disturbed(
    rng: np.random.Generator, camera: Camera, uv: Floats, kind: str
) -> tuple[SeenRectangle, float]:
    """Return a rectangle near the true one and the width of windows along it."""
    unit = float(np.hypot(*camera.size)) / 2
    k1 = camera.k1 * (unit / camera.focal_px) ** 2
    bent = 0.004 if kind == _NARROW else 0.02
    k1 = float(np.clip(k1 + rng.normal(0, bent), -0.3, 0.3))
    center = (float(camera.principal_uv[0]), float(camera.principal_uv[1]))
    lens = Lens(center, unit, k1)
    corners = lens.straighten(uv)
    if not _is_clockwise(corners):
        corners = corners[[1, 0, 3, 2]]
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    across = float(lengths[1] + lengths[3]) / 2
    width = _WIDTH.get(kind, narrow_width(across))
    width *= float(np.exp(rng.normal(0, 0.08)))
    size = _OFF.get(kind, 0.10 * width) * across
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
) -> tuple[Floats32, Floats32, Floats32]:
    """Return colours, view and columns of one rail."""
    uv = lens.distort(window.straight.reshape(-1, 2))
    xy = camera.xy_from_uv(uv, table.nose_height).reshape(ROWS, COLUMNS, 2)
    half = np.array([table.length, table.width]) / 2
    middle = xy[ROWS // 2, COLUMNS // 2]
    axis = int((np.abs(middle) / half).argmax())
    outward = np.sign(middle[axis])
    past = outward * xy[..., axis] - half[axis] - beyond
    column = np.arange(COLUMNS)
    at = np.array([np.interp(0.0, row, column) for row in past])
    if (past[:, 0] > 0).any() or (past[:, -1] < 0).any():
        at = np.full(ROWS, np.nan)
    away = outward * camera.position[axis] - half[axis]
    oblique = float(away / (camera.position[2] - table.nose_height))
    image = window.image_bgr.astype(np.float32)
    return (
        image.reshape(PIECES, -1, COLUMNS, 3).mean(axis=1),
        view(oblique, window.step_px, window.step).astype(np.float32),
        at.reshape(PIECES, -1).mean(axis=1).astype(np.float32),
    )


def recoloured(rng: np.random.Generator, rails: LabelledRails) -> LabelledRails:
    """Return rails shifted and with other colours, light, blur and noise."""
    light: Floats = rails.image_bgr.astype(np.float64)
    if rng.random() < 0.4:
        light = light[..., rng.permutation(3)]
    shift = rng.integers(-_SHIFT, _SHIFT + 1, (RAILS, 1))
    source = np.clip(np.arange(COLUMNS) - shift, 0, COLUMNS - 1)
    light = np.take_along_axis(light, source[:, None, :, None], axis=2)
    gain = np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.12, 3))
    light = 255 * np.clip(light * gain / 255, 0, 1) ** np.exp(rng.normal(0, 0.2))
    if rng.random() < _BLURRED:
        across = float(np.exp(rng.uniform(np.log(0.5), np.log(4.0))))
        light = gaussian_filter1d(light, across, axis=2, mode="nearest")
    light = light + rng.normal(0, 1, light.shape) * rng.uniform(0, 2)
    return LabelledRails(
        np.clip(light, 0, 255).astype(np.float32),
        _guessed(rng, rails.view),
        rails.column + shift.astype(np.float32),
    )


def _guessed(rng: np.random.Generator, seen: Floats32) -> Floats32:
    """Return views as a first pose tells them: the height of a camera is a guess."""
    guessed = seen.copy()
    guessed[:, 0] *= np.exp(rng.normal(0, rng.choice(_HEIGHT_SPREADS)))
    guessed[:, 0] += rng.normal(0, _OBLIQUITY_SPREAD)
    return guessed
