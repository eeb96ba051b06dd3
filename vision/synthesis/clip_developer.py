"""From light to pictures, frame after frame: only what changed is developed anew."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.develop import (
    Development,
    noise_field,
    recorded_tone,
    sharpened,
)

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Bytes = NDArray[np.uint8]

_TILE: Final = 32
_MARGIN: Final = 16
"""How far blur and sharpening reach, pixels."""
_NOISES: Final = 4
_SLACK: Final = 64
"""How far a noise field may be shifted, pixels."""


class ClipDeveloper:
    """Develops the frames of one clip in order.

    Noise is new in every frame: one of a few fields, shifted and mirrored at random.
    """

    def __init__(self, how: Development) -> None:
        """Keep how to develop; nothing is known of the frames yet.

        Args:
            how: Lens, sensor and tone. Its vignette is left to each frame's light
                as a whole, its codec is not used.
        """
        self._how = how
        self._rng = np.random.default_rng(how.seed)
        self._light: Floats32 | None = None
        self._tone: Floats32 = np.zeros((0, 0, 3), np.float32)
        self._gain: Floats32 = self._tone
        self._fields: list[Floats32] = []

    def develop(self, light: Floats32, gains: Floats | None = None) -> Bytes:
        """Return the picture of the next frame.

        Args:
            light: Linear, `(h, w, 3)`.
            gains: Factors of blue, green and red of the display values, `(3,)`.
        """
        if self._light is None:
            self._start(light)
        else:
            for window in changed_windows(self._light, light):
                self._renew(light, window)
        self._light = light
        image = self._noisy()
        if gains is None or np.abs(gains - 1).max() < 1e-6:
            return image
        factors = np.array([*gains, 1.0])
        scaled = cv2.multiply(image, factors, dtype=cv2.CV_8U)
        return np.asarray(scaled, dtype=np.uint8)

    def _start(self, light: Floats32) -> None:
        self._tone = self._toned(light, (0, 0), light.shape[:2])
        self._gain = _noise_gain(self._tone)
        rows, columns = light.shape[:2]
        shape = (rows + _SLACK, columns + _SLACK)
        self._fields = [
            np.ascontiguousarray(noise_field(self._rng, shape, self._how))
            for _ in range(_NOISES)
        ]

    def _toned(
        self, light: Floats32, corner: tuple[int, int], whole: tuple[int, int]
    ) -> Floats32:
        """Return display values of a window of the light.

        Args:
            light: The window.
            corner: Its first row and column.
            whole: Rows and columns of the frame.
        """
        lit = light
        if self._how.vignette > 0:
            lit = light * _vignette(light.shape[:2], corner, whole, self._how.vignette)
        plain = replace(self._how, vignette=0.0)
        return sharpened(recorded_tone(lit, plain), plain)

    def _renew(self, light: Floats32, window: tuple[int, int, int, int]) -> None:
        top, left, bottom, right = window
        rows, columns = light.shape[:2]
        outer_top, outer_left = max(top - _MARGIN, 0), max(left - _MARGIN, 0)
        outer = light[
            outer_top : min(bottom + _MARGIN, rows),
            outer_left : min(right + _MARGIN, columns),
        ]
        toned = self._toned(
            np.ascontiguousarray(outer), (outer_top, outer_left), (rows, columns)
        )
        inner = toned[
            top - outer_top : bottom - outer_top, left - outer_left : right - outer_left
        ]
        self._tone[top:bottom, left:right] = inner
        self._gain[top:bottom, left:right] = _noise_gain(inner)

    def _noisy(self) -> Bytes:
        rows, columns = self._tone.shape[:2]
        field = self._fields[int(self._rng.integers(_NOISES))]
        v, u = (int(n) for n in self._rng.integers(0, _SLACK, size=2))
        grains = field[v : v + rows, u : u + columns]
        noise = cv2.multiply(grains, self._gain)
        noisy = cv2.add(self._tone, noise, dtype=cv2.CV_8U)
        return np.asarray(noisy, dtype=np.uint8)


def _vignette(
    shape: tuple[int, ...], corner: tuple[int, int], whole: tuple[int, int], loss: float
) -> Floats32:
    """Return the light that reaches a window of the frame, `(h, w, 1)`."""
    v = np.linspace(-1, 1, whole[0], dtype=np.float32)[corner[0] :][: shape[0]]
    u = np.linspace(-1, 1, whole[1], dtype=np.float32)[corner[1] :][: shape[1]]
    radius = (v[:, None] ** 2 + u[None] ** 2) / 2
    kept = 1 - np.float32(loss) * radius ** np.float32(1.3)
    return kept[..., None].astype(np.float32)


def _noise_gain(tone: Floats32) -> Floats32:
    """Return how strongly noise shows: most in the dark, least in white."""
    return np.float32(1.25) - tone * np.float32(0.9 / 255)


def changed_windows(
    before: Floats32, after: Floats32
) -> Iterator[tuple[int, int, int, int]]:
    """Yield windows (top, left, bottom, right) that cover all that differs.

    They reach as far around a change as blur and sharpening carry it. Every second
    pixel is compared: whatever changes is larger.

    Args:
        before: Light of the last frame, `(h, w, 3)`.
        after: Of this one.
    """
    rows, columns = after.shape[:2]
    down, across = -(-rows // _TILE), -(-columns // _TILE)
    half = _TILE // 2
    coarse = before[::2, ::2, 1] != after[::2, ::2, 1]
    differs = np.zeros((down * half, across * half), dtype=np.bool_)
    differs[: coarse.shape[0], : coarse.shape[1]] = coarse
    blocks = differs.reshape(down, half, across, half)
    tiles = np.logical_or.reduce(np.logical_or.reduce(blocks, axis=3), axis=1)
    if not tiles.any():
        return
    grown = cv2.dilate(np.asarray(tiles, dtype=np.uint8), np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=4)
    for number in range(1, count):
        u, v, width, height = (int(value) * _TILE for value in stats[number, :4])
        yield v, u, min(v + height, rows), min(u + width, columns)
