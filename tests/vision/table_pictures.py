"""Drawn pictures of a table for the tests of what covers it."""

import cv2
import numpy as np

from vision.detections import Detections
from vision.table_view import TableView

SIZE = (480, 270)
CLOTH = (70, 130, 40)
SKIN = (130, 160, 215)
WOOD = (150, 190, 225)
LEFT, TOP, RIGHT, BOTTOM = 40, 30, 440, 240
RADIUS = 5.0
METRE = 160.0


def table_view():
    bed = np.array([[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]], float)
    return TableView(
        (0, 0, *SIZE), (bed,), np.array([[40.0, 30.0]]), np.array([9.0]), RADIUS, METRE
    )


def empty_table(light=1.0):
    """Cloth with a soft lamp, dark rails and a thin line."""
    image = np.full((SIZE[1], SIZE[0], 3), (30, 35, 50), np.float64)
    u, v = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    lamp = 0.85 + 0.25 * np.exp(-(((u - 240) / 200) ** 2) - ((v - 130) / 120) ** 2)
    cloth = lamp[..., None] * CLOTH
    image[TOP:BOTTOM, LEFT:RIGHT] = cloth[TOP:BOTTOM, LEFT:RIGHT]
    cv2.line(image, (140, TOP), (140, BOTTOM - 1), (200, 200, 200), 1)
    return image * light


def finished(image, seed=0):
    noise = np.random.default_rng(seed).normal(0, 1.5, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def with_arm(image, end=(250, 120)):
    out = image.copy()
    cv2.line(out, (270, 0), end, SKIN, 24, cv2.LINE_AA)
    return out


def with_cue(image, tip=(200, 150), butt=(330, 0)):
    out = image.copy()
    cv2.line(out, butt, tip, WOOD, 3, cv2.LINE_AA)
    return out


def with_balls(image, places):
    out = image.copy()
    for place in places:
        cv2.circle(out, place, int(RADIUS), (235, 235, 235), -1, cv2.LINE_AA)
    return out


def found(*places):
    n = len(places)
    return Detections(
        np.array(places, float).reshape(-1, 2),
        np.full(n, RADIUS),
        np.ones(n),
        np.zeros(n, np.int64),
        np.zeros((n, 2)),
    )
