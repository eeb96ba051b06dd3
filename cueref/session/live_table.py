"""The balls on the table as they are drawn: where they are, and which they are.

The live tracks know a ball by a key and by its looks; a shot that was read knows its
name. A still ball that lies where a layout says has that name while its track lasts.
"""

import math
from dataclasses import dataclass, field
from typing import Any, Final

from adjudicator.shot import Layout
from cueref.live.messages import BallSeen, FrameSeen

_SAME: Final = 0.03
"""How near a ball must lie to the place of the layout, metres."""


@dataclass(slots=True)
class LiveTable:
    """Where the balls are now.

    Attributes:
        names: Of balls, by key.
        frame: The newest picture's balls.
    """

    names: dict[int, str] = field(default_factory=dict)
    frame: FrameSeen | None = None

    def see(self, frame: FrameSeen) -> None:
        """Take the balls of a picture; tracks that ended lose their names."""
        self.frame = frame
        keys = {ball.key for ball in frame.balls}
        for key in self.names.keys() - keys:
            del self.names[key]

    def name(self, layout: Layout) -> None:
        """Give the still balls the names that a layout has for their places."""
        if self.frame is None:
            return
        still = [ball for ball in self.frame.balls if ball.still]
        for ball, xy in layout.balls.items():
            near = min(still, key=lambda b: _distance(b, xy), default=None)
            if near is not None and _distance(near, xy) < _SAME:
                self._give(near.key, ball.name)

    def _give(self, key: int, name: str) -> None:
        for other, known in list(self.names.items()):
            if known == name:
                del self.names[other]
        self.names[key] = name

    def view(self) -> dict[str, Any]:
        """Return the balls as an object for the page."""
        frame = self.frame
        if frame is None:
            return {"t": 0.0, "moving": False, "balls": []}
        return {
            "t": round(frame.t, 3),
            "moving": frame.moving,
            "balls": [self._ball(ball) for ball in frame.balls],
        }

    def _ball(self, ball: BallSeen) -> dict[str, Any]:
        return {
            "key": ball.key,
            "name": self.names.get(ball.key),
            "looks": ball.looks,
            "xy": [round(ball.x, 4), round(ball.y, 4)],
            "seen": ball.seen,
            "still": ball.still,
        }


def _distance(ball: BallSeen, xy: Any) -> float:
    return math.hypot(ball.x - xy.x, ball.y - xy.y)
