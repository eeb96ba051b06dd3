"""Whether the camera still stands where it stood, and where the table is now.

A steady camera is looked after twice a second, less often while nothing but balls
changes the picture. One that moves is followed picture by
picture. One that stood still and is bumped is not trusted until it stands still again.
After a cut nothing is observed until the known view is back or the table has been
found in the new one.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.drift import CameraState, camera_reference, check_camera
from calibration.errors import CalibrationError
from calibration.find import find_table
from calibration.table_calibration import TableCalibration
from vision.frames import Frame

Image = NDArray[np.uint8]

_CHECK_EVERY: Final = 0.5
_CHECK_QUIET: Final = 1.5
"""The same while nothing but balls changes the picture, seconds."""

_STEADY_FOR: Final = 2.0
_LOST_FOR: Final = 0.6
"""A covered frame of the table is no cut before so long, seconds."""

_SEARCH_EVERY: Final = 2.0
_STOOD_FOR: Final = 3.0
"""A camera that stood still so long is bumped, not carried about, seconds."""

_BUMP_AT_720P: Final = 2.5
"""Less is a drift, which is followed, pixels of a picture 1280 wide."""

_SETTLED_PX: Final = 0.7
_SETTLED_FOR: Final = 0.4
_SETTLE_AT_MOST: Final = 3.0


class CameraWatch:
    """Knows the map of every picture of one recording, or that there is none.

    Attributes:
        view: Number of the view, from 0; another one after each cut.
        checked_at: When a picture was last compared with the view, seconds.
    """

    def __init__(
        self,
        calibration: TableCalibration,
        view_bgr: Image | None,
        warn: Callable[[str], None],
    ) -> None:
        """Start before the first frame.

        Args:
            calibration: Of the view.
            view_bgr: The picture that was calibrated; None takes the first frame.
            warn: Is told of cuts and movements, once each.
        """
        self._warn = warn
        self._first = calibration
        self._view = view_bgr
        self._start(calibration, view_bgr)
        self.view = 0
        self._moved_at = -np.inf
        self.checked_at = -np.inf
        self._lost_since: float | None = None
        self._searched_at = -np.inf
        self._announced = False
        self._started_at: float | None = None
        self._bumped_at: float | None = None
        self._settled_since = np.inf

    def _start(self, calibration: TableCalibration, view_bgr: Image | None) -> None:
        self._current = calibration
        self._reference = None
        if view_bgr is not None:
            try:
                self._reference = camera_reference(view_bgr, calibration)
            except CalibrationError as error:
                self._warn(f"a moved camera would not be noticed: {error}")

    @property
    def current(self) -> TableCalibration:
        """The map of the last picture that showed the table."""
        return self._current

    def update(
        self, frame: Frame, *, is_quiet: bool = False
    ) -> TableCalibration | None:
        """Return the map of a frame, or None while the table is out of view.

        Args:
            frame: The next one.
            is_quiet: Nothing but balls changed the pictures before it since
                `checked_at`.
        """
        if self._view is None:
            self._view = frame.image_bgr
            self._start(self._first, self._view)
        if self._reference is None:
            return self._current
        if self._started_at is None:
            self._started_at = frame.t
        following = frame.t - self._moved_at < _STEADY_FOR
        calm = is_quiet and self._lost_since is None and self._bumped_at is None
        every = 0.0 if following else _CHECK_QUIET if calm else _CHECK_EVERY
        if frame.t - self.checked_at < every:
            return None if self._is_cut(frame.t) else self._current
        self.checked_at = frame.t
        found = check_camera(self._reference, frame.image_bgr, self._current)
        if found.state is CameraState.LOST or found.calibration is None:
            return self._without_view(frame)
        if self._announced:
            self._warn(f"{frame.t:.1f} s: the table is in view again")
            self._found_again()
        self._lost_since = None
        if self._bumped_at is not None:
            return self._settling(frame.t, found.calibration)
        if found.state is CameraState.MOVED:
            if self._is_bump(frame.t, found.calibration):
                self._bumped(frame.t, found.calibration)
                return None
            self._note_movement(frame.t)
            self._current = found.calibration
        elif following:
            self._current = found.calibration
        return self._current

    def _is_bump(self, t: float, moved: TableCalibration) -> bool:
        since = self._moved_at if self._moved_at > 0 else self._started_at or 0.0
        limit = _BUMP_AT_720P * moved.image_size[0] / 1280
        return t - since >= _STOOD_FOR and _apart(moved, self._current) > limit

    def _bumped(self, t: float, moved: TableCalibration) -> None:
        """Stop observing until the camera stands still again."""
        self._warn(
            f"{t:.1f} s: the camera was bumped by {_apart(moved, self._current):.0f} "
            "px; nothing is observed until it stands still"
        )
        self._bumped_at = self._moved_at = t
        self._settled_since = np.inf
        self._current = moved

    def _settling(self, t: float, moved: TableCalibration) -> TableCalibration | None:
        """Return the map once the camera has stood still for a moment."""
        step = _apart(moved, self._current)
        self._current, self._moved_at = moved, t
        still = step < _SETTLED_PX * moved.image_size[0] / 1280
        self._settled_since = min(self._settled_since, t) if still else np.inf
        over = t - (self._bumped_at or t) >= _SETTLE_AT_MOST
        if t - self._settled_since < _SETTLED_FOR and not over:
            return None
        state = "moves on; it is followed" if over else "stands still again"
        self._warn(f"{t:.1f} s: the camera {state}, the table was found anew")
        self._bumped_at = None
        self.view += 1
        return self._current

    def _found_again(self) -> None:
        self.view += 1
        self._lost_since = None
        self._announced = False

    def _is_cut(self, t: float) -> bool:
        return self._lost_since is not None and t - self._lost_since >= _LOST_FOR

    def _note_movement(self, t: float) -> None:
        if t - self._moved_at >= _STEADY_FOR:
            self._warn(f"{t:.1f} s: the camera moved; it is followed")
        self._moved_at = t

    def _without_view(self, frame: Frame) -> TableCalibration | None:
        """Wait for the view to come back, or find the table in the new one."""
        if self._lost_since is None:
            self._lost_since = frame.t
            return self._current
        if not self._is_cut(frame.t):
            return self._current
        if not self._announced:
            self._announced = True
            self._warn(
                f"{self._lost_since:.1f} s: a cut, or the table is out of view; "
                "what follows is analysed from where it is seen again"
            )
        if frame.t - self._searched_at >= _SEARCH_EVERY:
            self._searched_at = frame.t
            return self._searched(frame)
        return None

    def _searched(self, frame: Frame) -> TableCalibration | None:
        try:
            found = find_table([frame.image_bgr], table=self._first.table)
        except CalibrationError:
            return None
        self._warn(f"{frame.t:.1f} s: the table was found in another view")
        self._found_again()
        self._start(found, frame.image_bgr)
        return found


def _apart(a: TableCalibration, b: TableCalibration) -> float:
    """Return the largest distance of corresponding corners, pixels."""
    away = a.nose_corners_uv - b.nose_corners_uv
    return float(np.linalg.norm(away, axis=1).max())
