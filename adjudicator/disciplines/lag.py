"""The lag of pool: two balls, two strikes, who may break (FBSR edition, pool.5)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import applies, entered
from adjudicator.events import (
    Crossing,
    Line,
    OffTable,
    Pocketed,
    Rail,
    RailTouch,
    Strike,
)
from adjudicator.inputs import NOTHING_ENTERED, Entered, Observed, Option
from adjudicator.phrases import BREAK_OR_CEDE, LAG_LOST, LAG_REPEATED, LAG_WON
from adjudicator.players import Seat
from adjudicator.shot import Shot
from adjudicator.state import State
from adjudicator.verdict import CueBallPlace, Mark, Next, Remark, Verdict

LAG_UNCERTAINTY: Final = 0.001
"""Of a measured distance to the head rail, metres (two of it cannot be told)."""

entered("settings: breaker", "pool.6.a")


@dataclass(frozen=True, slots=True)
class LagBall:
    """One player's ball in a lag.

    Attributes:
        seat: The player.
        ball: His ball.
        strike: His stroke.
        rails: Rails it touched, in order, with times.
        crossed: Whether it crossed the long string.
        pocketed: Whether it dropped.
        off: Whether it left the table.
        x: Where it came to rest, metres; None if it is gone.
    """

    seat: Seat
    ball: Ball
    strike: Strike
    rails: tuple[RailTouch, ...]
    crossed: bool
    pocketed: bool
    off: bool
    x: float | None


def lag_balls(state: State, shot: Shot) -> tuple[LagBall, ...]:
    """Return the balls of the players whose strokes were seen."""
    found = []
    for strike in shot.events:
        if not isinstance(strike, Strike) or strike.side not in ("left", "right"):
            continue
        left = state.settings.lag_left
        found.append(
            _lag_ball(left if strike.side == "left" else left.other, strike, shot)
        )
    return tuple(found)


def _lag_ball(seat: Seat, strike: Strike, shot: Shot) -> LagBall:
    mine = [e for e in shot.events if getattr(e, "ball", None) is strike.ball]
    place = shot.after.balls.get(strike.ball)
    return LagBall(
        seat,
        strike.ball,
        strike,
        tuple(e for e in mine if isinstance(e, RailTouch)),
        any(isinstance(e, Crossing) and e.line is Line.LONG for e in mine),
        any(isinstance(e, Pocketed) for e in mine),
        any(isinstance(e, OffTable) for e in mine),
        None if place is None else place.x,
    )


@applies(
    "pool.5.c",
    "pool.5.1",
    "pool.5.2",
    "pool.5.3",
    "pool.5.4",
    "pool.5.5",
    "pool.5.6",
    "pool.5.7",
)
def lag_fault(lag: LagBall, half_length: float) -> str | None:
    """Return the clause by which a lag ball has lost, or None."""
    foot = sum(touch.rail is Rail.FOOT for touch in lag.rails)
    long_rail = any(touch.rail in (Rail.LEFT, Rail.RIGHT) for touch in lag.rails)
    tests = (
        ("pool.5.1", lag.crossed),
        ("pool.5.3", lag.pocketed),
        ("pool.5.4", lag.off),
        ("pool.5.2", foot == 0),
        ("pool.5.5", long_rail),
        ("pool.5.6", lag.x is not None and lag.x < -half_length),
        ("pool.5.7", foot > 1),
    )
    return next((clause_id for clause_id, broken in tests if broken), None)


Fault = Callable[[LagBall, float], str | None]


@applies("pool.5.a", "pool.5.b", "pool.5.d")
def lag_winner(
    balls: tuple[LagBall, ...], half_length: float, fault: Fault = lag_fault
) -> Seat | None:
    """Return who won the lag, or None if it must be repeated."""
    if len(balls) != 2 or not _together(*balls):
        return None
    one, two = balls
    faults = (fault(one, half_length), fault(two, half_length))
    match faults:
        case (None, None):
            return _nearer(one, two)
        case (None, _):
            return one.seat
        case (_, None):
            return two.seat
        case _:
            return None


def _together(one: LagBall, two: LagBall) -> bool:
    """Whether both were struck before either reached the foot rail."""
    later = max(one.strike.t, two.strike.t)
    return not any(
        touch.rail is Rail.FOOT and touch.t < later
        for touch in (*one.rails, *two.rails)
    )


def _nearer(one: LagBall, two: LagBall) -> Seat | None:
    if one.x is None or two.x is None:
        return None
    if abs(one.x - two.x) < 2 * LAG_UNCERTAINTY:
        return None
    return one.seat if one.x < two.x else two.seat


@applies("pool.6.b")
def judge_lag(state: State, shot: Shot, entered_: Entered = NOTHING_ENTERED) -> Verdict:
    """Return the verdict on a lag: its winner may break or cede, or it is repeated."""
    half = state.table.length / 2
    balls = lag_balls(state, shot)
    winner = None
    if not (entered_.saw(Observed.LAG_REPEAT) or entered_.replay):
        winner = lag_winner(balls, half)
    if entered_.overrule is not None and entered_.overrule.shooter is not None:
        winner = entered_.overrule.shooter
    remarks = [
        Remark(LAG_LOST, {"who": lag.seat, "clause": clause_id})
        for lag in balls
        if (clause_id := lag_fault(lag, half)) is not None
    ]
    if winner is None:
        coming = Next(state.shooter, CueBallPlace.BEHIND_HEAD_STRING)
        remarks.append(Remark(LAG_REPEATED))
    else:
        options = (Option.BREAK, Option.CEDE)
        coming = Next(
            winner,
            CueBallPlace.BEHIND_HEAD_STRING,
            options=options,
            chooser=winner,
        )
        words = {"who": winner}
        remarks += [Remark(LAG_WON, words), Remark(BREAK_OR_CEDE, words)]
    return Verdict(
        shot=shot.number,
        shooter=state.shooter,
        legal=True,
        next=coming,
        score=state.score,
        marks=frozenset({Mark.LAG}),
        t_end=shot.t_end,
        remarks=tuple(remarks),
    )
