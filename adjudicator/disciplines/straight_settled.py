"""14.1: a shot whose fouls are settled: who is punished, what counts, what it costs."""

from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import CLAUSES, Foul, applies, defines, entered, severest
from adjudicator.disciplines.obvious import AsCalled, as_called
from adjudicator.disciplines.straight_state import StraightPoolState
from adjudicator.facts import Facts
from adjudicator.inputs import Declared, Entered
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.ruling import dropped, offender, ruled_fouls
from adjudicator.settings import Switches

ILLEGAL_BREAK: Final = "straight.6.a"
DELIBERATE: Final = "straight.7.5.a"
COSTS: Final = {ILLEGAL_BREAK: 2, DELIBERATE: 16}
"""Points of the fouls that cost more than one (straight.6.b, straight.7.5.b)."""

_NOTHING: Final = AsCalled((), ())

THIRD: Final = 3
"""Fouls in a row that are one series (straight.12.4)."""

entered("call: ball and pocket", "straight.1.1", "straight.7.1.a")
entered("declare: safety", "straight.7.4.a")


class Settled(NamedTuple):
    """A shot whose fouls are settled.

    Attributes:
        state: Before the shot.
        facts: Of the shot.
        fouls: That stand.
        guilty: Who is punished, or None.
        penalty: The foul that he is punished for, or None.
        down: Object balls that dropped.
        called: Which of them dropped as called, and which lack a call.
        fouled: Whether the shooter himself fouled.
        safety: Whether a safety was declared.
        made: Whether the called ball dropped without a foul of the shooter.
    """

    state: StraightPoolState
    facts: Facts
    fouls: tuple[Foul, ...]
    guilty: Seat | None
    penalty: Foul | None
    down: tuple[Ball, ...]
    called: AsCalled
    fouled: bool
    safety: bool
    made: bool

    @property
    def illegal_break(self) -> bool:
        """Whether the shot is punished as an illegal opening break."""
        return self.penalty is not None and self.penalty.clause.id == ILLEGAL_BREAK

    @property
    def deliberate(self) -> bool:
        """Whether the shot is punished as a deliberate foul."""
        return self.penalty is not None and self.penalty.clause.id == DELIBERATE


def settled(state: StraightPoolState, facts: Facts, fouls: tuple[Foul, ...]) -> Settled:
    """Return the shot with the fouls that stand; the heaviest is punished."""
    guilty = offender(fouls, state.shooter)
    down = dropped(facts)
    fouled = guilty is state.shooter
    parted = called(facts, down, state.settings.switches)
    return Settled(
        state,
        facts,
        fouls,
        guilty,
        _punished(state, fouls, guilty) if fouls else None,
        down,
        parted,
        fouled,
        facts.entered.declared(Declared.SAFETY),
        bool(parted.balls) and not fouled,
    )


def _punished(
    state: StraightPoolState, fouls: tuple[Foul, ...], guilty: Seat | None
) -> Foul | None:
    """Return the heaviest foul of the player who is punished."""
    return severest(
        tuple([foul for foul in fouls if (foul.by or state.shooter) is guilty])
    )


@applies("straight.1.1", "straight.7.1.a", "straight.7.4.c", "straight.8")
@defines("straight.7.1.b", "straight.7.3.c", "straight.1.4")
def called(facts: Facts, down: tuple[Ball, ...], switches: Switches) -> AsCalled:
    """Part the balls that dropped by the call.

    Every shot needs one; where the switch waives the call of an obvious ball, 8-ball's
    reading of obvious holds.
    """
    if not down:
        return _NOTHING
    waived = not switches.straight_obvious_needs_call
    if waived or facts.entered.calls or facts.entered.declared(Declared.SAFETY):
        return as_called(facts, down)
    return AsCalled((), down)


@applies("straight.7.5.b", "straight.6.b")
def weighed(fouls: tuple[Foul, ...]) -> tuple[Foul, ...]:
    """Return the fouls with the weight of what they cost."""
    if not fouls:
        return fouls
    return tuple(
        [
            foul._replace(weight=weight)
            if (weight := COSTS.get(foul.clause.id, 1)) != foul.weight
            else foul
            for foul in fouls
        ]
    )


def ruled(fouls: tuple[Foul, ...], entered_: Entered) -> tuple[Foul, ...]:
    """Return the fouls after a referee's own ruling, if there is one."""
    overrule = entered_.overrule
    fouls = ruled_fouls(fouls, entered_)
    if overrule is not None and overrule.legal is False and not fouls:
        fouls = (Foul(CLAUSES["straight.7.2.a"]),)
    return weighed(fouls)


@applies(
    "straight.6.e",
    "straight.6.f",
    "straight.12.1",
    "straight.12.2",
    "straight.12.3",
    "straight.12.7",
)
def count_after(case: Settled) -> int:
    """Return the shooter's fouls in a row after the shot, three on the third."""
    state = case.state
    count = state.fouls_in_row.of(state.shooter)
    if case.fouled:
        return count if case.illegal_break else count + 1
    clears = state.settings.switches.straight_foul_free_miss_clears
    return 0 if clears or case.made or case.safety else count


@applies(
    "straight.6.b",
    "straight.7.2.g",
    "straight.7.5.b",
    "straight.11.1",
    "straight.11.2",
    "straight.12.4",
    "straight.13.1",
    "straight.13.2",
    "straight.13.3",
)
def cost(case: Settled, *, third: bool) -> tuple[int, str]:
    """Return the points that a foul takes, and the clause that says so."""
    assert case.penalty is not None  # noqa: S101  # somebody fouled
    points = case.penalty.weight
    if third:
        agreed = case.state.settings.switches.straight_third_foul_points
        return max(points, agreed), "straight.12.4"
    clauses = {ILLEGAL_BREAK: "straight.6.b", DELIBERATE: "straight.7.5.b"}
    return points, clauses.get(case.penalty.clause.id, "straight.11.1")


@applies("straight.1.2", "straight.5", "straight.7.1.c", "straight.13.4")
def points_of(case: Settled, *, third: bool) -> Tally:
    """Return the points of the shot: all balls with the called one, less the fine."""
    points = NONE_YET
    if case.made:
        points = points.plus(case.state.shooter, len(case.down))
    if case.guilty is not None:
        points = points.plus(case.guilty, -cost(case, third=third)[0])
    return points
