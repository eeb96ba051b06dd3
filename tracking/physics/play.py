"""A few seconds of a shot to replay: balls, their samples, events, first guesses."""

from dataclasses import dataclass

from tracking.arrays import FloatArray
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import Wall


@dataclass(frozen=True, slots=True)
class Player:
    """One ball of a play.

    Attributes:
        ball: Index among the shot's balls.
        t_from: When its part begins, seconds.
        t: Times of its samples, seconds, shape (n,).
        xy: Metres, shape (n, 2).
        whitening: W with W' W = precision of each sample, shape (n, 2, 2).
        start: First guess of x, y, vx, vy, ux, uy at `t_from`, shape (6,).
        at_rest: Whether it lies still at first.
    """

    ball: int
    t_from: float
    t: FloatArray
    xy: FloatArray
    whitening: FloatArray
    start: FloatArray
    at_rest: bool


@dataclass(frozen=True, slots=True)
class Meeting:
    """One event of a play.

    Attributes:
        t: First guess of its time, seconds.
        players: One or two indices into the play's players.
        wall: What a single ball touches; None for a contact or the strike.
        after: First guess of each ball's vx, vy, ux, uy afterwards, shape (k, 4).
    """

    t: float
    players: tuple[int, ...]
    wall: Wall | None
    after: FloatArray


@dataclass(frozen=True, slots=True)
class Outset:
    """Where a fit may begin.

    Attributes:
        starts: State of each player at its start, shape (6,) each.
        meetings: The events with what comes after each.
    """

    starts: tuple[FloatArray, ...]
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """Players and events, in the order in which the events happen.

    Attributes:
        players: Balls that take part.
        meetings: The events.
        outsets: First guesses; the best one is used.
        radius: Of the balls, metres.
        physics: Of the table.
    """

    players: tuple[Player, ...]
    meetings: tuple[Meeting, ...]
    outsets: tuple[Outset, ...]
    radius: float
    physics: TablePhysics
