"""A layout that is not the one the last ruling left: what lies there is the truth.

Recordings start in mid-rack, miss a ball, skip a shot; people put balls back or rack
again. Then the state follows the table, and the verdict says what differed.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.errors import InvalidShotError
from adjudicator.phrases import (
    LAYOUT_EXTRA,
    LAYOUT_MISSING,
    LAYOUT_RACKED,
    LAYOUT_SCATTERED,
    LAYOUT_UNKNOWN,
)
from adjudicator.rack_check import has_apex, is_racked
from adjudicator.racks import racked
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.state import Phase, State
from adjudicator.verdict import CueBallPlace, Remark

_UNBELIEVED: Final = 0.01
"""Belief in a name that the posterior of an unknown ball does not hold."""


class Resynced(NamedTuple):
    """A state that fits the layout of the next shot.

    Attributes:
        state: What is true before the shot.
        remarks: What differed from the state before; empty if nothing did.
    """

    state: Any
    remarks: tuple[Remark, ...] = ()


def resynced(
    state: State, shot: Shot, discipline: Discipline, fresh: Callable[[], State]
) -> Resynced:
    """Return the state that the layout of a shot asks for.

    Args:
        state: After the last ruling.
        shot: The next shot.
        discipline: The game.
        fresh: Makes the state before a break with nothing played yet, for another
            rack.

    Raises:
        InvalidShotError: The layout holds no object ball.
    """
    full = BALL_SETS[discipline].object_balls
    lying = shot.before.balls.keys()
    if not lying or (state.phase is Phase.LAG and shot.kind is ShotKind.LAG):
        return Resynced(state)
    seen = frozenset(lying & full)
    unknown = tuple(sorted(ball for ball in lying if ball.is_unknown))
    if not seen and not unknown:
        raise InvalidShotError(
            f"shot {shot.number}, before: no object ball lies on the table"
        )
    whole = len(seen) + len(unknown) >= len(full) - 1
    set_up = whole and is_racked(shot.before, discipline, state.table)
    if state.phase is not Phase.BREAK and (
        set_up or (whole and shot.kind is ShotKind.BREAK)
    ):
        return Resynced(_other_rack(state, fresh(), full), (Remark(LAYOUT_RACKED),))
    scattered = (
        state.phase is Phase.BREAK
        and whole
        and shot.kind is not ShotKind.BREAK
        and not has_apex(shot.before, state.table)
    )
    if state.phase is not Phase.PLAY and (scattered or not whole):
        state = replace(
            state, phase=Phase.PLAY, winner=None, cue_ball=CueBallPlace.AS_IT_LIES
        )
    elif state.phase in (Phase.LAG, Phase.OVER):
        state = _other_rack(state, fresh(), full)
    found = _with_balls(state, shot, seen, unknown)
    if scattered:
        return Resynced(found.state, (Remark(LAYOUT_SCATTERED), *found.remarks))
    return found


def _other_rack(state: State, fresh: State, full: frozenset[Ball]) -> State:
    over = state.phase is Phase.OVER
    kept = () if over else (*state.lasting, "score")
    return replace(
        racked(fresh, state.shooter, full),
        rack=state.rack + (state.phase is Phase.PLAY),
        racks=state.racks,
        **{name: getattr(state, name) for name in kept},
    )


def _with_balls(
    state: State, shot: Shot, seen: frozenset[Ball], unknown: tuple[Ball, ...]
) -> Resynced:
    missing = state.on_table - seen
    extra = seen - state.on_table
    named = named_unknown(shot, unknown, missing)
    gone = missing - named.keys()
    strange = tuple(ball for ball in unknown if ball not in named.values())
    if not (extra or gone or strange):
        return Resynced(state)
    remarks = []
    more, fewer = _apart(extra, gone)
    if more:
        remarks.append(Remark(LAYOUT_EXTRA, {"balls": more}))
    if fewer:
        remarks.append(Remark(LAYOUT_MISSING, {"balls": fewer}))
    if strange:
        remarks.append(Remark(LAYOUT_UNKNOWN, {"n": len(strange)}))
    balls = seen.union(named, strange)
    return Resynced(replace(state, on_table=balls), tuple(remarks))


def _apart(
    extra: frozenset[Ball], gone: frozenset[Ball]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of both sides, less balls that nobody can tell apart."""
    alike = Counter(map(kind_of, extra)) & Counter(map(kind_of, gone))
    return _unmatched(extra, Counter(alike)), _unmatched(gone, Counter(alike))


def _unmatched(balls: frozenset[Ball], alike: Counter[str]) -> tuple[str, ...]:
    left = []
    for ball in sorted(balls):
        if alike[kind_of(ball)] > 0:
            alike[kind_of(ball)] -= 1
        else:
            left.append(ball.name)
    return tuple(left)


def kind_of(ball: Ball) -> str:
    """Return what can be told of a ball: its colour, or its whole name."""
    return ball.name.rpartition("-")[0] or ball.name


def named_unknown(
    shot: Shot, unknown: tuple[Ball, ...], missing: frozenset[Ball]
) -> dict[Ball, Ball]:
    """Return which missing ball each unknown ball most probably is.

    The most certain pair is matched first; without any belief, in order.

    Returns:
        The unknown ball by the missing one.
    """
    pairs = sorted(
        (-belief(shot, one, ball), ball, one) for one in unknown for ball in missing
    )
    found: dict[Ball, Ball] = {}
    for _, ball, one in pairs:
        if ball not in found and one not in found.values():
            found[ball] = one
    return found


def guessed(shot: Shot, discipline: Discipline) -> Layout:
    """Return the layout before a shot with unknown balls under their likeliest names.

    Unknown balls for which no name is left keep theirs.
    """
    balls = shot.before.balls
    unknown = tuple(sorted(ball for ball in balls if ball.is_unknown))
    free = BALL_SETS[discipline].object_balls - balls.keys()
    names = {one: ball for ball, one in named_unknown(shot, unknown, free).items()}
    return replace(
        shot.before, balls={names.get(ball, ball): xy for ball, xy in balls.items()}
    )


def belief(shot: Shot, unknown: Ball, ball: Ball) -> float:
    """Return the belief that an unknown ball is this one; small if none was given."""
    return shot.identity.get(unknown, {}).get(ball.name, _UNBELIEVED)
