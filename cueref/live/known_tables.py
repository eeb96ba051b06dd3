"""Where the table was found before, so that watching can go on at once.

Finding a table takes seconds; to see that it is where it was takes a moment. The
picture in which it was found is kept beside the calibration and compared with the first
picture that comes.
"""

import hashlib
import logging
import os
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drift import CameraState, camera_reference, check_camera
from calibration.errors import CalibrationError
from calibration.store import load_table, save_table
from cueref.calibrated_view import CalibratedView
from cueref.live.options import WatchOptions

logger = logging.getLogger(__name__)

Image = NDArray[np.uint8]

_FOLLOWED: Final = 0.5
"""Part of the table's frame that must be where it was."""

_KEPT: Final = 20
"""Tables; the one that was not seen for longest makes room."""


class KnownTables:
    """A folder with the tables that were found, one for each source and its options."""

    def __init__(self, folder: Path, source: str, options: WatchOptions) -> None:
        """Use a folder; it is made when something is kept.

        Args:
            folder: Where they are kept.
            source: Camera, address or file; only a digest of it is kept.
            options: What a person chose about the table.
        """
        self._folder = folder
        self._name = _digest(source, options)

    def recall(self, image_bgr: Image) -> CalibratedView | None:
        """Return where the table is if a picture shows it where it was, or near."""
        found = self._stored(image_bgr)
        if found is None:
            return None
        try:
            reference = camera_reference(found.image_bgr, found.calibration)
        except CalibrationError:
            return None
        seen = check_camera(reference, image_bgr)
        if seen.calibration is None or seen.followed < _FOLLOWED:
            return None
        os.utime(self._path("json"))
        if seen.state is CameraState.STEADY:
            return found
        return CalibratedView(seen.calibration, image_bgr)

    def keep(self, found: CalibratedView) -> None:
        """Remember where the table was found; a full disk is no reason to stop."""
        try:
            save_table(found.calibration, self._path("json"))
            done, data = cv2.imencode(".png", found.image_bgr)
            if done:
                part = self._path("part")
                part.write_bytes(data.tobytes())
                part.replace(self._path("png"))
            self._make_room()
        except (CalibrationError, OSError) as error:
            logger.warning("where the table is cannot be remembered: %s", error)

    def _stored(self, image_bgr: Image) -> CalibratedView | None:
        height, width = image_bgr.shape[:2]
        try:
            calibration = load_table(self._path("json"), image_size=(width, height))
            data = np.frombuffer(self._path("png").read_bytes(), dtype=np.uint8)
        except (CalibrationError, OSError):
            return None
        view = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
        if view is None or view.shape != image_bgr.shape:
            return None
        return CalibratedView(calibration, np.asarray(view, dtype=np.uint8))

    def _make_room(self) -> None:
        known = sorted(
            self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime
        )
        for path in known[:-_KEPT]:
            path.unlink(missing_ok=True)
            path.with_suffix(".png").unlink(missing_ok=True)

    def _path(self, suffix: str) -> Path:
        return self._folder / f"{self._name}.{suffix}"


def _digest(source: str, options: WatchOptions) -> str:
    """Return a name for a source with its options; a changed file is another one."""
    stored = options.table
    content = b""
    if stored is not None and stored.is_file():
        content = stored.read_bytes()
    words = repr((source, options.size, options.head, options.game.value)).encode()
    return hashlib.sha256(words + b"\0" + content).hexdigest()[:24]
