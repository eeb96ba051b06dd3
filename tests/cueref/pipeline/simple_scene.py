"""A drawn table and balls that the pipeline can look at without a network."""

from fractions import Fraction

import cv2
import numpy as np

from adjudicator.events import Intruder
from adjudicator.table import TABLES, TableKind
from calibration.four_corners import calibrate_from_corners
from calibration.table_calibration import TableCalibration
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour
from vision.detections import Detections
from vision.frames import Frame

SIZE = (640, 360)
CORNERS = [[60, 40], [580, 40], [580, 300], [60, 300]]
TABLE = TABLES[TableKind.POOL_9FT]

PAINTS = {
    Colour.WHITE: (240, 240, 240),
    Colour.YELLOW: (20, 200, 240),
    Colour.RED: (30, 30, 210),
    Colour.BLUE: (180, 60, 20),
}


def calibration() -> TableCalibration:
    return calibrate_from_corners(CORNERS, SIZE, TABLE, "left")


def picture(balls, *, shift=(0, 0)):
    """Draw balls, (x, y, colour) each, on a textured table."""
    rng = np.random.default_rng(5)
    image = np.full((SIZE[1], SIZE[0], 3), (60, 60, 70), np.uint8)
    noise = rng.integers(0, 60, (SIZE[1] // 8, SIZE[0] // 8, 3), dtype=np.uint8)
    image += cv2.resize(noise, SIZE, interpolation=cv2.INTER_NEAREST)
    cv2.rectangle(image, (50, 30), (590, 310), (60, 110, 40), -1)
    cal = calibration()
    for x, y, colour in balls:
        (u, v) = cal.uv_from_xy([[x, y]])[0]
        r = float(cal.radius_px([[x, y]])[0])
        scaled = tuple(round(16 * w) for w in (u, v))
        cv2.circle(image, scaled, round(16 * r), PAINTS[colour], -1, cv2.LINE_AA, 4)
    moved = np.float32([[1, 0, shift[0]], [0, 1, shift[1]]])
    return cv2.warpAffine(image, moved, SIZE, borderMode=cv2.BORDER_REFLECT)


def frame(index, image, fps=30):
    return Frame(index, index / fps, image, index, Fraction(1, fps))


class PaintDetector:
    """Finds the drawn balls by their paint."""

    def __init__(self):
        self.pictures = 0

    def detect(self, image_bgr, region_px=None, *, expected_radius_px=None):
        del region_px
        self.pictures += 1
        uv, radius = [], []
        for paint in PAINTS.values():
            mask = (np.abs(image_bgr.astype(int) - paint).max(axis=2) < 25).astype(
                np.uint8
            )
            count, _, stats, centres = cv2.connectedComponentsWithStats(mask)
            for one in range(1, count):
                size = float(np.sqrt(stats[one, cv2.CC_STAT_AREA] / np.pi))
                if size < 2:
                    continue
                if expected_radius_px is None or (
                    expected_radius_px[0] < size < expected_radius_px[1]
                ):
                    uv.append(centres[one])
                    radius.append(size)
        n = len(uv)
        return Detections(
            np.array(uv).reshape(n, 2),
            np.array(radius).reshape(n),
            np.full(n, 0.9),
            np.zeros(n, np.int64),
            np.zeros((n, 2)),
        )


class PaintClassifier:
    """Names the drawn paint."""

    def log_probability(self, image_bgr, uv, radius_px, company=None):
        del radius_px, company
        rows = np.full((len(uv), len(APPEARANCES)), np.log(0.002))
        for row, (u, v) in enumerate(uv):
            pixel = image_bgr[round(v), round(u)].astype(int)
            colour = min(PAINTS, key=lambda c: np.abs(pixel - PAINTS[c]).sum())
            rows[row, INDEX_OF[Appearance(colour)]] = np.log(0.96)
        return rows


class Hand:
    """A hand that covers one place."""

    known = True

    def __init__(self, place=None):
        self._place = place

    def covers(self, xy):
        if self._place is None:
            return np.zeros(len(xy), bool)
        return np.hypot(*(np.asarray(xy) - self._place).T) < 0.1

    def intruders(self):
        return {} if self._place is None else {Intruder.HAND: 0.9}
