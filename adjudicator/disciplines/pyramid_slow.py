"""Pyramid: the limit on slow players, once the referee has imposed it (pyramid.24)."""

from adjudicator.clause import applies, defined, entered
from adjudicator.clocks import SLOW_LIMIT, SLOW_WARNING, Preparation, extensions_of
from adjudicator.disciplines.pyramid_state import PyramidState
from adjudicator.events import Placed
from adjudicator.facts import Facts
from adjudicator.inputs import Declared, Observed

entered("observed: slow_play (the limit is imposed)", "pyramid.24.1")
entered("observed: warning", "pyramid.24.5")
entered("declare: extension", "pyramid.24.8", "pyramid.24.10")
defined("adjudicator.clocks.Preparation.down", "pyramid.24.6", "pyramid.24.7")


@applies("pyramid.24.8", "pyramid.24.9")
def extensions_left(state: PyramidState) -> int:
    """Return how many extensions the shooter has left in this rack."""
    needed = state.settings.racks_to
    deciding = needed is not None and min(state.racks) == needed - 1
    allowed = extensions_of(state.settings.switches, deciding=deciding)
    return allowed - state.extended.of(state.shooter)


def extends(state: PyramidState, facts: Facts) -> bool:
    """Whether an extension was announced for a shot under the limit."""
    return state.limited and facts.entered.declared(Declared.EXTENSION)


@applies("pyramid.24.2", "pyramid.24.3", "pyramid.24.4", "pyramid.24.5")
def preparation(state: PyramidState, facts: Facts) -> Preparation | None:
    """Return how the shooter prepared the shot, or None if there is no limit.

    The watch starts when all balls are at rest and the last one is put back.
    """
    if not state.limited or state.rest_t is None:
        return None
    placed = [event.t for event in facts.between if isinstance(event, Placed)]
    start = max([state.rest_t, *placed])
    announced = start if extends(state, facts) else None
    found = Preparation(
        start=start,
        strike=facts.shot.t_start,
        extension=announced,
        extensions=extensions_left(state),
    )
    if not _is_warned(state, facts):
        return found
    return Preparation(
        start=start,
        strike=facts.shot.t_start,
        warned=(found.limit_t - SLOW_WARNING,),
        extension=announced,
        extensions=extensions_left(state),
    )


def _is_warned(state: PyramidState, facts: Facts) -> bool:
    said, settings = facts.entered, state.settings
    if said.saw(Observed.NO_WARNING, state.shooter):
        return False
    announced = settings.live and settings.switches.own_announcement_is_warning
    return announced or said.saw(Observed.WARNING, state.shooter)


@applies("pyramid.24.1")
def is_limited_after(state: PyramidState, facts: Facts) -> bool:
    """Whether both players have a limit on the shots to come."""
    return state.limited or facts.entered.saw(Observed.SLOW_PLAY)


def deadline(t_end: float) -> float:
    """Return when the next stroke is late, unless balls are put back first."""
    return t_end + SLOW_LIMIT
