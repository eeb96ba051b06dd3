"""What is known of watching itself: whether it goes on, where, how hard, how soon."""

import time
from typing import Any, Final

from cueref.live.messages import Load, StateChanged, TableFound
from cueref.web.hub import Hub
from cueref.web.promptness import Promptness

Object = dict[str, Any]

COUNT_SECONDS: Final = 2.0
"""Between two words about dropped pictures."""


class Outlook:
    """Keeps it for those who come, and tells those who listen.

    Attributes:
        promptness: How soon it was said what happened.
    """

    def __init__(self, hub: Hub) -> None:
        """Start before the first picture."""
        self._hub = hub
        self._observing: Object = {"observing": False, "cause": "starting"}
        self._view: Object = {}
        self._load: Object = {}
        self._dropped = 0
        self._counted_at = 0.0
        self.promptness = Promptness()

    def snapshot(self) -> Object:
        """Return all of it, by the names of the events."""
        return {
            "watch": self._watch(),
            "view": self._view,
            "load": self._load,
            "delays": self.promptness.view(),
        }

    def state(self, changed: StateChanged) -> None:
        """Tell whether the table is observed."""
        cause = changed.cause
        self._observing = {
            "observing": changed.observing,
            "cause": None if cause is None else cause.value,
            "detail": changed.detail,
        }
        self._hub.publish("watch", self._watch())

    def failed(self) -> None:
        """Tell that watching ended with an error."""
        self._observing = {"observing": False, "cause": "failed", "detail": ""}
        self._hub.publish("watch", self._watch())

    def found(self, found: TableFound) -> None:
        """Tell where the table is in the picture."""
        calibration = found.calibration
        width, height = calibration.image_size
        self._view = {
            "size": [int(width), int(height)],
            "corners_uv": [[float(u), float(v)] for u, v in calibration.corners_uv],
            "head_end": calibration.head_end,
            "residual_mm": round(float(calibration.residual_mm), 2),
        }
        self._hub.publish("view", self._view)

    def dropped(self, count: int) -> None:
        """Tell how many pictures were dropped, now and then."""
        self._dropped = count
        now = time.monotonic()
        if now - self._counted_at >= COUNT_SECONDS:
            self._counted_at = now
            self._hub.publish("watch", self._watch())

    def load(self, load: Load) -> None:
        """Keep how hard the machine works."""
        self._load = {
            "camera_fps": round(load.camera_fps, 1),
            "looked_fps": round(load.looked_fps, 1),
            "queue": load.queue,
            "behind": round(load.behind, 3),
            "busy": round(load.busy, 3),
        }

    def _watch(self) -> Object:
        return self._observing | {"dropped": self._dropped}
