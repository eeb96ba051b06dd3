"""The scoreboard of each game, as an object for the page."""

from collections.abc import Sequence
from typing import Any

from adjudicator.balls import Discipline
from adjudicator.disciplines.bonus_state import (
    BonusState,
    colour_of,
    colour_on,
)
from adjudicator.disciplines.eight_state import EightBallState, group, on_eight
from adjudicator.disciplines.nine_state import NineBallState
from adjudicator.disciplines.pyramid_state import PyramidState
from adjudicator.disciplines.pyramid_state import target_of as balls_to_win
from adjudicator.disciplines.straight_state import StraightPoolState
from adjudicator.match import Ruling
from adjudicator.players import Seat, Tally
from adjudicator.state import Phase, State
from cueref.session.play import Play, target_of


def board_object(play: Play) -> dict[str, Any]:
    """Return what the scoreboard of the game shows.

    `big` is the number that wins the match: racks, or points in games of points.
    """
    state = play.state
    board: dict[str, Any] = {
        "big": _tally(state.racks),
        "target": target_of(play.setup),
        "rack": state.rack,
        "on_table": [ball.name for ball in sorted(state.on_table)],
    }
    match state:
        case EightBallState():
            return board | _eight(state)
        case NineBallState():
            return board | _nine(state)
        case StraightPoolState():
            return board | _straight(state, play.rulings)
        case BonusState():
            return board | _bonus(state)
        case PyramidState():
            return board | _pyramid(state)
        case _:  # pragma: no cover  # there are five games
            return board


def _tally(tally: Tally) -> dict[str, int]:
    return {seat.value: tally.of(seat) for seat in Seat}


def _eight(state: EightBallState) -> dict[str, Any]:
    groups = {}
    left = {}
    for seat in Seat:
        mine = group(state.solids, seat)
        solids = state.solids is seat
        groups[seat.value] = (
            None if state.solids is None else "solids" if solids else "stripes"
        )
        balls = [] if state.solids is None else sorted(mine & state.on_table)
        left[seat.value] = [ball.name for ball in balls]
        if state.solids is not None and on_eight(state.on_table, state.solids, seat):
            left[seat.value] = ["8"]
    return {
        "groups": groups,
        "left": left,
        "fouls_in_row": _tally(state.fouls_in_row),
    }


def _nine(state: NineBallState) -> dict[str, Any]:
    on = min(state.on_table, default=None)
    return {
        "ball_on": None if on is None else on.name,
        "push_out": state.push_out,
        "fouls_in_row": _tally(state.fouls_in_row),
        "warned": [seat.value for seat in sorted(state.warned)],
    }


def _straight(state: StraightPoolState, rulings: Sequence[Ruling]) -> dict[str, Any]:
    return {
        "big": _tally(state.score),
        "fouls_in_row": _tally(state.fouls_in_row),
        "warned": [seat.value for seat in sorted(state.warned)],
        "runs": runs(rulings, state),
        "left_in_rack": len(state.on_table),
    }


def runs(rulings: Sequence[Ruling], state: State) -> dict[str, Any]:
    """Return the run of the player at the table and the highest of each player."""
    highest = {Seat.A: 0, Seat.B: 0}
    shooter, run = None, 0
    for ruling in rulings:
        verdict = ruling.verdict
        if verdict is None:
            continue
        if verdict.shooter is not shooter:
            shooter, run = verdict.shooter, 0
        gained = verdict.points.of(verdict.shooter)
        run = run + gained if gained > 0 else 0
        highest[shooter] = max(highest[shooter], run)
    now = run if shooter is state.shooter else 0
    return {"now": now, "high": {seat.value: n for seat, n in highest.items()}}


def _bonus(state: BonusState) -> dict[str, Any]:
    return {
        "big": _tally(state.score),
        "colours": {seat.value: colour_on(state, seat).value for seat in Seat},
        "additional": state.additional,
        "clock": {
            "started_t": state.started_t,
            "stopped": state.stopped,
            "halted_t": state.halted_t,
            "rest_t": state.rest_t,
        },
    }


def _pyramid(state: PyramidState) -> dict[str, Any]:
    return {
        "balls": _tally(state.score),
        "balls_to_win": balls_to_win(state),
        "debts": _tally(state.debts),
        "colored": None if state.colored is None else state.colored.value,
        "limited": state.limited,
    }


def balls_on(play: Play) -> list[str]:
    """Return the balls that may legally be hit first; empty if any may."""
    state = play.state
    if state.phase is Phase.OVER:
        return []
    match state:
        case NineBallState():
            on = min(state.on_table, default=None)
            return [] if on is None else [on.name]
        case EightBallState(solids=solids) if solids is not None:
            if on_eight(state.on_table, solids, state.shooter):
                return ["8"]
            mine = group(solids, state.shooter) & state.on_table
            return [ball.name for ball in sorted(mine)]
        case BonusState():
            colour = colour_on(state, state.shooter)
            return [b.name for b in sorted(state.on_table) if colour_of(b) is colour]
        case _:
            return []


def declarations_of(play: Play) -> list[str]:
    """Return what may be declared before the next shot."""
    state = play.state
    match play.setup.game:
        case Discipline.NINE_BALL:
            return ["push_out"] if state.push_out else []
        case Discipline.EIGHT_BALL | Discipline.STRAIGHT_POOL:
            return [] if state.phase is Phase.BREAK else ["safety"]
        case Discipline.PYRAMID:
            return ["extension"] if state.limited else []
        case _:
            return []


def may_call(play: Play) -> str | None:
    """Return what is called before a shot: `ball`, `pocket` (of the Bonus) or None."""
    match play.setup.game:
        case Discipline.EIGHT_BALL | Discipline.STRAIGHT_POOL:
            return "ball"
        case Discipline.BONUS_BALL:
            return "pocket"
        case _:
            return None
