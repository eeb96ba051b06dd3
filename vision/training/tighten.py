"""Tight boxes from loose ones.

Boxes of public sets are often boxes around turned boxes, up to 1.6 times as wide as
their balls. The rim of each ball is fitted; where that fails, the picture's other balls
say by how much its boxes are too wide.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.centres import fit_circles
from vision.training.pictures import LabelledPicture

START = 0.85
RADIUS_SPREAD = 0.15
SEARCH_SPREAD = 0.2
SURE_SHARE = 0.035
SHARES = (0.5, 1.1)


def tightened(picture: LabelledPicture) -> LabelledPicture:
    """Shrinks a picture's boxes onto the rims of its balls.

    Args:
        picture: Picture of round balls.

    Returns:
        The same picture with square boxes: of the fitted circle where the fit is sure,
        else of the labelled centre and the picture's typical shrinkage.
    """
    boxes = picture.boxes_px
    if not len(boxes):
        return picture
    labelled = np.sqrt(boxes[:, 2] * boxes[:, 3]) / 2
    uv, radius, sigma = fit_circles(
        picture.image_bgr,
        boxes[:, :2],
        START * labelled,
        radius_spread=RADIUS_SPREAD,
        search_spread=SEARCH_SPREAD,
    )
    share = np.clip(radius / labelled, *SHARES)
    typical = float(np.median(share))
    sure = (sigma < SURE_SHARE * labelled) & (np.abs(share / typical - 1) < 0.12)
    centre = np.where(sure[:, None], uv, boxes[:, :2])
    size = 2 * labelled * np.where(sure, share, typical)
    return replace(picture, boxes_px=np.column_stack([centre, size, size]))
