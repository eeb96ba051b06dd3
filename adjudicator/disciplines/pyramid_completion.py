"""Pyramid: what makes a break legal (clause 12.1) and what completes a shot (20).

A ball earns marks of its own, a rail that it came off or the centre line that it
crossed, and hands copies to every ball it drives: the driven ball then may finish
what the driver began.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.disciplines.pyramid_course import Step, What
from adjudicator.events import Event, Rail
from adjudicator.settings import Switches

_BIT: Final = {rail: 1 << index for index, rail in enumerate(Rail)}
_LINE: Final = 1 << len(_BIT)
_RAILS: Final = _LINE - 1


class Way(NamedTuple):
    """How a shot became legal.

    Attributes:
        clause: Number of the branch.
        event: That fulfilled it.
    """

    clause: str
    event: Event


class _Marks:
    """What the balls have done since the first contact."""

    __slots__ = ("frozen", "given", "own", "transitive")

    def __init__(self, frozen: Mapping[Ball, Rail], *, transitive: bool) -> None:
        self.own: dict[Ball, int] = {}
        self.given: dict[Ball, int] = {}
        self.frozen = dict(frozen) if frozen else {}
        self.transitive = transitive

    def down(self, _: Step) -> str | None:
        """Drop: any ball will do."""
        return "pyramid.20.1"

    def hit(self, step: Step) -> str | None:
        """Two balls meet: the third part of 20.2, and marks are handed over."""
        if self.frozen:
            one, two = step.balls
            for ball, other in ((one, two), (two, one)):
                rail = self.frozen.get(other)
                own = self.own.get(ball, 0) & _RAILS
                if rail is not None and own & ~_BIT[rail]:
                    return "pyramid.20.2c"
        if self.own or self.frozen:
            self.hand_over(step)
        return None

    def hand_over(self, step: Step) -> str | None:
        """Give what the moving balls have done to all that they meet.

        A ball that drives into a cluster may have driven any ball of it.
        """
        brought = [(ball, self._brought(ball)) for ball in step.moving]
        for ball in step.balls:
            for driver, marks in brought:
                if driver is not ball and marks:
                    self.given[ball] = self.given.get(ball, 0) | marks
            self.frozen.pop(ball, None)
        return None

    def _brought(self, ball: Ball) -> int:
        own = self.own.get(ball, 0)
        return own | self.given.get(ball, 0) if self.transitive else own

    def rail(self, step: Step) -> str | None:
        """Reach a rail."""
        ball, rail = step.balls[0], step.rail
        assert rail is not None  # noqa: S101  # of a step at a rail
        own, given = self.own.get(ball, 0), self.given.get(ball, 0)
        others = _RAILS & ~_BIT[rail]
        if own & _LINE:
            return "pyramid.20.3a"
        if given & _LINE:
            return "pyramid.20.3b"
        if own & others:
            return "pyramid.20.2a"
        if given & others:
            return "pyramid.20.2b"
        self.own[ball] = own | _BIT[rail]
        return None

    def center(self, step: Step) -> str | None:
        """Cross the centre line."""
        ball = step.balls[0]
        own = self.own.get(ball, 0)
        if own & _RAILS:
            return "pyramid.20.4a"
        if self.given.get(ball, 0) & _RAILS:
            return "pyramid.20.4b"
        self.own[ball] = own | _LINE
        return None


_MARKED: Final[Mapping[What, Callable[[_Marks, Step], str | None]]] = {
    What.RAIL: _Marks.rail,
    What.HIT: _Marks.hit,
    What.OPENED: _Marks.hand_over,
    What.CENTER: _Marks.center,
    What.DOWN: _Marks.down,
}


@applies(
    "pyramid.20.0",
    "pyramid.20.1",
    "pyramid.20.2a",
    "pyramid.20.2b",
    "pyramid.20.2c",
    "pyramid.20.3a",
    "pyramid.20.3b",
    "pyramid.20.4a",
    "pyramid.20.4b",
    "pyramid.20.n1",
    "pyramid.20.n2",
)
def completion(
    steps: Iterable[Step], frozen: Mapping[Ball, Rail], switches: Switches
) -> Way | None:
    """Return how a shot was completed, or None if it was not.

    Args:
        steps: From the first contact on.
        frozen: Balls that stood at a rail before the shot.
        switches: Say whether a chain of balls drives as one ball does.
    """
    marks = _Marks(frozen, transitive=switches.pyramid_chain_driving == "transitive")
    for step in steps:
        found = _MARKED[step.what](marks, step)
        if found is not None:
            return Way(found, step.event)
    return None


@applies("pyramid.12.1.1", "pyramid.12.1.2", "pyramid.12.1.3")
def break_completion(steps: Sequence[Step], switches: Switches) -> Way | None:
    """Return what made a break legal, or None.

    Each ball must do it alone: nothing is handed over on the break.

    Args:
        steps: From the first contact on.
        switches: Say whether the same rail twice makes two rails.
    """
    same_counts = switches.pyramid_break_two_rails == "any"
    touched: dict[Ball, int] = defaultdict(int)
    for step in steps:
        if step.what is What.DOWN:
            return Way("pyramid.12.1.1", step.event)
        if step.what is What.CENTER and touched[step.balls[0]]:
            return Way("pyramid.12.1.3", step.event)
        if step.what is What.RAIL:
            assert step.rail is not None  # noqa: S101  # of a step at a rail
            ball, bit = step.balls[0], _BIT[step.rail]
            if touched[ball] and (same_counts or touched[ball] & ~bit):
                return Way("pyramid.12.1.2", step.event)
            touched[ball] |= bit
    return None
