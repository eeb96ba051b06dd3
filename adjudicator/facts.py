"""What one shot shows, read once: the definitions that all disciplines share.

Rules never go through the events themselves: which ball was hit first, what was
driven to a rail after it, what dropped and stayed down is decided here, once.
"""

from collections.abc import Iterable
from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import defined, defines
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Line,
    OffTable,
    Placed,
    Pocketed,
    Point,
    Rail,
    RailTouch,
    Rebound,
    Rest,
    Returned,
    SelfDropped,
    SelfMoved,
    Strike,
    Touched,
)
from adjudicator.inputs import NOTHING_ENTERED, Entered
from adjudicator.shot import Shot, object_ball_hit

HANG_SECONDS: Final = 5.0
"""A ball that hung still this long and then fell is put back (pool.25.2)."""

SPLIT_SECONDS: Final = 0.0005
"""Two first contacts closer than this cannot be put in order, seconds."""

defined("adjudicator.events: positions are centres", "pool.7.5", "pool.10")
defined("adjudicator.shot.Shot.t_end", "pool.13")
defined("adjudicator.events.Strike: any forward touch", "pool.32.2", "eight.11.3")
defined("adjudicator.events.Rest: neither rolls nor spins", "pool.12.2")


class Facts:
    """The events of a shot, sorted by what the rules ask.

    Attributes:
        shot: Where they come from.
        entered: What people said about it.
        cue_ball: The ball struck, or None.
        strike: The first strike, or None.
        first: First contact of the cue ball, or None.
        first_ball: The ball it hit, or None.
        split: The ball hit at the same instant as the first, or None.
        contacts: All contacts.
        drops: Drops after which the ball stayed down, the cue ball's too.
        rails: All rail touches.
        rails_after: Those after the first contact.
        rails_before: Those before it.
        off: Events by which balls left the table for good.
        touches: Touches by a person or a thing during the shot or before it.
        between: Events before the strike (placing, picking up, touching).
        rests: When each ball last came to rest.
        self_drops: Drops with no contact at all, unless soon after coming to rest.
        self_moves: Moves with no contact at all.
        crossings: Of the lines.
    """

    __slots__ = (
        "between",
        "contacts",
        "crossings",
        "cue_ball",
        "drops",
        "entered",
        "first",
        "first_ball",
        "off",
        "rails",
        "rails_after",
        "rails_before",
        "rests",
        "self_drops",
        "self_moves",
        "shot",
        "split",
        "strike",
        "touches",
    )

    def __init__(self, shot: Shot, entered: Entered = NOTHING_ENTERED) -> None:
        """Read the events once, in order of time."""
        self.shot = shot
        self.entered = entered
        cue_ball = self.cue_ball = shot.cue_ball
        strike: Strike | None = None
        first: Contact | None = None
        first_ball: Ball | None = None
        split: Ball | None = None
        contacts: list[Contact] = []
        rails: list[RailTouch] = []
        drops: dict[Ball, Pocketed | SelfDropped] = {}
        off: dict[Ball, Event] = {}
        foreign: set[Ball] = set()
        touches: list[Touched] = []
        between: list[Event] = []
        self_drops: list[SelfDropped] = []
        self_moves: list[SelfMoved] = []
        crossings: list[Crossing] = []
        rests: dict[Ball, float] = {}
        rails_before = 0
        for event in shot.events:
            kind = type(event)
            if kind is Contact:
                assert isinstance(event, Contact)  # noqa: S101  # for the type
                contacts.append(event)
                if cue_ball in event.balls and cue_ball is not None:
                    if first is None:
                        first = event
                        first_ball = object_ball_hit(event, cue_ball)
                        rails_before = len(rails)
                    elif split is None and event.t - first.t <= SPLIT_SECONDS:
                        other = object_ball_hit(event, cue_ball)
                        split = other if other is not first_ball else None
            elif isinstance(event, RailTouch):
                rails.append(event)
            elif isinstance(event, Pocketed):
                drops[event.ball] = event
            elif isinstance(event, Strike):
                strike = strike or event
            elif isinstance(event, Rebound):
                drops.pop(event.ball, None)
            elif isinstance(event, OffTable):
                off[event.ball] = event
            elif isinstance(event, Returned):
                if event.ball not in foreign:
                    off.pop(event.ball, None)
            elif isinstance(event, ForeignContact):
                foreign.add(event.ball)
                off[event.ball] = event
            elif isinstance(event, Touched):
                touches.append(event)
            elif isinstance(event, Crossing):
                crossings.append(event)
            elif isinstance(event, Rest):
                rests[event.ball] = event.t
            elif isinstance(event, SelfDropped):
                stopped = rests.get(event.ball)
                if stopped is not None and event.t - stopped < HANG_SECONDS:
                    drops[event.ball] = event
                else:
                    self_drops.append(event)
            elif isinstance(event, SelfMoved):
                self_moves.append(event)
            if event.t < shot.t_start:
                between.append(event)
        self.strike = strike
        self.first = first
        self.first_ball = first_ball
        self.split = split
        self.contacts = contacts
        self.rails = rails
        self.rails_before = rails if first is None else rails[:rails_before]
        self.rails_after = [] if first is None else rails[rails_before:]
        self.drops = drops
        self.off = off
        self.touches = touches
        self.between = between
        self.rests = rests
        self.self_drops = self_drops
        self.self_moves = self_moves
        self.crossings = crossings

    @property
    @defines("pool.9.1", "pool.9.2")
    def dropped(self) -> tuple[Ball, ...]:
        """Object balls that dropped and stayed down, in order of time."""
        return tuple([ball for ball in self.drops if ball is not self.cue_ball])

    @property
    @defines("pool.23.1", "pool.23.2", "pool.23.3", "nine.10.1")
    def jumped(self) -> tuple[Ball, ...]:
        """Object balls that left the table for good, in order of time."""
        return tuple([ball for ball in self.off if ball is not self.cue_ball])

    @property
    def cue_ball_dropped(self) -> Pocketed | SelfDropped | None:
        """The drop of the cue ball, or None."""
        return None if self.cue_ball is None else self.drops.get(self.cue_ball)

    @property
    def cue_ball_off(self) -> Event | None:
        """The event by which the cue ball left the table, or None."""
        return None if self.cue_ball is None else self.off.get(self.cue_ball)

    @property
    def cue_ball_gone(self) -> bool:
        """Whether the cue ball is no longer on the table."""
        return self.cue_ball in self.drops or self.cue_ball in self.off

    def counted_rails(
        self, frozen: Iterable[tuple[Ball, Rail | None]] = ()
    ) -> list[RailTouch]:
        """Return the touches after the first contact that count.

        Args:
            frozen: Balls announced as frozen, with their rail if it was said: for
                them their own rail counts as never reached.
        """
        own = dict(frozen)
        if not own:
            return self.rails_after
        measured = self.shot.before.frozen_rail
        return [
            touch
            for touch in self.rails_after
            if touch.ball not in own
            or touch.rail is not (own[touch.ball] or measured.get(touch.ball))
        ]

    def balls_to_rail(self) -> set[Ball]:
        """Return the object balls that reached a rail after the first contact."""
        return {touch.ball for touch in self.rails_after} - {self.cue_ball}

    def crossed(self, ball: Ball, line: Line, toward: Rail) -> Crossing | None:
        """Return the first crossing of a line by a ball toward a rail, or None."""
        for crossing in self.crossings:
            if (
                crossing.ball is ball
                and crossing.line is line
                and crossing.toward is toward
            ):
                return crossing
        return None

    def rest_place(self, ball: Ball) -> Point | None:
        """Return where a ball last came to rest in this shot, or None."""
        found = None
        for event in self.shot.events:
            if isinstance(event, Rest) and event.ball is ball:
                found = event.xy
        return found

    def placed(self, ball: Ball) -> Placed | None:
        """Return where a ball was last put down before the strike, or None."""
        found = None
        for event in self.between:
            if isinstance(event, Placed) and event.ball is ball:
                found = event
        return found
