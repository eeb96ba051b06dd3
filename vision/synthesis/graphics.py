"""What broadcasters and projectors add: score boxes, watermarks, lines of light."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.arrays import floats32
from vision.synthesis.camera import Camera
from vision.synthesis.colours import linear_bgr
from vision.synthesis.render import Stage

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Bytes = NDArray[np.uint8]

_FONTS: Final = (
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
_NAMES: Final = ("IVANOV", "SMITH", "GARCIA", "CHEN", "LIVE", "RACE TO 9")


def draw_graphics(rng: np.random.Generator, image_bgr: Bytes) -> Bytes:
    """Return a picture with score boxes and a watermark over it.

    Args:
        rng: Draws which.
        image_bgr: The picture.
    """
    over = image_bgr.copy()
    rows, columns = over.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        wide, high = columns * rng.uniform(0.08, 0.25), rows * rng.uniform(0.04, 0.12)
        left = int(rng.choice([0.02, 0.4, 0.75]) * columns)
        top = int(rng.choice([0.02, 0.86]) * rows)
        _score_box(rng, over, (left, top, int(wide), int(high)))
    if rng.random() < 0.4:
        place = (int(rng.uniform(0, 0.7) * columns), int(rng.uniform(0.1, 0.95) * rows))
        _write(rng, over, str(rng.choice(_NAMES)), place, rows / 400)
    if rng.random() < 0.3:
        centre = (int(columns * rng.uniform(0.3, 0.7)), int(rows * 0.92))
        radius = int(rows * 0.04)
        cv2.circle(over, centre, radius, (30, 30, 30), -1, cv2.LINE_AA)
        cv2.ellipse(
            over, centre, (radius, radius), 0, 0, 250, (60, 200, 60), 4, cv2.LINE_AA
        )
        number = str(int(rng.integers(1, 40)))
        _write(rng, over, number, (centre[0] - radius // 2, centre[1] + 6), rows / 1100)
    if rng.random() < 0.35:
        _ball_logo(rng, over)
    strength = rng.uniform(0.35, 1.0)
    mixed = cv2.addWeighted(over, strength, image_bgr, 1 - strength, 0)
    return np.asarray(mixed, dtype=np.uint8)


def shown_through(seed: int, size: tuple[int, int]) -> Floats:
    """Return how much of the picture shows through the graphics of a seed, (h, w).

    Args:
        seed: Of the graphics.
        size: Width and height of the picture, pixels.
    """
    shape = (size[1], size[0], 3)
    black, white = np.zeros(shape, np.uint8), np.full(shape, 255, np.uint8)
    low = draw_graphics(np.random.default_rng(seed), black)
    high = draw_graphics(np.random.default_rng(seed), white)
    return np.asarray((high.astype(np.float64) - low).max(axis=2) / 255)


def _ball_logo(rng: np.random.Generator, image: Bytes) -> None:
    """Draw a printed ball: a graphic that must not be taken for a real one."""
    rows, columns = image.shape[:2]
    centre = (
        int(columns * rng.choice([0.06, 0.5, 0.93])),
        int(rows * rng.choice([0.07, 0.92])),
    )
    radius = int(rows * rng.uniform(0.015, 0.045))
    dark, pale = (20, 20, 20), (240, 240, 240)
    cv2.circle(image, centre, radius, dark, -1, cv2.LINE_AA)
    cv2.circle(image, centre, radius, pale, max(1, radius // 8), cv2.LINE_AA)
    cv2.circle(image, centre, radius // 2, pale, -1, cv2.LINE_AA)
    text = str(int(rng.integers(1, 10)))
    place = (centre[0] - radius // 4, centre[1] + radius // 4)
    cv2.putText(image, text, place, _FONTS[0], radius / 36, dark, 1, cv2.LINE_AA)


def _score_box(
    rng: np.random.Generator, image: Bytes, box: tuple[int, int, int, int]
) -> None:
    left, top, wide, high = box
    colour = [int(v) for v in rng.integers(0, 256, 3)]
    cv2.rectangle(image, (left, top), (left + wide, top + high), colour, -1)
    text = f"{rng.choice(_NAMES)} {int(rng.integers(0, 12))}"
    _write(rng, image, text, (left + 4, top + high - 6), high / 45)


def _write(
    rng: np.random.Generator,
    image: Bytes,
    text: str,
    place: tuple[int, int],
    size: float,
) -> None:
    ink = (255, 255, 255) if rng.random() < 0.7 else (20, 20, 20)
    font = _FONTS[int(rng.integers(3))]
    thick = max(1, int(size * 2))
    cv2.putText(image, text, place, font, max(size, 0.3), ink, thick, cv2.LINE_AA)


def projected_lines(
    rng: np.random.Generator,
    camera: Camera,
    table: TableGeometry,
    balls: Floats,
) -> Floats32:
    """Return light that a projector throws on the cloth, shape (h, w, 3).

    Args:
        rng: Draws rings and lines.
        camera: Who looks.
        table: Under the projector.
        balls: Places to ring, metres, shape (n, 2).
    """
    width, height = camera.size
    mask = np.zeros((height, width), np.uint8)
    rings = [
        (xy + rng.normal(0, 0.004, 2), table.ball_radius * rng.uniform(1.4, 2.4))
        for xy in balls
        if rng.random() < 0.7
    ]
    for _ in range(int(rng.integers(0, 5))):
        place = rng.uniform(-0.48, 0.48, 2) * [table.length, table.width]
        rings.append((place, table.ball_radius * rng.uniform(0.8, 1.6)))
    turn = np.linspace(0, 2 * np.pi, 48)
    thick = int(rng.integers(1, 3))
    for place, radius in rings:
        arc = np.column_stack([np.cos(turn), np.sin(turn)]) * radius + place
        _polyline(mask, camera, arc, thick)
    for _ in range(int(rng.integers(0, 4))):
        bends = rng.uniform(-0.48, 0.48, (3, 2)) * [table.length, table.width]
        _polyline(mask, camera, bends, thick)
    tints = ((60, 230, 240), (240, 240, 240), (80, 255, 120), (255, 200, 60))
    tint = linear_bgr(tints[int(rng.choice(4, p=[0.6, 0.2, 0.1, 0.1]))])
    soft = floats32(cv2.GaussianBlur(mask, (0, 0), 0.6)) / np.float32(255)
    light: Floats32 = soft[..., None] * tint * np.float32(rng.uniform(0.5, 1.6))
    return light


def shone_upon(rng: np.random.Generator, stage: Stage, balls: Floats) -> Stage:
    """Return a stage on whose cloth a projector draws.

    Args:
        rng: Draws rings and lines.
        stage: What stays the same.
        balls: Places to ring, metres, shape (n, 2).
    """
    lines = projected_lines(rng, stage.camera, stage.table, balls)
    albedo = 0.3 + 0.7 * linear_bgr(stage.look.cloth.rgb)
    light = stage.background.light + lines * albedo
    return replace(stage, background=replace(stage.background, light=light))


def _polyline(mask: Bytes, camera: Camera, xy: Floats, thick: int) -> None:
    uv = camera.uv_from_xyz(np.column_stack([xy, np.zeros(len(xy))]))
    corners = np.round(np.clip(uv, -3000, 6000) * 16).astype(np.int32)
    cv2.polylines(
        mask,
        [corners],
        isClosed=False,
        color=255,
        thickness=thick,
        lineType=cv2.LINE_AA,
        shift=4,
    )
