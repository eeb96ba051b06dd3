"""Names of balls that the camera could not tell, and how sure each is."""

from typing import Final, NamedTuple

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.doubts import AS_SEEN, Change, Doubt
from adjudicator.events import RackOpened, Rest
from adjudicator.resync import belief, named_unknown
from adjudicator.shot import Shot
from adjudicator.state import State
from adjudicator.validity import balls_of
from adjudicator.worlds import renamed, restated

GONE_BEFORE: Final = 0.05
"""Weight of a name whose ball should have left the table before."""

LEAST_BELIEF: Final = 1e-6
"""Of any name that a ball may have."""

MOST_NAMES: Final = 6
"""Unknown balls whose names are questioned; the others keep their likeliest."""


class Naming(NamedTuple):
    """A shot and its state in which unknown balls have their likeliest names.

    Attributes:
        shot: With the names.
        state: With the names.
        doubts: About the names.
        strange: Unknown balls for which no name is left.
    """

    shot: Shot
    state: State
    doubts: list[Doubt]
    strange: tuple[Ball, ...]


def naming(state: State, shot: Shot, discipline: Discipline) -> Naming:
    """Name the unknown balls of a shot."""
    balls = shot.before.balls
    unknown = tuple(sorted(ball for ball in balls if ball.is_unknown))
    if not unknown:
        return Naming(shot, state, [], ())
    free = BALL_SETS[discipline].object_balls - balls.keys()
    first_choice = free & state.on_table
    named = named_unknown(shot, unknown, first_choice)
    rest = tuple(ball for ball in unknown if ball not in named.values())
    named |= named_unknown(shot, rest, free - named.keys())
    names = {one: ball for ball, one in named.items()}
    asked = sorted(names, key=lambda one: (not takes_part(one, shot), one))
    doubts = [
        _name_doubt(shot, one, names[one], free, state) for one in asked[:MOST_NAMES]
    ]
    return Naming(
        renamed(shot, names),
        restated(state, names),
        [doubt for doubt in doubts if len(doubt.answers) > 1],
        tuple(one for one in unknown if one not in names and takes_part(one, shot)),
    )


def _name_doubt(
    shot: Shot, one: Ball, name: Ball, free: frozenset[Ball], state: State
) -> Doubt:
    weights = {
        ball: max(belief(shot, one, ball), LEAST_BELIEF)
        * (1 if ball in state.on_table else GONE_BEFORE)
        for ball in sorted(free)
    }
    total = sum(weights.values())
    others = [
        (weight / total, Change(name=(name, ball)))
        for ball, weight in weights.items()
        if ball is not name
    ]
    return Doubt(
        one,
        (
            (weights[name] / total, AS_SEEN),
            *sorted(others, key=lambda answer: -answer[0]),
        ),
    )


def takes_part(ball: Ball, shot: Shot) -> bool:
    """Return whether a ball does more in a shot than lie, rest or leave the rack."""
    return any(
        ball in balls_of(event)
        for event in shot.events
        if not isinstance(event, Rest | RackOpened)
    )
