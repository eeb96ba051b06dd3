"""The model drawn over the picture, for the eye."""

import cv2
import numpy as np

from adjudicator.table import Pocket
from calibration.arrays import FloatArray, Image
from calibration.diamonds import diamonds_xy
from calibration.table_calibration import TableCalibration

_NOSE = (60, 60, 255)
_CLOTH = (255, 200, 60)
_POCKET = (80, 220, 255)
_STRING = (255, 255, 255)
_DIAMOND = (80, 255, 80)
_SUB = 4
_STEPS = 40


def draw_model(
    image_bgr: Image,
    calibration: TableCalibration,
    diamonds_uv: FloatArray | None = None,
) -> Image:
    """Return the picture with noses, pockets, strings, spots and diamonds over it.

    Red: noses. Yellow: jaws and holes. White: strings and spots on the cloth. Green:
    where the diamonds should be.

    Args:
        image_bgr: The picture; it is not changed.
        calibration: Of it.
        diamonds_uv: Where the diamonds must be; None takes the usual places.
    """
    out = np.array(image_bgr, dtype=np.uint8)
    table = calibration.table
    for nose in table.noses:
        ends = np.array([[nose.start.x, nose.start.y], [nose.end.x, nose.end.y]])
        _line(out, calibration.nose_uv_from_xy(_between(ends[0], ends[1])), _NOSE)
    for pocket in table.pockets:
        _pocket(out, calibration, pocket)
    for x in (table.head_string_x, -table.head_string_x):
        ends = np.array([[x, -table.width / 2], [x, table.width / 2]])
        line = calibration.cloth_uv_from_xy(_between(ends[0], ends[1]))
        _line(out, line, _STRING)
    spots = [table.head_spot, table.center_spot, table.foot_spot]
    for u, v in calibration.cloth_uv_from_xy([[spot.x, spot.y] for spot in spots]):
        _circle(out, (u, v), 4.0, _STRING)
    if diamonds_uv is None:
        diamonds_uv = calibration.nose_uv_from_xy(diamonds_xy(table))
    for u, v in diamonds_uv:
        _circle(out, (u, v), 5.0, _DIAMOND)
    _caption(out, calibration)
    return out


def _pocket(out: Image, calibration: TableCalibration, pocket: Pocket) -> None:
    turn = np.linspace(0, 2 * np.pi, _STEPS)
    circle = np.column_stack((np.cos(turn), np.sin(turn)))
    hole = circle * pocket.radius + (pocket.center.x, pocket.center.y)
    _line(out, calibration.cloth_uv_from_xy(hole), _POCKET)
    for jaw in pocket.jaws:
        arc = circle * pocket.jaw_radius + (jaw.x, jaw.y)
        _line(out, calibration.nose_uv_from_xy(arc), _POCKET)


def _between(a: FloatArray, b: FloatArray) -> FloatArray:
    return np.asarray(a + np.linspace(0, 1, _STEPS)[:, None] * (b - a))


def _line(out: Image, uv: FloatArray, colour: tuple[int, int, int]) -> None:
    fixed = np.round(uv * 2**_SUB).astype(np.int32)
    cv2.polylines(out, [fixed], isClosed=False, color=colour, lineType=cv2.LINE_AA,
                  shift=_SUB)  # fmt: skip


def _circle(
    out: Image, uv: tuple[float, float], radius: float, colour: tuple[int, int, int]
) -> None:
    center = (round(uv[0] * 2**_SUB), round(uv[1] * 2**_SUB))
    cv2.circle(out, center, round(radius * 2**_SUB), colour, 1, cv2.LINE_AA, _SUB)


def _caption(out: Image, calibration: TableCalibration) -> None:
    known = "" if calibration.head_end_known else " (guess)"
    text = (
        f"{calibration.table.kind.value}  head: {calibration.head_end}{known}  "
        f"residual {calibration.residual_px:.2f} px = {calibration.residual_mm:.1f} mm"
    )
    scale = max(0.4, out.shape[1] / 1920)
    bottom = out.shape[0]
    size = (round(len(text) * 20 * scale), round(34 * scale))
    cv2.rectangle(out, (0, bottom - size[1]), (size[0], bottom), (0, 0, 0), cv2.FILLED)
    cv2.putText(
        out,
        text,
        (8, bottom - 8),
        cv2.FONT_HERSHEY_SIMPLEX,
        scale,
        (255, 255, 255),
        1,
        cv2.LINE_AA,
    )
