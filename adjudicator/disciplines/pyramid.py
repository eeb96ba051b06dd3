"""Russian pyramid, "Amerikanka" (edition of the FBSR collection): eight balls win.

Fifteen ivory balls and a coloured one; after the break any ball is struck, any ball
counts. `judge` reads as the table of contents of the rules, with the number of the
clause beside each line.
"""

from dataclasses import replace

from adjudicator.balls import Discipline
from adjudicator.clause import CLAUSES, Foul, applies, committed
from adjudicator.disciplines import pyramid_penalties as penalties
from adjudicator.disciplines.pyramid_consequences import ruling, with_target
from adjudicator.disciplines.pyramid_lag import judge_lag
from adjudicator.disciplines.pyramid_reading import Reading, reading
from adjudicator.disciplines.pyramid_repeats import replayed
from adjudicator.disciplines.pyramid_state import (
    FULL,
    PyramidState,
    as_seen,
    target_of,
    with_colored,
)
from adjudicator.disciplines.pyramid_story import standing as standing
from adjudicator.facts import Facts
from adjudicator.inputs import NOTHING_ENTERED, Choice, Entered, Option
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.racks import after_rack, first_state
from adjudicator.ruling import finished, ruled_fouls
from adjudicator.settings import BreakOrder, Settings
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from adjudicator.verdict import CueBallPlace, Mark, RackEnd, Verdict


def opening(settings: Settings, position: Layout | None = None) -> PyramidState:
    """Return the state before the first shot.

    Args:
        settings: Agreed before the match.
        position: Where play goes on from, if it does not start with a break.
    """
    return first_state(PyramidState, settings, Discipline.PYRAMID, position)


def judge(
    state: PyramidState, shot: Shot, entered: Entered = NOTHING_ENTERED
) -> Verdict:
    """Return the ruling on one shot."""
    state = as_seen(state)
    if state.phase is Phase.LAG:
        return judge_lag(state, shot, entered)  # pyramid.7
    facts = Facts(shot, entered)
    annulled = replayed(state, facts)  # pyramid.22.2, pyramid.25
    if annulled is not None:
        return annulled
    case = reading(state, facts)
    verdict = ruling(case, _ruled(case, broken(case)))
    if not entered.observations and entered.overrule is None:
        return verdict
    return with_target(finished(verdict, entered), target_of(state))


@applies("pyramid.20.0", "pyramid.27.2")
def broken(case: Reading) -> tuple[Foul, ...]:
    """Return every clause broken on the shot; what one strikes out of turn is his."""
    facts, breaking = case.facts, case.breaking
    moving = facts.shot.moving_at_strike
    found = committed(
        (
            None if case.steps else penalties.no_contact(case),  # pyramid.27.1.1
            penalties.illegal_break(case) if breaking else None,  # pyramid.27.1.2
            penalties.balls_moving(case) if moving else None,  # pyramid.27.1.3
            penalties.touched(case) if facts.touches else None,  # pyramid.27.1.6
            penalties.push_at_near_ball(case),  # pyramid.27.1.8
            None if breaking else penalties.not_completed(case),  # pyramid.27.1.9
            penalties.ball_off(case) if facts.off else None,  # pyramid.27.1.10
            penalties.too_slow(case) if case.state.limited else None,  # 27.1.11
        )
    )
    if not facts.entered.observations:
        return found
    found = (*found, *penalties.observed_penalties(case))  # pyramid.27.1.3 to 27.1.12
    striker = case.striker
    if striker is not case.state.shooter:
        found = tuple([foul._replace(by=foul.by or striker) for foul in found])
    return penalties.once_each(found)


def _ruled(case: Reading, fouls: tuple[Foul, ...]) -> tuple[Foul, ...]:
    """Return the fouls after a referee's own ruling, if there is one."""
    overrule = case.facts.entered.overrule
    if overrule is None:
        return fouls
    fouls = ruled_fouls(fouls, case.facts.entered)
    if overrule.legal is False and not fouls:
        return (Foul(CLAUSES["pyramid.27.1.9"]),)
    return fouls


@applies("pyramid.13")
def advance(
    state: PyramidState, verdict: Verdict, choice: Choice | None = None
) -> PyramidState:
    """Return what is true after the shot, and after the choice it left open."""
    option = choice.option if choice is not None else Option.ACCEPT
    if Mark.LAG in verdict.marks:
        return _after_lag(state, verdict, option)
    if verdict.replay:
        return state
    if verdict.rack is RackEnd.RERACK:
        return _position_lost(state, verdict)
    after = _carried(state, verdict)
    winner = verdict.rack.winner
    if winner is not None:
        return _clean(after_rack(after, winner, FULL, BreakOrder.ALTERNATE))
    if option not in verdict.next.options:
        return after
    if option in (Option.RERACK_SELF, Option.RERACK_OPPONENT):
        return _broken_again(state, after, option)
    if option is Option.PASS_BACK:
        return replace(after, shooter=after.shooter.other)
    return after


def _carried(state: PyramidState, verdict: Verdict) -> PyramidState:
    """Return the state after the shot if the position is accepted."""
    carry = verdict.carry
    colored = carry.get("colored")
    left = state.on_table.difference(verdict.pocketed, verdict.jumped)
    return replace(
        state,
        phase=Phase.PLAY,
        shooter=verdict.next.shooter,
        cue_ball=verdict.next.cue_ball,
        on_table=left.union(verdict.spot, verdict.restore.keys() & FULL),
        score=verdict.score,
        debts=_tally(verdict, "debt"),
        colored=None if colored is None else Seat(str(colored)),
        spots=tuple(verdict.spot.items()),
        limited="limited" in carry,
        extended=_tally(verdict, "extended"),
        shots=state.shots + 1,
        rest_t=verdict.t_end,
    )


def _tally(verdict: Verdict, name: str) -> Tally:
    carry = verdict.carry
    return Tally(
        int(str(carry.get(f"{name}_A", 0))), int(str(carry.get(f"{name}_B", 0)))
    )


@applies("pyramid.12.2.3", "pyramid.12.2.4")
def _broken_again(
    state: PyramidState, after: PyramidState, option: Option
) -> PyramidState:
    """Return the state in which the balls are racked again after an illegal break.

    Whose turn it was to open the rack does not change, for the breaks alternate.
    """
    chooser = after.shooter
    dropped = state.settings.switches.pyramid_debt_after_rerack == "dropped"
    return replace(
        after,
        phase=Phase.BREAK,
        shooter=chooser if option is Option.RERACK_SELF else chooser.other,
        cue_ball=CueBallPlace.BEHIND_HEAD_STRING,
        debts=state.debts if dropped else after.debts,
        spots=(),
    )


@applies("pyramid.25.3", "pyramid.25.4", "pyramid.25.5")
def _position_lost(state: PyramidState, verdict: Verdict) -> PyramidState:
    """Return the state in which the rest is racked and the break lagged for."""
    back = state.on_table != with_colored(state.on_table)
    return replace(
        state,
        phase=Phase.LAG,
        cue_ball=CueBallPlace.BEHIND_HEAD_STRING,
        on_table=with_colored(state.on_table),
        colored=None if back else state.colored,
        spots=(),
        shots=state.shots + 1,
        rest_t=verdict.t_end,
    )


@applies("pyramid.7.4.1", "pyramid.7.4.2")
def _after_lag(state: PyramidState, verdict: Verdict, option: Option) -> PyramidState:
    """Return the state before the break; a lag in mid-rack leaves the order alone."""
    if not verdict.next.options:
        return state
    winner = verdict.next.shooter
    shooter = winner.other if option is Option.CEDE else winner
    return replace(
        state,
        phase=Phase.BREAK,
        shooter=shooter,
        breaker=shooter if state.shots == 0 else state.breaker,
        cue_ball=CueBallPlace.BEHIND_HEAD_STRING,
    )


def _clean(state: PyramidState) -> PyramidState:
    """Return the state with empty shelves, nothing owed, all extensions left."""
    return replace(
        state,
        score=NONE_YET,
        debts=NONE_YET,
        colored=None,
        spots=(),
        extended=NONE_YET,
    )
