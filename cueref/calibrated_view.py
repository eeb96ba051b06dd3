"""Where the table is in the pictures of one view: as stored, or as found in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.find import find_table
from calibration.store import load_table
from calibration.table_calibration import TableCalibration
from calibration.view import median_picture
from cueref.heap import give_back
from cueref.options import AnalysisOptions
from cueref.pipeline.inspecting import inspect_balls
from vision.detector import OnnxBallDetector
from vision.frames import FrameSource

CALIBRATION_PICTURES: Final = 15
"""Pictures spread over a recording in which the table is looked for."""

_FEWEST: Final = 7
_MOST_BYTES: Final = 2e8
"""Of large pictures fewer are taken: as many as fit, but not less than a few."""


@dataclass(frozen=True, slots=True, eq=False)
class CalibratedView:
    """A view of the table with its map.

    Attributes:
        calibration: Where the table is.
        image_bgr: The view without players, uint8 (h, w, 3).
    """

    calibration: TableCalibration
    image_bgr: NDArray[np.uint8]


def calibrated(pictures: FrameSource, options: AnalysisOptions) -> CalibratedView:
    """Return where the table is: as stored, or as found in the recording.

    The balls in view tell the size of the table and the end with the rack, unless a
    person did.
    """
    width, height = pictures.size
    fitting = max(_FEWEST, round(_MOST_BYTES / (3 * width * height)))
    sample = pictures.sample(min(CALIBRATION_PICTURES, fitting))
    images = [frame.image_bgr for frame in sample]
    del sample  # what was decoded is half as large again
    view = calibrated_view(images, options)
    del images
    give_back()
    return view


def calibrated_view(
    images: Sequence[NDArray[np.uint8]], options: AnalysisOptions
) -> CalibratedView:
    """Return where the table is in pictures of one view."""
    view = median_picture(images)
    if options.table is not None:
        height, width = view.shape[:2]
        found = load_table(options.table, image_size=(width, height), picture_bgr=view)
    else:
        found = find_table(images, table=options.geometry, head_end=options.head)
        found = inspect_balls(
            images,
            found,
            options.game,
            OnnxBallDetector(options.model),
            is_size_known=options.size is not None,
        )
    if options.head is not None and options.head != found.head_end:
        found = found.with_head_end(options.head)
    return CalibratedView(found, view)
