"""Pyramid: everything that the clauses ask of one shot, worked out once."""

import itertools
from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.disciplines.pyramid_completion import (
    Way,
    break_completion,
    completion,
)
from adjudicator.disciplines.pyramid_course import Step, What, course
from adjudicator.disciplines.pyramid_hanging import Drops, drops_of
from adjudicator.disciplines.pyramid_state import PyramidState
from adjudicator.events import Contact, Rail, RailTouch
from adjudicator.facts import SPLIT_SECONDS, Facts
from adjudicator.inputs import Observed
from adjudicator.players import Seat
from adjudicator.state import Phase


class Reading(NamedTuple):
    """One shot of pyramid.

    Attributes:
        state: Before it.
        facts: Of it.
        drops: Balls that went down.
        steps: From the first contact on.
        frozen: Balls that stood at a rail.
        way: How it was completed, or how the break became legal.
        breaking: Whether it is the break.
    """

    state: PyramidState
    facts: Facts
    drops: Drops
    steps: tuple[Step, ...]
    frozen: Mapping[Ball, Rail]
    way: Way | None
    breaking: bool

    @property
    def striker(self) -> Seat:
        """Who played: usually the shooter, or the other one out of turn."""
        shooter, said = self.state.shooter, self.facts.entered
        if not said.observations:
            return shooter
        out = next(said.observed(Observed.OUT_OF_TURN), None)
        return shooter if out is None or out.player is None else out.player

    @property
    def completed(self) -> bool:
        """Whether the shot achieved what it must; a person's word comes first."""
        said, done = self.facts.entered, self.way is not None
        if not said.observations:
            return done
        if said.saw(Observed.BAD_HIT):
            return False
        return done or said.saw(Observed.LEGAL_HIT)

    def way_of(self, steps: tuple[Step, ...]) -> Way | None:
        """Return how other steps would complete the shot."""
        return _way(self.state, steps, self.frozen)


def reading(state: PyramidState, facts: Facts) -> Reading:
    """Return what a shot shows."""
    switches = state.settings.switches
    drops = drops_of(facts, switches.pyramid_hang_seconds)
    steps = course(facts, drops.made, switches)
    frozen = frozen_balls(state, facts)
    way = _way(state, steps, frozen)
    breaking = state.phase is Phase.BREAK
    return Reading(state, facts, drops, steps, frozen, way, breaking)


def _way(
    state: PyramidState, steps: tuple[Step, ...], frozen: Mapping[Ball, Rail]
) -> Way | None:
    switches = state.settings.switches
    if state.phase is Phase.BREAK:
        return break_completion(steps, switches)
    return completion(steps, frozen, switches)


def frozen_balls(state: PyramidState, facts: Facts) -> Mapping[Ball, Rail]:
    """Return the balls that stood at a rail: measured, or announced as frozen."""
    measured = facts.shot.before.frozen_rail
    if not facts.entered.declarations:
        return measured
    found = dict(measured)
    for ball, rail in facts.entered.frozen():
        rail = rail or found.get(ball) or _nearest_rail(state, facts, ball)
        if rail is not None:
            found[ball] = rail
    return found


def _nearest_rail(state: PyramidState, facts: Facts, ball: Ball) -> Rail | None:
    xy = facts.shot.before.balls.get(ball)
    if xy is None:
        return None
    half_l, half_w = state.table.length / 2, state.table.width / 2
    distances = {
        Rail.HEAD: half_l + xy.x,
        Rail.FOOT: half_l - xy.x,
        Rail.LEFT: half_w - xy.y,
        Rail.RIGHT: half_w + xy.y,
    }
    return min(distances, key=lambda rail: distances[rail])


@applies("pyramid.20.n2")
def double_kiss(case: Reading) -> RailTouch | None:
    """Return the rail touch after which a second contact, unseen, would decide.

    A ball frozen to a rail came off it again: had it hit the cue ball once more, the
    shot would be legal; two contacts so near in time and place are easily missed.
    """
    if case.way is not None or not case.steps or case.breaking:
        return None
    first = case.steps[0]
    if first.what is not What.HIT:
        return None
    cue_ball = case.facts.cue_ball
    hit = next(ball for ball in first.balls if ball is not cue_ball)
    for index, step in enumerate(case.steps):
        touch = step.event
        if not isinstance(touch, RailTouch) or step.balls != (hit,):
            continue
        if case.frozen.get(hit) is not touch.rail:
            return None
        assert cue_ball is not None  # noqa: S101  # it hit a ball
        kiss = Contact(t=touch.t, balls=(hit, cue_ball))
        again = Step(What.HIT, kiss, kiss.balls, None, kiss.balls)
        head, tail = case.steps[: index + 1], case.steps[index + 1 :]
        return touch if case.way_of((*head, again, *tail)) else None
    return None


@applies("pyramid.20.n1")
def order_decides(case: Reading) -> Step | None:
    """Return a step whose order with the next one cannot be told, if it decides."""
    steps = case.steps
    for index, (one, other) in enumerate(itertools.pairwise(steps[1:]), start=1):
        if other.event.t - one.event.t > SPLIT_SECONDS or one.event is other.event:
            continue
        swapped = (*steps[:index], other, one, *steps[index + 2 :])
        if (case.way_of(swapped) is None) != (case.way is None):
            return one
    return None
