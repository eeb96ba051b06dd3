"""The paint of a ball by direction: band, number fields, dots."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32
from vision.synthesis.ball_looks import BallLook
from vision.synthesis.colours import linear_bgr

Floats32 = NDArray[np.float32]

_GLYPH = 96
_FONTS = (
    (cv2.FONT_HERSHEY_SIMPLEX, 9),
    (cv2.FONT_HERSHEY_COMPLEX, 7),
    (cv2.FONT_HERSHEY_DUPLEX, 10),
    (cv2.FONT_HERSHEY_TRIPLEX, 7),
)
_SOFT = 0.02
"""Width over which paint changes, in units of the ball's radius."""

_FIELD_AXES = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))


@lru_cache(maxsize=256)
def number_print(text: str, font: int, ring: bool) -> Floats32:  # noqa: FBT001
    """Return the ink of a number field, 0..1, shape (96, 96)."""
    sheet = np.zeros((_GLYPH, _GLYPH), np.uint8)
    face, thickness = _FONTS[font % len(_FONTS)]
    scale = 2.1 if len(text) == 1 else 1.55
    (width, height), _ = cv2.getTextSize(text, face, scale, thickness)
    origin = ((_GLYPH - width) // 2, (_GLYPH + height) // 2)
    cv2.putText(sheet, text, origin, face, scale, 255, thickness, cv2.LINE_AA)
    if text in ("6", "9"):
        cv2.line(sheet, (34, 76), (62, 76), 255, 5, cv2.LINE_AA)
    if ring:
        cv2.circle(sheet, (_GLYPH // 2, _GLYPH // 2), 44, 255, 4, cv2.LINE_AA)
    return floats32(cv2.GaussianBlur(sheet, (5, 5), 0)) / np.float32(255)


def ball_paint(look: BallLook, body: Floats32) -> Floats32:
    """Return the albedo of a ball.

    Args:
        look: What is painted on it.
        body: Unit directions in the ball's own axes, shape (n, 3).

    Returns:
        Linear, blue first, shape (n, 3).
    """
    colour = np.broadcast_to(linear_bgr(look.body), body.shape).copy()
    if look.caps is not None:
        beyond = _step(floats32(np.abs(body[:, 2]) - look.band))
        colour += beyond[:, None] * (linear_bgr(look.caps) - colour)
    if look.disc > 0:
        _print_fields(look, body, colour)
    if look.dots is not None:
        nearest = np.max(body @ look.dots.T.astype(np.float32), axis=1)
        dotted = _step(nearest - np.float32(np.cos(look.dot)))
        colour += dotted[:, None] * (linear_bgr(look.dot_rgb) - colour)
    return colour


def _step(signed: Floats32) -> Floats32:
    return floats32(np.clip(signed / _SOFT + 0.5, 0, 1))


def _print_fields(look: BallLook, body: Floats32, colour: Floats32) -> None:
    """Paint the number fields over the colour, in place."""
    sine = np.sin(look.disc)
    for axis, sign in _FIELD_AXES[: look.fields]:
        facing = np.flatnonzero(body[:, axis] * sign > np.cos(look.disc) - 0.03)
        if facing.size == 0:
            continue
        across = sign * body[facing, (axis + 1) % 3]
        along = body[facing, (axis + 2) % 3]
        radius = np.hypot(across, along) / sine
        field = np.clip((1 - radius) / 0.08, 0, 1)[:, None]
        colour[facing] += field * (linear_bgr(look.disc_rgb) - colour[facing])
        column = np.clip((across / sine + 1) / 2 * _GLYPH, 0, _GLYPH - 1).astype(int)
        row = np.clip((1 - along / sine) / 2 * _GLYPH, 0, _GLYPH - 1).astype(int)
        ink = number_print(look.text, look.font, look.ring)[row, column, None] * field
        colour[facing] += ink * (linear_bgr(look.ink) - colour[facing])
