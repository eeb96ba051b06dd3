"""Edges of rails as networks read them: where each lies on a piece, how surely.

Bed, shadow, nose, the cushion's top and the wood look alike in light and cloth of every
kind; which change of colour is the nose, and which the border where the cushion ends in
wood, two networks learned on rendered tables. They look at all four rails at once, for
cloth and cushions are the same on all, and know from which side each is seen: what
hides behind a nose, or under it, depends on that. They give a probability of every
depth, so that a hidden or faint piece says so itself.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from calibration import networks
from calibration.arrays import FloatArray
from calibration.networks import Floats32
from calibration.rail_windows import COLUMNS, ROWS, RailWindow

EdgeKind = Literal["nose", "border"]

PIECES: Final = 16
"""Pieces of a rail that are told apart."""

RAILS: Final = 4
CHANNELS: Final = 7
"""Colour against that of the bed (3), lightness, how the rail is seen (3)."""

_BED: Final = 12
"""Columns at the inner end that show the bed."""

_PEAK: Final = 9
_AROUND: Final = 7
_HERE: Final = 2.5
_HERE_PX: Final = 0.8
_LEAST_COLUMNS: Final = 0.35
"""Least standard deviation, columns: one is never surer than its own sampling."""


@dataclass(frozen=True)
class EdgePieces:
    """An edge on the pieces of one rail.

    Attributes:
        straight: Places in the straight picture, pixels, (PIECES, 2).
        depth: Outward from the side that the window follows, table widths, (PIECES,).
        sigma_px: Standard deviation of the depth, pixels, (PIECES,).
        chance: Probability that the edge is near there at all, (PIECES,).
        map: Probability of each column, (PIECES, COLUMNS).
        window: What was read.
    """

    straight: FloatArray
    depth: FloatArray
    sigma_px: FloatArray
    chance: FloatArray
    map: FloatArray
    window: RailWindow

    def near(self, depth: FloatArray) -> FloatArray:
        """Return the probability that the edge is near a depth of each piece.

        Args:
            depth: Outward of the side that the window follows, table widths,
                (PIECES,).
        """
        column = (depth - self.window.depth[0]) / self.window.step
        reach = max(_HERE, _HERE_PX / self.window.step_px)
        close = np.abs(np.arange(COLUMNS)[None] - column[:, None]) <= reach
        return np.asarray((self.map * close).sum(axis=1))


def read_edges(kind: EdgeKind, windows: list[RailWindow]) -> list[EdgePieces]:
    """Return an edge on each piece of each rail.

    Args:
        kind: Which edge.
        windows: One a rail, along that edge; the four of a table, or of more.
    """
    batch = np.concatenate([network_input(window) for window in windows])
    logits = networks.run(kind, batch).astype(np.float64)
    logits = logits.reshape(len(windows), PIECES, COLUMNS)
    return [_pieces(*each) for each in zip(windows, logits, strict=True)]


def network_input(window: RailWindow) -> Floats32:
    """Return what the network reads of one rail: (PIECES, CHANNELS, COLUMNS)."""
    colour = window.image_bgr.astype(np.float32)
    pieces = colour.reshape(PIECES, -1, COLUMNS, 3).mean(axis=1)
    return channels(pieces, window.view)


def channels(colour: Floats32, view: FloatArray) -> Floats32:
    """Return the same of the average colours of pieces (n, COLUMNS, 3) and a view."""
    bed = np.median(colour[:, :_BED].reshape(-1, 3), axis=0)
    against = np.clip((colour - bed) / 32, -4, 4)
    light = colour.mean(axis=-1, keepdims=True) / 64 - 2
    seen = np.broadcast_to(np.asarray(view, np.float32), (*light.shape[:2], 3))
    stacked = np.concatenate((against, light, seen), axis=-1)
    return np.ascontiguousarray(stacked.transpose(0, 2, 1), dtype=np.float32)


def _pieces(window: RailWindow, logits: FloatArray) -> EdgePieces:
    chance = np.exp(logits - logits.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    column = np.arange(COLUMNS)
    kernel = np.ones(_PEAK)
    smooth = np.stack([np.convolve(row, kernel, mode="same") for row in chance])
    peak = smooth.argmax(axis=1)
    near = chance * (np.abs(column[None] - peak[:, None]) <= _AROUND)
    total = near.sum(axis=1)
    mean = (near * column).sum(axis=1) / total
    spread = (near * (column[None] - mean[:, None]) ** 2).sum(axis=1) / total
    sigma = np.sqrt(spread + _LEAST_COLUMNS**2)
    return EdgePieces(
        _places(window.straight, mean),
        window.depth[0] + mean * window.step,
        sigma * window.step_px,
        total,
        chance,
        window,
    )


def _places(straight: FloatArray, column: FloatArray) -> FloatArray:
    """Return places in the straight picture at a column of each piece."""
    rows = straight.reshape(PIECES, ROWS // PIECES, COLUMNS, 2).mean(axis=1)
    low = np.clip(np.floor(column).astype(int), 0, COLUMNS - 2)
    part = (column - low)[:, None]
    index = np.arange(PIECES)
    return np.asarray(rows[index, low] * (1 - part) + rows[index, low + 1] * part)
