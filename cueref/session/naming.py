"""Which balls on the table have another name since a person said so."""

import math
from itertools import pairwise
from typing import Final

from adjudicator.balls import Ball
from adjudicator.shot import Shot
from cueref.session.corrections import NONE, renamed_by
from cueref.session.play import Play

_SAME: Final = 0.03
"""A ball lies where it lay if it is so near, metres."""


def names_on_the_table(before: Play, after: Play) -> dict[Ball, Ball]:
    """Return which balls of the last shot an entry gave another name.

    A ball that was named in an earlier shot is followed by the name it was seen under,
    as long as it lay after each shot where it lay before the next one.

    Args:
        before: The match before the entry.
        after: The match after it.
    """
    found: dict[Ball, Ball] = {}
    old, new = before.said.corrections, after.said.corrections
    for number in sorted({*old, *new}):
        if not 1 <= number <= len(after.shots):
            continue
        swaps = renamed_by(old.get(number, NONE), new.get(number, NONE))
        later = after.shots[number - 1 :]
        found |= {a: b for a, b in swaps.items() if _is_followed(later, a)}
    return found


def _is_followed(shots: tuple[Shot, ...], ball: Ball) -> bool:
    """Whether a ball kept its place between the shots, or is of the last one."""
    for one, other in pairwise(shots):
        lay, lies = one.after.balls.get(ball), other.before.balls.get(ball)
        if lay is None or lies is None:
            return False
        if math.hypot(lay.x - lies.x, lay.y - lies.y) >= _SAME:
            return False
    return True
