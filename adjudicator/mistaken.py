"""Doubts about names that balls were given: one may really be another.

The camera tells the balls of a set apart by their looks, and some look alike. Names
hang together: if one ball is another, that one is a third. So the other ways to name
all balls are the answers to one question. Where only the belief in single names is
known, a ball may have another one; if a ball of that name lies on the table as well,
the two change places.
"""

from typing import Final

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.doubts import AS_SEEN, Change, Doubt
from adjudicator.shot import Shot
from adjudicator.unknown_names import MOST_NAMES, takes_part

LEAST_DOUBT: Final = 0.005
"""Belief in another name below which the given one counts as certain."""


def mistaken_names(shot: Shot, discipline: Discipline) -> list[Doubt]:
    """Return the doubts about the names of a shot's balls, of those that move first.

    Args:
        shot: With the belief in the names of its balls.
        discipline: The game; names of balls that it does not have are none.
    """
    if shot.other_names:
        return _together(shot, discipline)
    balls = [ball for ball in sorted(shot.identity) if ball in shot.before.balls]
    asked = sorted(balls, key=lambda ball: not takes_part(ball, shot))
    found: list[Doubt] = []
    told: set[Ball] = set()
    for ball in asked:
        doubt = _doubt(ball, shot, discipline, told)
        if len(doubt.answers) > 1 and len(found) < MOST_NAMES:
            found.append(doubt)
            told.add(ball)
    return found


def _doubt(ball: Ball, shot: Shot, discipline: Discipline, told: set[Ball]) -> Doubt:
    """The doubt about one name; a pair that may be swapped is told once."""
    beliefs = shot.identity[ball]
    swaps = [
        (beliefs[other.name], Change(swap=(ball, other)))
        for other in BALL_SETS[discipline].balls
        if other is not ball
        and other not in told
        and beliefs.get(other.name, 0.0) >= LEAST_DOUBT
    ]
    kept = max(1.0 - sum(p for p, _ in swaps), 0.0)
    likely = sorted(swaps, key=lambda answer: -answer[0])
    return Doubt(ball, ((kept, AS_SEEN), *likely))


def _together(shot: Shot, discipline: Discipline) -> list[Doubt]:
    """The doubt about all names at once, as being about a ball that moves."""
    balls = frozenset(BALL_SETS[discipline].balls)
    answers = [
        (p, Change(names=tuple(names.items())))
        for p, names in shot.other_names
        if p >= LEAST_DOUBT
        and names.keys() <= shot.before.balls.keys()
        and balls.issuperset(names.values())
    ]
    if not answers:
        return []
    kept = max(1.0 - sum(p for p, _ in answers), 0.0)
    likely = sorted(answers, key=lambda answer: -answer[0])
    doubted = sorted(ball for ball, _ in likely[0][1].names)
    about = min(doubted, key=lambda ball: not takes_part(ball, shot))
    return [Doubt(about, ((kept, AS_SEEN), *likely))]
