"""Pyramid: what a shot does to the shelves: balls made, owed, given back."""

from typing import NamedTuple

from adjudicator.balls import COLORED_BALL, Ball
from adjudicator.clause import Foul, applies
from adjudicator.disciplines.pyramid_reading import Reading
from adjudicator.disciplines.pyramid_state import FULL
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.ruling import offender


class Account(NamedTuple):
    """What a shot does to the shelves.

    Attributes:
        striker: Who played.
        guilty: Who is punished, or None.
        scored: Balls that go to the striker's shelf.
        paid: Balls that pay what he owed, and come back.
        void: Balls that do not count, and come back.
        jumped: Balls that left the table, and come back.
        returned: The penalty ball, or None.
        points: Of the shot.
        score: Balls of the rack after it.
        debts: Balls owed after it.
    """

    striker: Seat
    guilty: Seat | None
    scored: tuple[Ball, ...]
    paid: tuple[Ball, ...]
    void: tuple[Ball, ...]
    jumped: tuple[Ball, ...]
    returned: Ball | None
    points: Tally
    score: Tally
    debts: Tally

    @property
    def to_spot(self) -> tuple[Ball, ...]:
        """Every ball that is put back on the table."""
        if self.guilty is None and not self.paid:
            return self.jumped
        penalty = () if self.returned is None else (self.returned,)
        return (*self.paid, *self.void, *self.jumped, *penalty)


def went_down(case: Reading) -> tuple[Ball, ...]:
    """Return the balls that count as dropped, the cue ball too."""
    overrule = case.facts.entered.overrule
    if overrule is not None and overrule.pocketed is not None:
        return overrule.pocketed
    return tuple(case.drops.made)


@applies(
    "pyramid.2.1",
    "pyramid.2.2",
    "pyramid.5.4",
    "pyramid.5.5",
    "pyramid.21.1",
    "pyramid.21.3",
    "pyramid.21.4",
    "pyramid.22bis.4",
    "pyramid.27.2",
)
def account(case: Reading, fouls: tuple[Foul, ...]) -> Account:
    """Return what a shot does to the shelves: one penalty, debts paid first."""
    state, striker, down = case.state, case.striker, went_down(case)
    guilty = offender(fouls, striker)
    debts, points = state.debts, NONE_YET
    scored: tuple[Ball, ...] = ()
    paid: tuple[Ball, ...] = ()
    if guilty is not striker:
        scored, down = down, ()
        if any(debts):
            owed = min(debts.of(striker), len(scored))
            paid, scored = scored[:owed], scored[owed:]
            debts = debts.plus(striker, -owed)
        points = points.plus(striker, len(scored))
    returned = None
    if guilty is not None and state.score.added(points).of(guilty) > 0:
        returned = penalty_ball(case, guilty, scored)
        points = points.plus(guilty, -1)
    elif guilty is not None:
        debts = debts.plus(guilty)
    return Account(
        striker,
        guilty,
        scored,
        paid,
        down,
        tuple(case.facts.off),
        returned,
        points,
        state.score.added(points),
        debts,
    )


def penalty_ball(case: Reading, guilty: Seat, scored: tuple[Ball, ...]) -> Ball | None:
    """Return which ball comes back from the offender's shelf.

    Ivory balls are alike: any name that is free stands for the one he chooses. It is
    the coloured ball only if nothing else lies on his shelf.
    """
    state = case.state
    shelf = sorted(FULL - state.on_table - set(scored))
    ivory = [ball for ball in shelf if ball is not COLORED_BALL]
    only_colored = state.colored is guilty and state.score.of(guilty) == 1
    if ivory and not (only_colored and COLORED_BALL in shelf):
        return ivory[0]
    return COLORED_BALL if COLORED_BALL in shelf else None
