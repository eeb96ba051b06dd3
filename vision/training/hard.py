"""Places where an earlier network errs: crops are cut around them more often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.detector import BallDetector
from vision.training.pictures import LabelledPicture

NEAR = 0.5
IGNORED = 1.0
CALIBRATED = 1.15


def with_hard_places(
    pictures: Sequence[LabelledPicture], detector: BallDetector
) -> list[LabelledPicture]:
    """Marks in each picture what a detector misses and what it invents.

    Args:
        pictures: Labelled pictures.
        detector: An earlier state of what is trained, with a low threshold.

    Returns:
        The same pictures with ``hard_px``.
    """
    return [replace(one, hard_px=_hard_places(one, detector)) for one in pictures]


def _hard_places(
    picture: LabelledPicture, detector: BallDetector
) -> NDArray[np.float64]:
    radius = picture.radius_px
    expected = None if radius is None else (radius / CALIBRATED, radius * CALIBRATED)
    seen = detector.detect(picture.image_bgr, expected_radius_px=expected)
    boxes, ignored = picture.boxes_px, picture.ignored_px
    missed = ~_covered(boxes, seen).any(axis=1)
    invented = ~_covered(boxes, seen).any(axis=0)
    far = np.abs(ignored[:, None, :2] - seen.uv[None]) > IGNORED * ignored[:, None, 2:]
    invented &= far.any(axis=2).all(axis=0)
    return np.vstack([boxes[missed, :2], seen.uv[invented]])


def _covered(boxes: NDArray[np.float64], seen: Detections) -> NDArray[np.bool_]:
    gap = np.linalg.norm(boxes[:, None, :2] - seen.uv[None], axis=2)
    return np.asarray(gap < NEAR * np.sqrt(boxes[:, 2:].prod(axis=1))[:, None] / 2)
