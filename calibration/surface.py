"""Whether the network that locates tables sees the one that was measured.

It looks at the whole picture and knows neither edges nor cameras, so that it objects
to a map that its own first guess did not lead to.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.arrays import FloatArray
from calibration.locating import Reading, pockets_at
from calibration.pose import Pose

_STEPS: Final = 12
_SEEN: Final = 0.4


@dataclass(frozen=True, slots=True)
class Seen:
    """What the network says of a pose.

    Attributes:
        overlap: Common part of the playing surface as posed and as read, over both.
        corners: Probability of a corner pocket at the second worst corner.
        middles: Of a centre pocket in the middle of a long rail, the better one.
        wrong: Of a centre pocket in the middle of a short rail, the better one.
        pockets: How many of six pockets it sees where the pose has them.
    """

    overlap: float
    corners: float
    middles: float
    wrong: float
    pockets: int


def seen_by_network(reading: Reading, pose: Pose) -> Seen:
    """Compare a pose with what the network read."""
    posed = _drawn(reading, pose)
    common = float(np.minimum(posed, reading.surface).sum())
    either = float(np.maximum(posed, reading.surface).sum())
    corners, middles, wrong = pockets_at(reading, pose)
    return Seen(
        common / max(either, 1.0),
        float(np.sort(corners)[1]),
        float(middles.max()),
        float(wrong.max()),
        int((np.concatenate((corners, middles)) > _SEEN).sum()),
    )


def _drawn(reading: Reading, pose: Pose) -> FloatArray:
    """Return the share of each cell that lies on the surface as posed."""
    rectangle = pose.rectangle()
    way = np.linspace(0, 1, _STEPS, endpoint=False)[:, None]
    sides = [
        a + way * (b - a)
        for a, b in zip(
            rectangle.corners, np.roll(rectangle.corners, -1, axis=0), strict=True
        )
    ]
    cells = reading.cells(rectangle.lens.distort(np.concatenate(sides)))
    zoom = 4
    size = (zoom * reading.surface.shape[0], zoom * reading.surface.shape[1])
    drawn: npt.NDArray[np.uint8] = np.zeros(size, np.uint8)
    at = np.round(16 * (zoom * (cells + 0.5) - 0.5)).astype(np.int32)
    cv2.fillPoly(drawn, [at], 1, shift=4)
    blocks = drawn.reshape(size[0] // zoom, zoom, size[1] // zoom, zoom)
    return np.asarray(blocks.mean(axis=(1, 3)), np.float64)
