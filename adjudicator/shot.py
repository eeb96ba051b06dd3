"""One shot: the layout before, what happened, the layout after.

Definitions that several rules share (first contact, rail after contact, driven to
a rail) live here, once.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from adjudicator.balls import Ball
from adjudicator.errors import InvalidShotError
from adjudicator.events import (
    Contact,
    Event,
    OffTable,
    Pocketed,
    Point,
    Rail,
    RailTouch,
    Returned,
    Strike,
)


class ShotKind(StrEnum):
    """What a shot is for."""

    LAG = "lag"
    BREAK = "break"
    SHOT = "shot"


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions of all balls at rest, at one time, in the table frame.

    Attributes:
        balls: Centre of each ball on the table, metres.
        frozen_rail: Balls that touch a rail.
        frozen_pairs: Pairs of balls that touch, each pair sorted by name order.
        uncertain: Balls whose place or name is not certain.
    """

    balls: Mapping[Ball, Point]
    frozen_rail: Mapping[Ball, Rail] = field(default_factory=dict)
    frozen_pairs: frozenset[tuple[Ball, Ball]] = frozenset()
    uncertain: frozenset[Ball] = frozenset()

    def __post_init__(self) -> None:
        """Freeze the mappings."""
        object.__setattr__(self, "balls", MappingProxyType(dict(self.balls)))
        object.__setattr__(
            self, "frozen_rail", MappingProxyType(dict(self.frozen_rail))
        )

    def __contains__(self, ball: Ball) -> bool:
        """Whether the ball is on the table."""
        return ball in self.balls


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of time that the camera did not see, and why."""

    t_from: float
    t_to: float
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One shot, from the strike until all balls in play are at rest.

    Attributes:
        number: Running number in the recording, from 1.
        t_start: Of the strike, seconds.
        t_end: When all balls are at rest, seconds.
        frame_start: Index of the frame at or after the strike, or None.
        frame_end: Index of the frame at or after rest, or None.
        cue_ball: The ball that the tip struck; None if no strike was seen.
        before: Layout before the strike.
        events: In order of time.
        doubtful: Events weighed and left out, confidence below one half.
        after: Layout at `t_end`.
        not_seen: Stretches without evidence.
        kind: Lag, break or shot; None if the camera cannot tell.
        moving_at_strike: Balls still moving when the tip struck.
        replayed: Whether the shot repeats one that was annulled.
        identity: Posterior over names of balls whose name is unknown or not certain.
        other_names: Other ways to name the balls that cannot be ruled out: the
            probability of each, and which ball each really is, by the name it was
            given, where that is another one.
    """

    number: int
    t_start: float
    t_end: float
    before: Layout
    after: Layout
    frame_start: int | None = None
    frame_end: int | None = None
    cue_ball: Ball | None = None
    events: tuple[Event, ...] = ()
    doubtful: tuple[Event, ...] = ()
    not_seen: tuple[Gap, ...] = ()
    kind: ShotKind | None = None
    moving_at_strike: frozenset[Ball] = frozenset()
    replayed: bool = False
    identity: Mapping[Ball, Mapping[str, float]] = field(default_factory=dict)
    other_names: tuple[tuple[float, Mapping[Ball, Ball]], ...] = ()

    def __post_init__(self) -> None:
        """Refuse a shot that contradicts itself.

        Raises:
            InvalidShotError: The shot ends before it starts, or its events are
                not in order of time.
        """
        if self.t_end < self.t_start:
            raise InvalidShotError(
                f"shot {self.number} ends at {self.t_end} s, before it starts at "
                f"{self.t_start} s"
            )
        times = [event.t for event in self.events]
        if any(later < sooner for sooner, later in itertools.pairwise(times)):
            raise InvalidShotError(
                f"shot {self.number}: events are not in order of time"
            )

    @property
    def strike(self) -> Strike | None:
        """The first strike, or None when it was not seen."""
        return next((e for e in self.events if isinstance(e, Strike)), None)

    @property
    def first_contact(self) -> Contact | None:
        """The first contact of the cue ball with another ball, or None."""
        cue_ball = self.cue_ball
        return next(
            (e for e in self.events if isinstance(e, Contact) and cue_ball in e.balls),
            None,
        )

    @property
    def pocketed(self) -> tuple[Pocketed, ...]:
        """Every ball that dropped, in order of time."""
        return tuple(e for e in self.events if isinstance(e, Pocketed))

    def rail_touches(self, after: Event | None = None) -> Iterator[RailTouch]:
        """Yield the rail touches, only those after an event if one is given."""
        start = 0 if after is None else self.events.index(after) + 1
        for event in self.events[start:]:
            if isinstance(event, RailTouch):
                yield event

    @property
    def driven_off(self) -> tuple[Ball, ...]:
        """Balls that left the table and did not come back by themselves."""
        off: dict[Ball, None] = {}
        for event in self.events:
            if isinstance(event, OffTable):
                off[event.ball] = None
            elif isinstance(event, Returned):
                off.pop(event.ball, None)
        return tuple(off)


def object_ball_hit(contact: Contact, cue_ball: Ball) -> Ball:
    """Return the other ball of a contact of the cue ball."""
    first, second = contact.balls
    return second if first is cue_ball else first
