"""What the live referee says while it watches, one message at a time.

`cueref.live.watching.Watch(source, options)` is an iterable of them, in order, run in
whatever thread iterates it; `stop()` ends it from another thread, and `picture()`
returns the newest frame to show. The page, the store and the alerts are built on it.

Times `t` are seconds since watching began, on the clock of the pictures; they go on
through every loss of the camera. `captured` is when a picture reached the program,
seconds of `time.monotonic`, so that a delay can be measured.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.table_calibration import TableCalibration
from cueref.records import ShotRecord

Image = NDArray[np.uint8]


class Cause(StrEnum):
    """Why the table is not observed."""

    STARTING = "starting"
    """The source is being opened for the first time."""
    NO_PICTURES = "no-pictures"
    """The camera or the stream does not answer; it is opened again and again."""
    LOOKING_FOR_TABLE = "looking-for-table"
    """Pictures come, the table has not been found in them yet."""
    OUT_OF_VIEW = "out-of-view"
    """A cut, a covered lens, or another view: the table is not where it was."""
    OVERLOADED = "overloaded"
    """Pictures were dropped while balls moved: what happened is not known."""
    PAUSED = "paused"
    """A person paused watching."""
    ENDED = "ended"
    """A recording is over, or watching was stopped."""
    FAILED = "failed"
    """An error in the program; watching begins anew."""


@dataclass(frozen=True, slots=True)
class BallSeen:
    """One ball as it is drawn on the live table.

    Attributes:
        key: Which ball; the same number while its track lasts, another one after a
            loss of the view.
        x: Along the long string, metres.
        y: Along the center string, metres.
        vx: m/s.
        vy: m/s.
        seen: Whether this picture shows it; otherwise it is where it last was.
        still: Whether it lies still.
        looks: What it looks like (`red`, `red-stripe`, `white`, ...), or None while
            nothing is known: for drawing, not for rulings.
    """

    key: int
    x: float
    y: float
    vx: float
    vy: float
    seen: bool
    still: bool
    looks: str | None = None


@dataclass(frozen=True, slots=True)
class FrameSeen:
    """Where the balls are now; at most one for each picture.

    Attributes:
        t: Time of the picture, seconds.
        frame: Number of the picture, from 0; dropped ones count.
        captured: When the picture came, `time.monotonic` seconds.
        moving: Whether a ball moves.
        balls: The balls on the table.
    """

    t: float
    frame: int
    captured: float
    moving: bool
    balls: tuple[BallSeen, ...]


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The referee began or ceased to observe the table.

    Attributes:
        t: Since when, seconds.
        observing: Whether the table is observed now.
        cause: Why not; None while observing.
        detail: More words for a person, in English, without secrets.
    """

    t: float
    observing: bool
    cause: Cause | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class TableFound:
    """The table was found, or found again in another view.

    Attributes:
        t: When, seconds.
        calibration: Where it is in the picture, and its geometry.
        view: Number of the view, from 0.
        image_bgr: The picture, uint8 (h, w, 3), read-only.
    """

    t: float
    calibration: TableCalibration
    view: int
    image_bgr: Image


class ProvisionalKind(StrEnum):
    """What can be said before the shot is over."""

    SHOT_BEGAN = "shot-began"
    """The first ball moves: calls and declarations for this shot are closed."""
    CUE_BALL_POCKETED = "cue-ball-pocketed"
    BALL_POCKETED = "ball-pocketed"
    BALLS_AT_REST = "balls-at-rest"
    """Nothing moves any more: the ruling follows."""


@dataclass(frozen=True, slots=True)
class Provisional:
    """What seems certain before the shot is over; `ShotRead` has the last word.

    Attributes:
        t: When it happened, seconds.
        shot: Number the shot will have if it becomes one.
        kind: What.
        key: The ball's key in `FrameSeen`, or None.
        looks: What the ball looks like, or None.
        pocket: Name of the pocket (`foot-left`, ...), or None.
        confidence: In it, 0 to 1.
        captured: When the deciding picture came, `time.monotonic` seconds.
        decided_after: From what happened to the deciding picture, seconds.
    """

    t: float
    shot: int
    kind: ProvisionalKind
    key: int | None = None
    looks: str | None = None
    pocket: str | None = None
    confidence: float = 1.0
    captured: float = 0.0
    decided_after: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class ShotRead:
    """A shot is over and read; each number comes once.

    Attributes:
        t: When the balls came to rest, seconds.
        record: The shot as `cueref.referee.Referee.judge` takes it (`record.shot`), and
            its tracks.
        rest_captured: When the picture in which all balls lie came, `time.monotonic`.
        read_at: When this message was made, `time.monotonic`.

    Times without pictures are in `record.shot.not_seen`.
    """

    t: float
    record: ShotRecord
    rest_captured: float
    read_at: float


@dataclass(frozen=True, slots=True)
class Dropped:
    """Pictures that came and were not looked at, or that never came.

    Attributes:
        t_from: Last picture before the gap, seconds.
        t_to: First one after it, seconds.
        count: Number of pictures, as far as it is known.
        total: Number since watching began.
        cause: Why.
    """

    t_from: float
    t_to: float
    count: int
    total: int
    cause: Cause = Cause.OVERLOADED


@dataclass(frozen=True, slots=True)
class Load:
    """How hard the machine works; about once a second.

    Attributes:
        t: When, seconds.
        camera_fps: Pictures that came, a second.
        looked_fps: Pictures that were searched, a second.
        queue: Pictures waiting.
        behind: Age of the picture being looked at, seconds.
        busy: Share of the time in which the pipeline worked, 0 to 1.
        extra: Further figures by name.
    """

    t: float
    camera_fps: float
    looked_fps: float
    queue: int
    behind: float
    busy: float
    extra: dict[str, Any] = field(default_factory=dict)


Message = (
    FrameSeen | StateChanged | TableFound | Provisional | ShotRead | Dropped | Load
)
"""Everything that is said; a `match` on it ends in `assert_never`."""
