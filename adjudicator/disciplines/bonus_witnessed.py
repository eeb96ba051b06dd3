"""Bonus Ball: touches, balls taken up, near balls, and what people saw (section 6)."""

import math
from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import CLAUSES, Evidence, Foul, Word, applies, clause, entered
from adjudicator.disciplines.bonus_reading import Reading
from adjudicator.disciplines.witnessed import OBSERVED_FOULS
from adjudicator.events import Intruder, Point, Touched
from adjudicator.facts import Facts
from adjudicator.inputs import Observed
from adjudicator.state import State
from adjudicator.verdict import CueBallPlace

SIDE: Final = math.radians(45)
"""A stroke at a near ball goes this far past the line of centres (bonus.6.15)."""

_EPSILON: Final = 1e-9

_MOVED: Final = (Observed.TOUCH, Observed.DELIBERATE_TOUCH, Observed.NO_TOUCH)
_CLEARED: Final = (
    Observed.NO_PUSH,
    Observed.NO_DOUBLE_HIT,
    Observed.PUSH,
    Observed.DOUBLE_HIT,
)


@clause(
    "bonus.6.1",
    en="{t:s}: {ball:ball} was moved {mm} mm ({by})",
    ru="{t:s}: {ball:ball} сдвинут на {mm} мм ({by:by})",
)
@applies("bonus.5.10", "bonus.6.2", "bonus.6.3", "bonus.6.4")
def moved(facts: Facts, state: State) -> Evidence | None:
    """A hand, the cue, the rack moves a ball so that it can be seen.

    A touch that moves nothing is none, nor is one by clothes; what the rack drags
    along a person must confirm.
    """
    least = state.settings.switches.noticeable_move_mm / 1000
    touches = [
        touch
        for touch in facts.touches
        if touch.by is not Intruder.SLEEVE
        and touch.moved >= least
        and not _is_placing(touch, facts, state)
    ]
    if not touches or next(facts.entered.observed(*_MOVED), None) is not None:
        return None
    worst = max(touches, key=lambda touch: touch.moved)
    words: dict[str, Word] = {
        "t": worst.t,
        "ball": worst.ball.name,
        "by": worst.by,
        "mm": round(worst.moved * 1000),
    }
    return Evidence((worst,), words, sure=worst.by is not Intruder.RACK)


def _is_placing(touch: Touched, facts: Facts, state: State) -> bool:
    """Whether a touch only adjusts the cue ball in hand."""
    return (
        touch.ball is facts.cue_ball
        and touch.t < facts.shot.t_start
        and state.cue_ball is not CueBallPlace.AS_IT_LIES
    )


@clause(
    "bonus.6.6",
    en="{t:s}: the cue ball was taken up though no foul had been confirmed",
    ru="{t:s}: биток взят в руки, хотя фол не подтверждён",
)
@applies("bonus.6.5")
def taken_unconfirmed(facts: Facts, state: State) -> Evidence | None:
    """The cue ball is taken from the cloth though it should be played as it lies.

    A foul that the referee announced is confirmed; one that only the players know
    of a person must enter.
    """
    if state.cue_ball is not CueBallPlace.AS_IT_LIES or _is_said(facts, "bonus.6.6"):
        return None
    for event in facts.picked_up:
        if event.ball is facts.cue_ball and event.t < facts.shot.t_start:
            return Evidence((event,), {"t": event.t}, sure=False)
    return None


@clause(
    "bonus.6.12",
    en="{t:s}: the cue ball was taken up while it rolled",
    ru="{t:s}: биток взят в руки на ходу",
)
def taken_rolling(facts: Facts) -> Evidence | None:
    """The cue ball is caught; whose hand it was a person must say."""
    cue_ball = facts.cue_ball
    if cue_ball is None or _is_said(facts, "bonus.6.12"):
        return None
    for event in facts.picked_up:
        if event.ball is not cue_ball or event.t < facts.shot.t_start:
            continue
        if not _is_at_rest(facts, cue_ball, event.t):
            return Evidence((event,), {"t": event.t}, sure=False)
    return None


def _is_at_rest(facts: Facts, ball: Ball, t: float) -> bool:
    """Whether a ball has stopped by a time, or is no longer on the table."""
    ends = [facts.rests.get(ball)]
    ends += [event.t for event in (facts.drops.get(ball), facts.off.get(ball)) if event]
    return any(end is not None and end <= t for end in ends)


def _is_said(facts: Facts, clause_id: str) -> bool:
    """Whether a person has entered a foul by this clause."""
    return any(seen.clause == clause_id for seen in facts.entered.observations)


@clause(
    "bonus.6.15",
    en="{t:s}: {ball:ball} was {mm} mm away, and the stroke went only {degrees} "
    "degrees past it",
    ru="{t:s}: {ball:ball} в {mm} мм, а удар направлен лишь на {degrees}° в сторону",
)
@applies("bonus.6.16")
def near_ball(facts: Facts, state: State) -> Evidence | None:
    """A ball nearer than a cube of chalk is played at under 45 degrees.

    The direction of the cue decides, not where the cue ball goes; how high the butt
    was raised cannot be seen, so a person must confirm.
    """
    strike, cue_ball = facts.strike, facts.cue_ball
    if strike is None or strike.direction is None or cue_ball is None:
        return None
    here = facts.shot.before.balls.get(cue_ball)
    if here is None or next(facts.entered.observed(*_CLEARED), None) is not None:
        return None
    reach = 2 * state.table.ball_radius + state.settings.switches.chalk_cube_mm / 1000
    found = [
        (turned, math.dist(here, xy), ball)
        for ball, xy in facts.shot.before.balls.items()
        if 0 < math.dist(here, xy) < reach - _EPSILON
        and (turned := _turned(strike.direction, here, xy)) < SIDE - _EPSILON
    ]
    if not found:
        return None
    turned, distance, ball = min(found)
    gap = max(0.0, distance - 2 * state.table.ball_radius)
    words: dict[str, Word] = {
        "t": facts.shot.t_start,
        "ball": ball.name,
        "mm": round(gap * 1000),
        "degrees": round(math.degrees(turned)),
    }
    return Evidence((strike,), words, sure=False)


def _turned(direction: Point, here: Point, there: Point) -> float:
    """Return the angle between a direction and the line to a ball, radians."""
    x, y = there.x - here.x, there.y - here.y
    across = direction.x * y - direction.y * x
    return math.atan2(abs(across), direction.x * x + direction.y * y)


OBSERVED: Final[dict[Observed, str]] = {
    **OBSERVED_FOULS,
    Observed.TOUCH: "bonus.6.1",
    Observed.DELIBERATE_TOUCH: "bonus.6.1",
    Observed.DOUBLE_HIT: "bonus.6.8",
    Observed.PUSH: "bonus.6.15",
    Observed.FOOT: "bonus.6.11",
    Observed.MOVING: "bonus.6.14",
    Observed.NOT_TIP: "bonus.5.10",
}
"""Which clause an observation says was broken; pool where this game has none."""

for _what, _id in OBSERVED.items():
    if _id.startswith("bonus."):
        entered(f"observed: {_what}", _id)
entered("observed: foul, clause", "bonus.6.6", "bonus.6.12")


def observed_fouls(case: Reading) -> tuple[Foul, ...]:
    """Return the fouls that people entered, each with its offender."""
    facts = case.facts
    found = []
    for seen in facts.entered.observations:
        clause_id = OBSERVED.get(seen.what)
        if seen.what is Observed.FOUL:
            clause_id = seen.clause
        elif seen.what is Observed.INTERFERENCE and seen.player is not None:
            clause_id = "pool.33.1"
        elif seen.what is Observed.MOVING and seen.ball is facts.cue_ball:
            clause_id = "bonus.6.13"
        if clause_id is not None:
            by = None if seen.player is case.state.shooter else seen.player
            found.append(Foul(CLAUSES[clause_id], by=by))
    return tuple(found)


def witnessed_fouls(case: Reading) -> tuple[Foul | None, ...]:
    """Return what hands and cues did, as seen by the camera and by people."""
    facts, state = case.facts, case.state
    near = near_ball(facts, state)  # bonus.6.15
    if not (facts.touches or facts.picked_up or facts.entered.observations):
        return (near,)
    return (
        moved(facts, state),  # bonus.6.1 to bonus.6.4
        taken_unconfirmed(facts, state),  # bonus.6.6
        taken_rolling(facts),  # bonus.6.12
        near,
        *observed_fouls(case),
    )
