"""Sheets: flat drawings in the table frame, later seen through the camera."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32
from vision.synthesis.coverage import coverage

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_SHIFT = 4


@dataclass(frozen=True, slots=True)
class Sheet:
    """Linear light and cover of a horizontal plane.

    Attributes:
        half_size: Half the extent along x and y, metres.
        ppm: Pixels a metre.
        drawn: Light and cover, shape (rows, columns, 4); row 0 is the highest y.
    """

    half_size: tuple[float, float]
    ppm: float
    drawn: Floats32

    @property
    def light(self) -> Floats32:
        """Linear light, a view of shape (rows, columns, 3)."""
        return self.drawn[..., :3]

    @property
    def cover(self) -> Floats32:
        """Cover 0..1, a view of shape (rows, columns)."""
        return self.drawn[..., 3]

    def pixels(self, xy: Floats) -> Floats:
        """Return columns and rows of points of the plane, shape (..., 2)."""
        signed = np.asarray(xy, dtype=np.float64) * [1, -1]
        pixels: Floats = (signed + np.array(self.half_size)) * self.ppm - 0.5
        return pixels

    def mask(self, *polygons: Floats) -> Floats32:
        """Return the union of polygons given in metres, 0..1 with exact soft edges.

        Polygons may share a border: there the shares of a pixel add up.
        """
        mask = np.zeros(self.cover.shape, np.float32)
        for polygon in polygons:
            corners = self.pixels(polygon)
            low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
            high = np.maximum(np.ceil(corners.max(axis=0)).astype(int) + 1, low)
            window = mask[low[1] : high[1], low[0] : high[0]]
            if window.size:
                shape = window.shape[0], window.shape[1]
                window += coverage(shape, corners - low)
        return np.minimum(mask, 1, out=mask)

    def paint(self, colour: Floats32, mask: Floats32) -> None:
        """Lay a colour, or an image of colours, over the sheet where the mask is."""
        change = colour - self.light
        change *= mask[..., None]
        self.light[:] += change

    def paint_polygon(self, colour: Floats32, polygon: Floats) -> None:
        """Fill one small polygon given in metres."""
        corners = self.pixels(polygon)
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
        high = np.ceil(corners.max(axis=0)).astype(int) + 3
        window = self.light[low[1] : high[1], low[0] : high[0]]
        if window.size == 0:
            return
        mask = np.zeros(window.shape[:2], np.uint8)
        points = np.round((corners - low) * 2**_SHIFT).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, _SHIFT)
        window += (mask.astype(np.float32) / 255)[..., None] * (colour - window)

    def write(self, colour: Floats32, text: str, xy: Floats, size: float) -> None:
        """Write a text centred on a point; its height is given in metres."""
        face, scale = cv2.FONT_HERSHEY_TRIPLEX, size * self.ppm / 22
        thick = max(1, int(scale * 2))
        (width, height), _ = cv2.getTextSize(text, face, scale, thick)
        column, row = self.pixels(xy) + np.array([-width / 2, height / 2])
        mask = np.zeros(self.cover.shape, np.uint8)
        origin = (int(column), int(row))
        cv2.putText(mask, text, origin, face, scale, 255, thick, cv2.LINE_AA)
        self.paint(colour, floats32(mask) / np.float32(255))


def blank_sheet(half_size: tuple[float, float], ppm: float, colour: Floats32) -> Sheet:
    """Return a sheet of one colour that covers everything."""
    columns, rows = (int(np.ceil(2 * half * ppm)) for half in half_size)
    drawn = np.empty((rows, columns, 4), np.float32)
    drawn[:] = np.append(colour, np.float32(1))
    return Sheet(half_size, ppm, drawn)


def circle(center: Floats, radius: float, corners: int = 48) -> Floats:
    """Return a polygon around a circle, shape (corners, 2)."""
    turn = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return center + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)


def rectangle(half_x: float, half_y: float) -> Floats:
    """Return the corners of a rectangle around the origin, shape (4, 2)."""
    return np.array(
        [[-half_x, -half_y], [half_x, -half_y], [half_x, half_y], [-half_x, half_y]]
    )


def rounded_rectangle(half_x: float, half_y: float, radius: float) -> Floats:
    """Return a polygon around a rectangle with round corners."""
    turn = np.linspace(0, np.pi / 2, 10)
    arc = radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    inner = np.array([half_x - radius, half_y - radius])
    quarter = arc + inner
    flips = (([1, 1], 1), ([-1, 1], -1), ([-1, -1], 1), ([1, -1], -1))
    return np.concatenate([(quarter * sign)[::step] for sign, step in flips])


def strip(start: Floats, end: Floats, width: float) -> Floats:
    """Return the four corners of a line of some width."""
    along = (np.asarray(end) - start) / np.linalg.norm(np.asarray(end) - start)
    side = np.array([-along[1], along[0]]) * width / 2
    return np.array([start + side, end + side, end - side, start - side])
