"""What event extraction hands over for one shot."""

from dataclasses import dataclass, field

from adjudicator.events import Event, Rail
from tracking.arrays import FloatArray
from tracking.motion.trajectory import FittedPath
from tracking.physics.table_physics import TablePhysics


@dataclass(frozen=True, slots=True)
class StillBall:
    """A ball that lies still: the average of many pictures.

    Attributes:
        key: Which ball.
        xy: Centre, metres, shape (2,).
        sigma: Standard deviation of the mean, metres.
        rail: The rail that it is frozen to, or None.
        rail_gap: Distance from the nearest nose to the ball's surface, metres.
    """

    key: int
    xy: FloatArray
    sigma: float
    rail: Rail | None
    rail_gap: float


@dataclass(frozen=True, slots=True)
class StillPair:
    """Two still balls that touch or nearly touch.

    Attributes:
        keys: The balls, ascending.
        gap: Between their surfaces, metres; negative if the means overlap.
        sigma: Standard deviation of the gap, metres.
        frozen: Whether they touch as far as the data can tell.
    """

    keys: tuple[int, int]
    gap: float
    sigma: float
    frozen: bool


@dataclass(frozen=True, slots=True)
class StillLayout:
    """All balls at rest at one end of the shot.

    Attributes:
        balls: On the table, by key.
        pairs: Neighbours within a few millimetres.
    """

    balls: tuple[StillBall, ...] = ()
    pairs: tuple[StillPair, ...] = ()


@dataclass(frozen=True, slots=True)
class Unexplained:
    """A velocity jump for which no cause was found.

    Attributes:
        key: Which ball.
        t: Seconds.
        jump: Change of velocity, m/s, shape (2,).
        misfit: The jump over its uncertainty, squared.
    """

    key: int
    t: float
    jump: FloatArray
    misfit: float


@dataclass(frozen=True, slots=True)
class Extraction:
    """Events of one shot with everything that supports them.

    Balls are named by placeholder (`tracking.events.naming`).

    Attributes:
        events: In order of time, confidence at least one half.
        doubtful: Causes weighed and left out, confidence below one half.
        fitted: The motion of each ball, by key.
        before: Layout before the strike.
        after: Layout after the last ball has rested.
        cue_key: The ball that the tip struck, or None if no strike was seen.
        t_strike: Seconds, or None.
        t_end: When the last ball has come to rest, seconds.
        is_opening: Whether a tight cluster was opened (a break).
        unexplained: Velocity jumps without a cause.
        misfit: Mean unexplained squared jump per event; 0 is a perfect account.
        physics: What is known of the table after this shot.
    """

    events: tuple[Event, ...] = ()
    doubtful: tuple[Event, ...] = ()
    fitted: tuple[FittedPath, ...] = ()
    before: StillLayout = field(default_factory=StillLayout)
    after: StillLayout = field(default_factory=StillLayout)
    cue_key: int | None = None
    t_strike: float | None = None
    t_end: float = 0.0
    is_opening: bool = False
    unexplained: tuple[Unexplained, ...] = ()
    misfit: float = 0.0
    physics: TablePhysics = field(default_factory=TablePhysics)
