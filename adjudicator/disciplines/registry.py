"""The five games by name; the command line and the files choose from here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

from adjudicator.balls import Discipline
from adjudicator.disciplines import (
    bonus_ball,
    eight_ball,
    nine_ball,
    pyramid,
    straight_pool,
)
from adjudicator.inputs import NOTHING_ENTERED, Choice, Entered
from adjudicator.settings import Settings
from adjudicator.shot import Layout, Shot
from adjudicator.state import State
from adjudicator.verdict import Remark, Verdict

S = TypeVar("S", bound=State)


class Rules(Protocol[S]):
    """What a module of a discipline offers; all of it is pure."""

    def opening(self, settings: Settings, position: Layout | None = None) -> S:
        """Return the state before the first shot, of a rack or of a position."""

    def judge(
        self, state: S, shot: Shot, entered: Entered = NOTHING_ENTERED
    ) -> Verdict:
        """Return the ruling on one shot."""

    def standing(self, state: S, layout: Layout) -> tuple[Remark, ...]:
        """Return what is wrong with how the balls were racked or put back."""

    def advance(self, state: S, verdict: Verdict, choice: Choice | None = None) -> S:
        """Return what is true after the ruling and the choice it left open."""


DISCIPLINES: Final[Mapping[Discipline, Rules[Any]]] = MappingProxyType(
    {
        Discipline.EIGHT_BALL: eight_ball,
        Discipline.NINE_BALL: nine_ball,
        Discipline.STRAIGHT_POOL: straight_pool,
        Discipline.BONUS_BALL: bonus_ball,
        Discipline.PYRAMID: pyramid,
    }
)
"""The rules of each game."""
