"""Looks of the balls of real pictures, told by an earlier network where it is sure.

Public pictures come with boxes but without names. Each name of a pool set is on the
table once, so that the balls of a picture name each other; what the earlier network
then still believes in is learnt from.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.optimize import linear_sum_assignment

from adjudicator.balls import Discipline
from vision.appearance import INDEX_OF, AppearanceClassifier, cut_patches
from vision.identity import choose_naming, name_log_likelihood
from vision.training.look_patches import PictureOfBalls
from vision.training.pictures import LabelledPicture

SURE = 0.7
FEWEST = 3


def named_pictures(
    pictures: Iterable[LabelledPicture], earlier: AppearanceClassifier
) -> list[PictureOfBalls]:
    """Name the balls of pictures of pool tables.

    Args:
        pictures: With tight boxes.
        earlier: Network that tells the looks.

    Returns:
        The pictures with at least three balls of which the network is sure.
    """
    pictures = [picture for picture in pictures if len(picture.boxes_px)]
    seen = [_looks(picture, earlier) for picture in pictures]
    naming = choose_naming(seen, Discipline.EIGHT_BALL)
    looks = [next(iter(one)) for one in naming.appearances.values()]
    columns = np.array([INDEX_OF[look] for look in looks])
    named = []
    for picture, log in zip(pictures, seen, strict=True):
        rows, names = linear_sum_assignment(-name_log_likelihood(log, naming))
        labels = columns[names]
        sure = np.exp(log[rows, labels]) > SURE
        if sure.sum() >= FEWEST:
            kept = rows[sure]
            uv, radius = picture.boxes_px[kept, :2], _radii(picture)[kept]
            patches = cut_patches(picture.image_bgr, uv, radius)
            named.append(PictureOfBalls(patches, labels[sure], kept.astype(np.int64)))
    return named


def _looks(
    picture: LabelledPicture, earlier: AppearanceClassifier
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    uv = picture.boxes_px[:, :2]
    return earlier.log_probability(picture.image_bgr, uv, _radii(picture))


def _radii(
    picture: LabelledPicture,
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.asarray(np.sqrt(np.prod(picture.boxes_px[:, 2:], axis=1)) / 2)
