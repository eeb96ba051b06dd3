"""What one shot shows, read once: the definitions that all disciplines share.

Rules never go through the events themselves: which ball was hit first, what was
driven to a rail after it, what dropped and stayed down is decided here, once.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from adjudicator.balls import Ball
from adjudicator.clause import defined, defines
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Line,
    OffTable,
    PickedUp,
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
        rails_before: Rail touches before the first contact.
        rails_after: Those after it.
        off: Events by which balls left the table for good.
        touches: Touches by a person or a thing during the shot or before it.
        between: Events before the strike (placing, picking up, touching).
        picked_up: Balls taken up by hand.
        rests: When each ball last came to rest.
        self_drops: Drops with no contact at all, unless soon after coming to rest.
        self_moves: Moves with no contact at all.
        crossings: Of the lines.
    """

    __slots__ = (
        "_foreign",
        "between",
        "contacts",
        "crossings",
        "cue_ball",
        "drops",
        "entered",
        "first",
        "first_ball",
        "off",
        "picked_up",
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
        self.cue_ball = shot.cue_ball
        self.strike: Strike | None = None
        self.first: Contact | None = None
        self.first_ball: Ball | None = None
        self.split: Ball | None = None
        self.contacts: list[Contact] = []
        self.rails_before: list[RailTouch] = []
        self.rails_after: list[RailTouch] = []
        self.drops: dict[Ball, Pocketed | SelfDropped] = {}
        self.off: dict[Ball, Event] = {}
        self.touches: list[Touched] = []
        self.picked_up: list[PickedUp] = []
        self.self_drops: list[SelfDropped] = []
        self.self_moves: list[SelfMoved] = []
        self.crossings: list[Crossing] = []
        self.rests: dict[Ball, float] = {}
        self._foreign: set[Ball] = set()
        early = 0
        for event in shot.events:
            if event.t < shot.t_start:
                early += 1
            read = _READERS.get(type(event))
            if read is not None:
                read(self, event)
        self.between = shot.events[:early]

    def _read_strike(self, event: Strike) -> None:
        self.strike = self.strike or event

    def _read_contact(self, event: Contact) -> None:
        self.contacts.append(event)
        cue_ball = self.cue_ball
        if cue_ball is None or cue_ball not in event.balls:
            return
        if self.first is None:
            self.first = event
            self.first_ball = object_ball_hit(event, cue_ball)
        elif self.split is None and event.t - self.first.t <= SPLIT_SECONDS:
            other = object_ball_hit(event, cue_ball)
            self.split = other if other is not self.first_ball else None

    def _read_rail(self, event: RailTouch) -> None:
        (self.rails_before if self.first is None else self.rails_after).append(event)

    def _read_drop(self, event: Pocketed) -> None:
        self.drops[event.ball] = event

    def _read_rebound(self, event: Rebound) -> None:
        self.drops.pop(event.ball, None)

    def _read_off(self, event: OffTable) -> None:
        self.off[event.ball] = event

    def _read_returned(self, event: Returned) -> None:
        if event.ball not in self._foreign:
            self.off.pop(event.ball, None)

    def _read_foreign(self, event: ForeignContact) -> None:
        self._foreign.add(event.ball)
        self.off[event.ball] = event

    def _read_touch(self, event: Touched) -> None:
        self.touches.append(event)

    def _read_pick_up(self, event: PickedUp) -> None:
        self.picked_up.append(event)

    def _read_crossing(self, event: Crossing) -> None:
        self.crossings.append(event)

    def _read_rest(self, event: Rest) -> None:
        self.rests[event.ball] = event.t

    def _read_self_drop(self, event: SelfDropped) -> None:
        stopped = self.rests.get(event.ball)
        if stopped is not None and event.t - stopped < HANG_SECONDS:
            self.drops[event.ball] = event
        else:
            self.self_drops.append(event)

    def _read_self_move(self, event: SelfMoved) -> None:
        self.self_moves.append(event)

    @property
    @defines("pool.9.1", "pool.9.2")
    def dropped(self) -> tuple[Ball, ...]:
        """Object balls that dropped and stayed down, in order of time."""
        if not self.drops:
            return ()
        return tuple([ball for ball in self.drops if ball is not self.cue_ball])

    @property
    @defines("pool.23.1", "pool.23.2", "pool.23.3", "nine.10.1")
    def jumped(self) -> tuple[Ball, ...]:
        """Object balls that left the table for good, in order of time."""
        if not self.off:
            return ()
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


_READERS: Final[Mapping[type, Callable[[Facts, Any], None]]] = {
    Strike: Facts._read_strike,
    Contact: Facts._read_contact,
    RailTouch: Facts._read_rail,
    Pocketed: Facts._read_drop,
    Rebound: Facts._read_rebound,
    OffTable: Facts._read_off,
    Returned: Facts._read_returned,
    ForeignContact: Facts._read_foreign,
    Touched: Facts._read_touch,
    PickedUp: Facts._read_pick_up,
    Crossing: Facts._read_crossing,
    Rest: Facts._read_rest,
    SelfDropped: Facts._read_self_drop,
    SelfMoved: Facts._read_self_move,
}
"""How each kind of event is read; the others say nothing that a rule asks."""
