"""Random play: shots that could happen from a state, legal and illegal, with entries.

Everything comes from one `random.Random`, so a seed is a whole match.
"""

import random
from dataclasses import replace

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Intruder,
    Line,
    OffTable,
    Pocketed,
    PocketName,
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
from adjudicator.inputs import (
    Call,
    Choice,
    Declaration,
    Declared,
    Entered,
    Observation,
    Observed,
)
from adjudicator.match import Match
from adjudicator.players import Seat
from adjudicator.settings import SWITCH_VALUES, BreakOrder, Settings, Switches
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.state import Phase, State

POCKETS = tuple(PocketName)
RAILS = tuple(Rail)
RARE = (
    Observed.DOUBLE_HIT,
    Observed.PUSH,
    Observed.FOOT,
    Observed.TOUCH,
    Observed.DISTRACTION,
    Observed.INTERFERENCE,
    Observed.WARNING,
    Observed.NO_WARNING,
    Observed.LEGAL_HIT,
    Observed.BAD_HIT,
    Observed.STALEMATE,
    Observed.LOSS,
    Observed.NOT_RESTORABLE,
    Observed.DELIBERATE_TOUCH,
    Observed.NO_TOUCH,
)


def random_settings(dice: random.Random) -> Settings:
    """Return an agreement: who breaks, how long, which readings."""
    switches = {
        name: dice.choice(values)
        for name, values in SWITCH_VALUES.items()
        if dice.random() < 0.3
    }
    return Settings(
        breaker=dice.choice((Seat.A, Seat.B, None)),
        racks_to=dice.choice((None, 1, 2, 3)),
        break_order=dice.choice((None, *BreakOrder)),
        switches=Switches(**switches),  # type: ignore[arg-type]
        live=dice.random() < 0.5,
        individual=dice.random() < 0.8,
    )


def random_place(dice: random.Random) -> Point:
    """Return a place on the playing surface, metres."""
    return Point(dice.uniform(-1.2, 1.2), dice.uniform(-0.6, 0.6))


def random_shot(
    dice: random.Random, state: State, number: int, discipline: Discipline
) -> Shot:
    """Return a shot that could be played from a state."""
    start = 20.0 * number
    if state.phase is Phase.LAG:
        return _lag(dice, number, start)
    balls = sorted(state.on_table)
    cue_ball = BALL_SETS[discipline].cue_ball or dice.choice(balls)
    places = {ball: random_place(dice) for ball in {*balls, cue_ball}}
    events = _Events(dice, start, cue_ball, [b for b in balls if b is not cue_ball])
    events.happen(broken=state.phase is Phase.BREAK)
    left = {b: random_place(dice) for b in places if b not in events.gone}
    moving = frozenset([cue_ball]) if dice.random() < 0.03 else frozenset()
    return Shot(
        number=number,
        t_start=start,
        t_end=start + 10,
        cue_ball=cue_ball,
        before=Layout(places, frozen_rail={balls[0]: dice.choice(RAILS)}),
        after=Layout(left),
        events=tuple(sorted(events.seen, key=lambda event: event.t)),
        moving_at_strike=moving,
    )


def _lag(dice: random.Random, number: int, start: float) -> Shot:
    one, two = Ball("1"), Ball("2")
    events: list[Event] = [
        Strike(t=start, ball=one, side="left"),
        Strike(t=start + 0.1, ball=two, side="right"),
    ]
    for ball in (one, two):
        if dice.random() < 0.8:
            events.append(RailTouch(t=start + 1, ball=ball, rail=Rail.FOOT))
        if dice.random() < 0.2:
            events.append(RailTouch(t=start + 2, ball=ball, rail=dice.choice(RAILS)))
        if dice.random() < 0.1:
            line = Crossing(t=start + 2, ball=ball, line=Line.LONG, toward=Rail.LEFT)
            events.append(line)
    places = {ball: Point(dice.uniform(-1.3, 0), 0.3) for ball in (one, two)}
    return Shot(
        number=number,
        t_start=start,
        t_end=start + 10,
        cue_ball=one,
        before=Layout({}),
        after=Layout(places),
        events=tuple(sorted(events, key=lambda event: event.t)),
        kind=ShotKind.LAG,
    )


class _Events:
    """The events of one shot while they are drawn."""

    def __init__(
        self, dice: random.Random, start: float, cue_ball: Ball, others: list[Ball]
    ) -> None:
        self.dice, self.t, self.cue_ball = dice, start, cue_ball
        self.others = others
        self.seen: list[Event] = [Strike(t=start, ball=cue_ball)]
        self.gone: set[Ball] = set()

    def happen(self, *, broken: bool) -> None:
        """Draw what happens after the strike."""
        steps = self.dice.randrange(12) + (8 if broken else 0)
        if self.others and self.dice.random() < 0.9:
            self._contact(self.cue_ball)
        for _ in range(steps):
            self._step()

    def _still(self) -> list[Ball]:
        return [b for b in (self.cue_ball, *self.others) if b not in self.gone]

    def _contact(self, ball: Ball) -> None:
        others = [b for b in self.others if b not in self.gone and b is not ball]
        if not others:
            return
        self.t += 0.0 if self.dice.random() < 0.1 else 0.05
        pair = (ball, self.dice.choice(others))
        self.seen.append(Contact(t=self.t, balls=pair))

    def _step(self) -> None:
        dice = self.dice
        still = self._still()
        if not still:
            return
        self.t += 0.1
        ball, chance = dice.choice(still), dice.random()
        if chance < 0.35:
            rail = RailTouch(t=self.t, ball=ball, rail=dice.choice(RAILS))
            self.seen.append(rail)
        elif chance < 0.55:
            self._contact(ball)
        elif chance < 0.8:
            self._drop(ball)
        elif chance < 0.84:
            self._leave(ball)
        elif chance < 0.9:
            self.seen.append(Rest(t=self.t, ball=ball, xy=random_place(dice)))
        elif chance < 0.93:
            touch = Touched(
                t=self.t, ball=ball, by=Intruder.SLEEVE, moved=dice.choice((0.0, 0.01))
            )
            self.seen.append(touch)
        elif chance < 0.97:
            line = Crossing(
                t=self.t,
                ball=ball,
                line=dice.choice(tuple(Line)),
                toward=dice.choice(RAILS),
            )
            self.seen.append(line)
        elif chance < 0.985:
            place = random_place(dice)
            self.seen.append(SelfMoved(t=self.t, ball=ball, from_xy=place, to_xy=place))

    def _drop(self, ball: Ball) -> None:
        pocket = self.dice.choice(POCKETS)
        if self.dice.random() < 0.03:
            self.seen.append(SelfDropped(t=self.t, ball=ball, pocket=pocket))
        else:
            self.seen.append(Pocketed(t=self.t, ball=ball, pocket=pocket))
            if self.dice.random() < 0.1:
                self.seen.append(Rebound(t=self.t + 0.01, ball=ball, pocket=pocket))
                return
        self.gone.add(ball)

    def _leave(self, ball: Ball) -> None:
        self.seen.append(OffTable(t=self.t, ball=ball))
        if self.dice.random() < 0.3:
            if self.dice.random() < 0.3:
                self.seen.append(
                    ForeignContact(t=self.t + 0.01, ball=ball, with_="chalk")
                )
                self.gone.add(ball)
            self.seen.append(Returned(t=self.t + 0.02, ball=ball))
        else:
            self.gone.add(ball)


def random_entries(dice: random.Random, state: State, shot: Shot) -> Entered:
    """Return what people say about a shot: mostly a call, seldom anything else."""
    calls, said, seen = [], [], []
    balls = sorted(state.on_table)
    if dice.random() < 0.6:
        drops = [e for e in shot.events if isinstance(e, Pocketed)]
        if drops and dice.random() < 0.7:
            drop = dice.choice(drops)
            calls.append(Call(ball=drop.ball, pocket=drop.pocket))
        elif balls:
            calls.append(Call(ball=dice.choice(balls), pocket=dice.choice(POCKETS)))
    if dice.random() < 0.15:
        what = dice.choice(tuple(Declared))
        ball = dice.choice(balls) if what is Declared.FROZEN and balls else None
        said.append(Declaration(what=what, ball=ball))
    if dice.random() < 0.1:
        player = dice.choice((None, Seat.A, Seat.B))
        seen.append(Observation(what=dice.choice(RARE), player=player))
    return Entered(
        calls=tuple(calls),
        declarations=tuple(said),
        observations=tuple(seen),
        replay=dice.random() < 0.01,
        undo=dice.random() < 0.01,
    )


def played(seed: int, discipline: Discipline, shots: int) -> Match:
    """Return a match of random play; it ends early when it is won."""
    dice = random.Random(seed)
    match = Match(discipline, random_settings(dice))
    for number in range(1, shots + 1):
        state = match.state
        if state.phase is Phase.OVER:
            break
        shot = random_shot(dice, state, number, discipline)
        match = match.play(shot, random_entries(dice, state, shot))
        waiting = match.waiting
        if waiting is not None and dice.random() < 0.8:
            option = dice.choice(waiting.next.options)
            match = match.choose(Choice(option=option, by=waiting.next.chooser))
    return match


def unsure(dice: random.Random, shot: Shot) -> Shot:
    """Return the shot as a camera might see it: some events are doubtful."""
    sure, weak = [], []
    for event in shot.events:
        chance = dice.random()
        if isinstance(event, Strike) or chance < 0.7:
            sure.append(event)
        elif chance < 0.9:
            sure.append(replace(event, confidence=dice.uniform(0.5, 1)))
        else:
            weak.append(replace(event, confidence=dice.uniform(0, 0.5)))
    return replace(shot, events=tuple(sure), doubtful=tuple(weak))
