"""What is drawn follows a camera that moves."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import cueref.extras
from calibration.camera import Camera
from cueref.calibrated_view import CalibratedView
from cueref.extras import _followed
from cueref.overlay import Overlay
from tests.cueref.table_clip import calibration
from vision.frames import Frame

SHIFT_PX = 40.0


def moved() -> Any:
    """The map of a picture in which everything lies farther to the right."""
    still = calibration()
    shift = np.array([[1.0, 0.0, SHIFT_PX], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    camera = still.camera
    turned = Camera(shift @ camera.projection, camera.lens, camera.focal_px)
    return replace(still, camera=turned)


def test_the_table_is_drawn_where_each_picture_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    maps = [calibration(), moved(), None]

    class Moving:
        def __init__(self, *_: object) -> None:
            self.maps = iter(maps)

        def update(self, _frame: Frame) -> Any:
            return next(self.maps)

    monkeypatch.setattr(cueref.extras, "CameraWatch", Moving)
    width, height = calibration().image_size
    black = np.zeros((height, width, 3), np.uint8)
    frames = [Frame(n, n / 30, black, n, Fraction(1, 30)) for n in range(3)]
    overlay = Overlay(calibration(), [], lambda _: {})
    view = CalibratedView(calibration(), black)
    left = [
        int(np.flatnonzero(overlay.draw(f.image_bgr, f.t).any(axis=(0, 2)))[0])
        for f in _followed(frames, overlay, view)
    ]
    scale = overlay.size[0] / width
    assert left[1] - left[0] == pytest.approx(SHIFT_PX * scale, abs=2)
    assert left[2] == left[1]
