"""8-ball: how the 8 loses the rack (the list of eight.15 is of the standard rules)."""

from typing import Final

from adjudicator.balls import Ball
from adjudicator.clause import Evidence, Foul, applies, clause, committed
from adjudicator.disciplines.eight_state import EIGHT, EightBallState, group, on_eight
from adjudicator.disciplines.obvious import as_called, is_obvious
from adjudicator.facts import Facts
from adjudicator.inputs import Declared
from adjudicator.players import Seat
from adjudicator.state import Phase

LOSS: Final = 9
"""Weight of what loses the rack."""

LOSSES: Final = frozenset(
    {
        "eight.13.2",
        "eight.14.2",
        "eight.15.1",
        "eight.15.2",
        "eight.15.3",
        "eight.15.4",
        "eight.15.5",
    }
)
"""Clauses that lose the rack, whoever found them broken."""


@clause(
    "eight.13.2",
    en="{t:s}: the 8 left the table, the rack is lost",
    ru="{t:s}: 8 вылетела за борт, партия проиграна",
    weight=LOSS,
)
@applies("eight.15.3")
def eight_off(facts: Facts) -> Evidence | None:
    """The 8 is driven off the table, on whatever shot."""
    event = facts.off.get(EIGHT)
    return None if event is None else Evidence((event,), {"t": event.t})


@clause(
    "eight.15.1",
    en="{t:s}: the 8 was pocketed on a shot with a foul",
    ru="{t:s}: 8 забита на ударе с фолом",
    weight=LOSS,
)
def eight_with_foul(facts: Facts) -> Evidence | None:
    """The 8 drops on a shot on which its player fouls."""
    return _drop(facts)


@clause(
    "eight.15.2",
    en="{t:s}: the 8 fell on the same stroke as the last of the group",
    ru="{t:s}: 8 упала на том же ударе, что и последний шар группы",
    weight=LOSS,
)
def eight_with_last(
    facts: Facts, state: EightBallState, down: tuple[Ball, ...]
) -> Evidence | None:
    """The 8 drops together with the last ball of the group, in whatever order."""
    own = state.on_table & group(state.solids, state.shooter)
    if not own or not own <= frozenset(down):
        return None
    return _drop(facts)


@clause(
    "eight.15.4",
    en="{t:s}: the 8 fell into {pocket:pocket}, not as called",
    ru="{t:s}: 8 упала не по заказу ({pocket:pocket})",
    weight=LOSS,
)
def eight_elsewhere(facts: Facts, down: tuple[Ball, ...]) -> Evidence | None:
    """The 8 drops in a pocket other than the called one.

    Without any call an obvious 8 counts; any other is asked about.
    """
    if EIGHT in as_called(facts, down).balls:
        return None
    missing = not facts.entered.calls and not facts.entered.declared(Declared.SAFETY)
    found = _drop(facts)
    return None if found is None else found._replace(sure=not missing)


@clause(
    "eight.15.5",
    en="{t:s}: the 8 was pocketed before it was on",
    ru="{t:s}: 8 забита раньше, чем стала прицельной",
    weight=LOSS,
)
@applies("eight.9.5")
def eight_too_early(
    facts: Facts, state: EightBallState, *, safety: bool
) -> Evidence | None:
    """The 8 drops while balls of the group are left, or on a declared safety."""
    legal = on_eight(state.on_table, state.solids, state.shooter)
    return None if legal and not safety else _drop(facts)


@clause(
    "eight.14.2",
    en="{t:s}: the 8 was pocketed by a combination",
    ru="{t:s}: 8 забита комбинацией",
    weight=LOSS,
)
def eight_by_combination(facts: Facts, state: EightBallState) -> Evidence | None:
    """The 8 drops off another object ball, where that was agreed to lose."""
    if state.settings.switches.eight_combination_on_8 == "allowed":
        return None
    if is_obvious(facts, EIGHT) or not _touched_another(facts):
        return None
    return _drop(facts)


def _touched_another(facts: Facts) -> bool:
    return any(
        EIGHT in contact.balls and facts.cue_ball not in contact.balls
        for contact in facts.contacts
    )


def _drop(facts: Facts) -> Evidence | None:
    drop = facts.drops.get(EIGHT)
    if drop is None:
        return Evidence()  # a referee said so
    return Evidence((drop,), {"t": drop.t, "pocket": drop.pocket})


@applies("eight.15.0")
def losses(
    facts: Facts,
    state: EightBallState,
    down: tuple[Ball, ...],
    guilty: Seat | None,
) -> tuple[Foul, ...]:
    """Return by which clause a pocketed 8 loses the rack, if by any.

    Args:
        facts: Of the shot.
        state: Before it.
        down: Object balls that dropped.
        guilty: Who fouled.
    """
    listed = state.settings.switches.eight_loss_list == "standard_wpa_bca"
    if state.phase is Phase.BREAK or not listed:
        return ()
    safety = facts.entered.declared(Declared.SAFETY)
    if guilty is state.shooter:
        return committed((eight_with_foul(facts),))
    found = eight_with_last(facts, state, down)
    found = found or eight_too_early(facts, state, safety=safety)
    found = found or eight_by_combination(facts, state)
    return committed((found or eight_elsewhere(facts, down),))
