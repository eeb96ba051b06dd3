"""Irregular surfaces: noise, wood, carpet, boards, tiles."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32
from vision.synthesis.colours import linear_bgr
from vision.synthesis.looks import FloorLook

Floats32 = NDArray[np.float32]


_TILE = (2200, 4096)


@lru_cache(maxsize=1)
def _white_tile() -> Floats32:
    tile = np.random.default_rng(20).standard_normal(_TILE, dtype=np.float32)
    tile.flags.writeable = False
    return tile


def _white(rng: np.random.Generator, shape: tuple[int, int]) -> Floats32:
    """Return white noise: a window of a tile made once, which is 20 times faster."""
    tile = _white_tile()
    if shape[0] > _TILE[0] or shape[1] > _TILE[1]:
        return rng.standard_normal(shape, dtype=np.float32)
    row = int(rng.integers(tile.shape[0] - shape[0] + 1))
    column = int(rng.integers(tile.shape[1] - shape[1] + 1))
    return tile[row : row + shape[0], column : column + shape[1]]


def noise(rng: np.random.Generator, shape: tuple[int, int], cell: float) -> Floats32:
    """Return smooth noise of unit variance.

    Args:
        rng: Draws.
        shape: Rows and columns.
        cell: Size of its grains, pixels; up to 1 is white noise.
    """
    if cell <= 1:
        return _white(rng, shape)
    rows, columns = (max(2, int(np.ceil(n / cell)) + 1) for n in shape)
    coarse = rng.standard_normal((rows, columns), dtype=np.float32)
    grown = cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC)
    return floats32(grown / max(float(grown.std()), 1e-6))


def wood(rng: np.random.Generator, shape: tuple[int, int], strength: float) -> Floats32:
    """Return factors of wood whose veins run along the columns, shape (h, w)."""
    long_cells = cv2.resize(
        rng.standard_normal((shape[0], max(2, shape[1] // 60)), dtype=np.float32),
        shape[::-1],
        interpolation=cv2.INTER_CUBIC,
    )
    broad = noise(rng, shape, max(shape[1] / 8, 2))
    factors: Floats32 = np.clip(1 + strength * (0.6 * long_cells + 0.4 * broad), 0.1, 2)
    return factors


def floor_sheet(rng: np.random.Generator, look: FloorLook, ppm: float) -> Floats32:
    """Return four by four metres of floor, linear light.

    Args:
        rng: Draws the pattern.
        look: Which floor.
        ppm: Pixels a metre.
    """
    side = int(4 * ppm)
    pattern = _PATTERNS[look.kind](rng, side, ppm)[..., None]
    first, second = linear_bgr(look.rgb), linear_bgr(look.other_rgb)
    grain = 1 + 0.06 * noise(rng, (side, side), 1)[..., None]
    sheet: Floats32 = np.clip((first + pattern * (second - first)) * grain, 0, 1)
    return sheet


def _plain(rng: np.random.Generator, side: int, ppm: float) -> Floats32:
    return floats32(np.clip(0.1 + 0.08 * noise(rng, (side, side), ppm / 2), 0, 1))


def _carpet(rng: np.random.Generator, side: int, ppm: float) -> Floats32:
    shapes = noise(rng, (side, side), ppm * 0.25)
    fine = noise(rng, (side, side), max(ppm * 0.012, 1.5))
    edge = 1 / (1 + np.exp(-4 * shapes))
    return floats32(np.clip(edge + 0.08 * fine, 0, 1))


def _boards(rng: np.random.Generator, side: int, ppm: float) -> Floats32:
    board = max(int(ppm * 0.14), 4)
    tone = np.repeat(rng.uniform(0, 0.6, side // board + 1), board)[:side]
    joints = (np.arange(side) % board < max(1, board // 24)) * 0.4
    rows = (tone + joints).astype(np.float32)[:, None]
    veins = 0.15 * (wood(rng, (side, side), 1.0) - 1)
    return floats32(np.clip(rows + veins, 0, 1))


def _tiles(rng: np.random.Generator, side: int, ppm: float) -> Floats32:
    tile = max(int(ppm * 0.4), 6)
    index = np.arange(side) // tile
    checks = ((index[:, None] + index[None]) % 2).astype(np.float32)
    stains = 0.1 * noise(rng, (side, side), ppm * 0.1)
    return floats32(np.clip(checks + stains, 0, 1))


def _waves(rng: np.random.Generator, side: int, ppm: float) -> Floats32:
    bend = noise(rng, (side, side), ppm) * 0.5
    rows = np.arange(side, dtype=np.float32)[:, None] / ppm
    ripple = np.sin((rows + bend * 0.3) * 2 * np.pi * 2.2)
    fine = noise(rng, (side, side), max(ppm * 0.02, 1.5))
    return floats32(np.clip(0.5 + 0.45 * ripple + 0.07 * fine, 0, 1))


_PATTERNS = {
    "plain": _plain,
    "carpet": _carpet,
    "boards": _boards,
    "tiles": _tiles,
    "waves": _waves,
}
