"""Shots that cannot be: refused before any rule looks at them."""

from typing import Final

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.errors import InvalidShotError
from adjudicator.events import (
    Contact,
    Event,
    Intrusion,
    Placed,
    Pocketed,
    RackOpened,
    Rebound,
)
from adjudicator.shot import Shot, ShotKind
from adjudicator.state import Phase, State

_NAMES: Final = {
    discipline: frozenset(balls.balls) for discipline, balls in BALL_SETS.items()
}


def balls_of(event: Event) -> tuple[Ball, ...]:
    """Return the balls that an event is about."""
    match event:
        case Contact(balls=balls):
            return balls
        case RackOpened(balls=many):
            return tuple(many)
        case Intrusion():
            return ()
        case _:
            return (event.ball,)


def refuse_impossible(state: State, shot: Shot, discipline: Discipline) -> None:
    """Refuse a shot that contradicts itself or the state.

    Raises:
        InvalidShotError: A ball of another game, an event of a ball that is not on
            the table, a ball pocketed twice, a layout that is not the state's.
    """
    if state.phase is Phase.LAG or shot.kind is ShotKind.LAG:
        return
    _refuse_other_cue_ball(shot, discipline)
    present = set(shot.before.balls)
    _refuse_unknown(shot, present, discipline)
    if present:
        _refuse_other_layout(state, shot, present, discipline)
    else:
        present = {*state.on_table, *(_NAMES[discipline] - state.on_table)}
    down: set[Ball] = set()
    for index, event in enumerate(shot.events):
        for ball in balls_of(event):
            if isinstance(event, Placed):
                present.add(ball)
            elif ball not in present:
                raise InvalidShotError(
                    f"shot {shot.number}, events[{index}]: {ball} is not on the table"
                )
            elif ball in down and not isinstance(event, Rebound):
                raise InvalidShotError(
                    f"shot {shot.number}, events[{index}]: {ball} is already pocketed"
                )
            if isinstance(event, Pocketed):
                down.add(ball)
            elif isinstance(event, Placed | Rebound):
                down.discard(ball)


def _refuse_other_cue_ball(shot: Shot, discipline: Discipline) -> None:
    if shot.cue_ball is None:
        raise InvalidShotError(
            f"shot {shot.number}, cue_ball: it is not known which ball was struck"
        )
    fixed = BALL_SETS[discipline].cue_ball
    if fixed is not None and shot.cue_ball is not fixed:
        raise InvalidShotError(
            f"shot {shot.number}, cue_ball: {shot.cue_ball} was struck, expected "
            f"{fixed}"
        )


def _refuse_unknown(shot: Shot, present: set[Ball], discipline: Discipline) -> None:
    names = _NAMES[discipline]
    for ball in sorted(present):
        if ball not in names and not ball.is_unknown:
            raise InvalidShotError(
                f"shot {shot.number}, before: {ball} is no ball of {discipline.value}"
            )


def _refuse_other_layout(
    state: State, shot: Shot, present: set[Ball], discipline: Discipline
) -> None:
    unknown = sum(ball.is_unknown for ball in present)
    seen = present & BALL_SETS[discipline].object_balls
    extra = sorted(seen - state.on_table)
    missing = sorted(state.on_table - seen)
    if extra:
        raise InvalidShotError(
            f"shot {shot.number}, before: {', '.join(map(str, extra))} cannot be on "
            "the table: pocketed before and not put back"
        )
    if len(missing) > unknown:
        raise InvalidShotError(
            f"shot {shot.number}, before: {', '.join(map(str, missing))} must be on "
            "the table and is not in the layout"
        )
