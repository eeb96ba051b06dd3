"""Bonus Ball: which ball counts, as called or as it needed no call (5.1 to 5.14)."""

import math
from typing import Final, NamedTuple

from adjudicator.balls import BONUS, Ball
from adjudicator.clause import applies, defines, entered
from adjudicator.disciplines.bonus_reading import Reading
from adjudicator.disciplines.bonus_state import AFTER, POINTS, Colour, colour_of
from adjudicator.disciplines.obvious import is_obvious
from adjudicator.inputs import Declared
from adjudicator.players import Seat

NEAR_POCKET: Final = 2.0
"""A ball this many diameters from a pocket makes a shot into it less than plain."""

entered("call: ball and pocket", "bonus.5.1", "bonus.5.3")
entered("declare: safety", "bonus.5.8")
entered("observed: score_recorded", "bonus.3.5")


class Scored(NamedTuple):
    """The ball that counts, and those that a missing call keeps from counting.

    Attributes:
        ball: Pocketed as called, or plainly; None if nothing counts.
        asked: Balls that would count if they had been called.
        points: For the ball.
    """

    ball: Ball | None = None
    asked: tuple[Ball, ...] = ()
    points: int = 0


NOTHING: Final = Scored()


@applies(
    "bonus.2.2",
    "bonus.3.8",
    "bonus.3.9",
    "bonus.3.10",
    "bonus.3.15",
    "bonus.4.8",
    "bonus.5.12",
    "bonus.5.13",
)
def scored(case: Reading, down: tuple[Ball, ...], guilty: Seat | None) -> Scored:
    """Return what counts: at most one ball, on a shot without a foul.

    Args:
        case: The shot.
        down: Object balls that dropped.
        guilty: Who fouled.
    """
    if not down or case.breaking or guilty is not None:
        return NOTHING
    if case.colour is Colour.UNKNOWN:
        return NOTHING
    if case.call is not None:
        return _made(_as_called(case, down))
    return _uncalled(case, down)


def _made(ball: Ball | None) -> Scored:
    return NOTHING if ball is None else Scored(ball, (), POINTS[colour_of(ball)])


@applies("bonus.3.13", "bonus.3.14", "bonus.5.1", "bonus.5.14")
def _as_called(case: Reading, down: tuple[Ball, ...]) -> Ball | None:
    """Return the ball that dropped as called, if it was one that may score.

    Balls of a colour bear no numbers: a call by a name that no ball on the table has
    is of any ball of that colour.
    """
    call = case.call
    assert call is not None  # noqa: S101  # asked of calls only
    colour = colour_of(call.ball)
    if case.calls_bonus:
        if not case.hits_right:
            return None
    elif colour is not case.colour:
        return None
    strict = call.ball in case.facts.shot.before.balls
    for ball in down:
        if ball is not call.ball and (strict or colour_of(ball) is not colour):
            continue
        drop = case.facts.drops.get(ball)
        if call.pocket is None or drop is None or drop.pocket is call.pocket:
            return ball
    return None


@applies("bonus.5.2", "bonus.5.4", "bonus.5.5", "bonus.5.9")
def _uncalled(case: Reading, down: tuple[Ball, ...]) -> Scored:
    """Return the plain ball that counts without a call, or the balls to ask about.

    Under a declared safety nobody called anything, so there is nothing to ask.
    """
    asked = []
    for ball in down:
        if colour_of(ball) is case.colour:
            if _is_plain(case, ball):
                return _made(ball)
            asked.append(ball)
        elif ball is BONUS:
            asked.append(ball)
    if not asked or case.facts.entered.declared(Declared.SAFETY):
        return NOTHING
    return Scored(asked=tuple(asked))


@defines("bonus.5.2")
def _is_plain(case: Reading, ball: Ball) -> bool:
    """Whether a ball went straight in with no other ball near the pocket.

    What a referee says has dropped needs no call.
    """
    drop = case.facts.drops.get(ball)
    if drop is None:
        return True
    if not is_obvious(case.facts, ball):
        return False
    table, lying = case.state.table, case.facts.shot.before.balls
    pocket = next(one for one in table.pockets if one.name is drop.pocket)
    reach = pocket.radius + 2 * NEAR_POCKET * table.ball_radius
    return all(
        math.dist(xy, pocket.center) > reach
        for other, xy in lying.items()
        if other is not ball and other is not case.facts.cue_ball
    )


@applies(
    "bonus.0.3",
    "bonus.0.4",
    "bonus.0.5",
    "bonus.0.6",
    "bonus.3.11",
    "bonus.3.12",
    "bonus.3.16",
)
def colour_after(case: Reading, guilty: Seat | None, ball: Ball | None) -> Colour:
    """Return the colour that the shooter must play in his next shot.

    Args:
        case: The shot.
        guilty: Who fouled; an opponent's foul does not use up an attempt.
        ball: That counted, if one did.
    """
    if case.breaking or guilty not in (None, case.state.shooter):
        return case.colour
    if ball is not None:
        return AFTER[case.colour] if colour_of(ball) is case.colour else case.colour
    return Colour.PURPLE if case.colour is Colour.BONUS else case.colour
