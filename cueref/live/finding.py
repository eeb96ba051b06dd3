"""Finding the table in the first pictures of a camera."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from cueref.calibrated_view import CalibratedView, calibrated_view
from cueref.live.known_tables import KnownTables
from cueref.live.options import WatchOptions
from vision.frames import Frame

_PICTURES: Final = 5
_APART: Final = 0.25
"""Pictures that the table is looked for in, and seconds between them."""


class TableFinder:
    """Collects pictures and looks for the table in them.

    Attributes:
        trouble: Why the last attempt failed, for a person; empty before it.
    """

    def __init__(self, options: WatchOptions, source: str = "") -> None:
        """Start without a picture.

        Args:
            options: What a person chose.
            source: Camera, address or file.
        """
        self._options = options
        folder = options.known_tables
        self._known = None if folder is None else KnownTables(folder, source, options)
        self._tried = 0
        self._images: list[NDArray[np.uint8]] = []
        self._last = -np.inf
        self.trouble = ""

    def update(self, frame: Frame) -> CalibratedView | None:
        """Take a picture; return the table once it is found.

        Raises:
            CalibrationStoreError: The stored calibration cannot be used.
        """
        if frame.t - self._last < _APART:
            return None
        self._last = frame.t
        recalled = self._recalled(frame)
        if recalled is not None:
            return recalled
        self._images.append(frame.image_bgr)
        wanted = _PICTURES if self._options.table is None else 1
        if len(self._images) < wanted:
            return None
        images, self._images = self._images, []
        try:
            found = calibrated_view(images, self._options.for_analysis())
        except CalibrationError as error:
            if self._options.table is not None:
                raise
            self.trouble = str(error)
            return None
        if self._known is not None:
            self._known.keep(found)
        return found

    def _recalled(self, frame: Frame) -> CalibratedView | None:
        """Return the table where it was known to be, if the picture agrees."""
        if self._known is None or self._tried >= _PICTURES:
            return None
        self._tried += 1
        return self._known.recall(frame.image_bgr)
