"""Bonus Ball: a shot beside the colour, the ball and the call it was played for."""

import math
from typing import NamedTuple

from adjudicator.balls import BONUS, Ball
from adjudicator.clause import applies, defines
from adjudicator.disciplines import pool_general as pool
from adjudicator.disciplines.bonus_state import (
    BALLS,
    PURPLES,
    BonusState,
    Colour,
    colour_of,
    colour_on,
)
from adjudicator.facts import Facts
from adjudicator.inputs import Call, Observed
from adjudicator.players import NONE_YET, Tally
from adjudicator.state import Phase


class Reading(NamedTuple):
    """A shot as the rules of Bonus Ball look at it.

    Attributes:
        state: Before the shot.
        facts: Of the shot.
        colour: That was on; guessed from the ball hit where it was not known.
        on: Balls that may be hit first.
        call: The ball and pocket called, or None.
        lost: Points not written down in time, as negative numbers.
        breaking: Whether the shot is a break.
        guessed: Whether nobody knew the colour.
    """

    state: BonusState
    facts: Facts
    colour: Colour
    on: frozenset[Ball]
    call: Call | None
    lost: Tally
    breaking: bool = False
    guessed: bool = False

    @property
    @defines("bonus.3.13")
    def calls_bonus(self) -> bool:
        """Whether the Bonus was called while another colour was on."""
        if self.call is None or self.call.ball is not BONUS:
            return False
        return self.colour is not Colour.BONUS

    @property
    def hits_right(self) -> bool:
        """Whether a ball that was on was hit first."""
        return pool.hit_first(self.facts, self.on) in self.on


def reading(state: BonusState, facts: Facts) -> Reading:
    """Return the shot with what was on and what was called."""
    calls = facts.entered.calls
    call = calls[-1] if calls else None
    lost = _unrecorded(state, facts)
    colour = colour_on(state, state.shooter)
    if state.phase is Phase.BREAK:
        front = head_ball(state, facts)
        return Reading(state, facts, colour, front, call, lost, breaking=True)
    on = state.on_table & BALLS[colour]
    if on:
        return Reading(state, facts, colour, on, call, lost)
    guess = colour_of(facts.first_ball)
    if guess is Colour.UNKNOWN:
        guess = colour
    on = state.on_table & (BALLS[guess] or state.on_table)
    guessed = guess is not colour
    return Reading(state, facts, guess, on, call, lost, guessed=guessed)


@defines("bonus.2.6")
def head_ball(state: BonusState, facts: Facts) -> frozenset[Ball]:
    """Return the ball in front of the rack, or all purple ones if none is seen there.

    What counts is where the ball stands, not how it is named.
    """
    foot = state.table.foot_spot
    near = [
        (math.dist(xy, foot), ball)
        for ball, xy in facts.shot.before.balls.items()
        if ball is not facts.cue_ball and math.dist(xy, foot) < state.table.ball_radius
    ]
    return frozenset({min(near)[1]}) if near else PURPLES


@applies("bonus.3.5", "bonus.3.6")
def _unrecorded(state: BonusState, facts: Facts) -> Tally:
    """Return the opponent's points that were not written down before this shot."""
    if not state.settings.switches.bonus_manual_scoring:
        return NONE_YET
    other = state.shooter.other
    behind = state.recorded.of(other) - state.score.of(other)
    if facts.entered.saw(Observed.SCORE_RECORDED, other):
        return NONE_YET
    return NONE_YET.with_(other, behind)
