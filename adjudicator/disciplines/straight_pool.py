"""14.1 continuous (FBSR edition): every shot called, a point a ball, racks go on.

`judge` reads as the table of contents of the rules, with the number of the clause
beside each line.
"""

from dataclasses import replace

from adjudicator.balls import Ball, Discipline
from adjudicator.clause import applies, defined
from adjudicator.clause import entered as entered_by
from adjudicator.disciplines import straight_phrases as say
from adjudicator.disciplines.lag import judge_lag
from adjudicator.disciplines.repeats import rack_again, replayed
from adjudicator.disciplines.straight_consequences import ruling
from adjudicator.disciplines.straight_fouls import broken
from adjudicator.disciplines.straight_near import from_words
from adjudicator.disciplines.straight_rack import is_rack_of_fourteen
from adjudicator.disciplines.straight_settled import ruled
from adjudicator.disciplines.straight_state import (
    FULL,
    NearRail,
    StraightPoolState,
    target_of,
)
from adjudicator.disciplines.straight_story import standing as standing
from adjudicator.events import Point
from adjudicator.facts import Facts
from adjudicator.inputs import (
    NOTHING_ENTERED,
    Choice,
    Entered,
    Observed,
    Option,
)
from adjudicator.players import NONE_YET, Seat
from adjudicator.racks import after_lag, first_state, next_breaker, racked
from adjudicator.ruling import finished
from adjudicator.settings import BreakOrder, Settings
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from adjudicator.verdict import CueBallPlace, Mark, Next, RackEnd, Remark, Verdict

defined("adjudicator.disciplines.straight_pool: imports pool_general", "straight.0")
entered_by("choose: spot_nearest, with the ball", "straight.7.7.b")


# The three functions


def opening(settings: Settings, position: Layout | None = None) -> StraightPoolState:
    """Return the state before the first shot.

    Args:
        settings: Agreed before the match.
        position: Where play goes on from, if it does not start with a break.
    """
    return first_state(
        StraightPoolState,
        settings,
        Discipline.STRAIGHT_POOL,
        position,
        opening=position is None,
    )


def judge(
    state: StraightPoolState, shot: Shot, entered: Entered = NOTHING_ENTERED
) -> Verdict:
    """Return the ruling on one shot."""
    if state.phase is Phase.LAG:
        return judge_lag(state, shot, entered)
    facts = Facts(shot, entered)
    if entered.observations and entered.saw(Observed.NOT_RESTORABLE):
        return _position_lost(state, facts)  # pool.28.5
    annulled = replayed(facts, state)  # pool.25, pool.28
    if annulled is not None:
        return annulled
    state = _as_racked(state, shot)
    verdict = ruling(state, facts, ruled(broken(facts, state), entered))
    return _with_target(finished(verdict, entered), target_of(state))


def _as_racked(state: StraightPoolState, shot: Shot) -> StraightPoolState:
    """Return the state that a rack without its apex shows: no opening break.

    So it is where a recording begins at a new rack inside an inning.
    """
    if state.phase is not Phase.BREAK or not state.opening:
        return state
    if not is_rack_of_fourteen(shot.before, state.table):
        return state
    return replace(state, opening=False, cue_ball=CueBallPlace.AS_IT_LIES)


@applies("straight.1.5", "straight.13.2")
def _with_target(verdict: Verdict, target: int) -> Verdict:
    """Return the verdict in which a player who reached the target wins."""
    if verdict.rack.winner is not None:
        return verdict
    if max(verdict.score) < target:
        return verdict
    for seat in Seat:
        if verdict.score.of(seat) >= target and verdict.points.of(seat) > 0:
            won = Remark(say.GAME_WON, {"who": seat, "n": target})
            return verdict._replace(
                rack=RackEnd.won_by(seat),
                spot={},
                next=Next(seat),
                carry={},
                remarks=(*verdict.remarks, won),
            )
    return verdict


@applies("pool.28.5", "pool.28.6")
def _position_lost(state: StraightPoolState, facts: Facts) -> Verdict:
    """Return the verdict by which a new rack is lagged for and the score stays."""
    return rack_again(state, facts, "pool.28.5")._replace(
        score=state.score,
        fouls_in_row=state.fouls_in_row,
        carry={"rack": "lag"},
        remarks=(Remark(say.NEW_LAG),),
    )


@applies("straight.6.c2", "straight.6.d", "straight.7.5.c2", "straight.12.6")
def advance(
    state: StraightPoolState, verdict: Verdict, choice: Choice | None = None
) -> StraightPoolState:
    """Return what is true after the shot, and after the choice it left open."""
    option = choice.option if choice is not None else Option.ACCEPT
    if Mark.LAG in verdict.marks:
        return replace(after_lag(state, verdict, option, FULL), opening=True)
    if verdict.replay:
        return state
    winner = verdict.rack.winner
    after = _played(state, verdict)
    if winner is not None:
        return _after_game(after, winner)
    match verdict.carry.get("rack"):
        case None:
            pass
        case "lag":
            return replace(_fresh(after, state.breaker), phase=Phase.LAG)
        case "opening":
            return _fresh(after, verdict.next.shooter)
        case balls:
            return _new_rack(after, whole=balls == "15")
    if option is Option.RERACK_OPPONENT and option in verdict.next.options:
        return _fresh(after, verdict.next.shooter.other)
    if option is Option.SPOT_NEAREST and choice is not None and choice.ball is not None:
        on_spot = (choice.ball, state.table.foot_spot)
        return replace(after, spots=(*after.spots, on_spot))
    return after


def _played(state: StraightPoolState, verdict: Verdict) -> StraightPoolState:
    """Return the state after the shot if the position is accepted."""
    left = state.on_table.difference(verdict.pocketed, verdict.jumped)
    back = FULL.intersection((*verdict.spot, *verdict.restore))
    return replace(
        state,
        phase=Phase.PLAY,
        shooter=verdict.next.shooter,
        cue_ball=verdict.next.cue_ball,
        on_table=left | back,
        opening=False,
        score=verdict.score,
        fouls_in_row=verdict.fouls_in_row,
        near=_carried(verdict),
        shots=state.shots + 1,
        spots=tuple(verdict.spot.items()),
        rest_t=verdict.t_end,
    )


def _carried(verdict: Verdict) -> tuple[NearRail, ...]:
    found = []
    for seat in Seat:
        words = verdict.carry.get(f"near_{seat}")
        if words is not None:
            found.append(from_words(seat, str(words)))
    return tuple(found)


@applies("straight.7.3.b", "straight.7.3.d")
def _new_rack(after: StraightPoolState, *, whole: bool) -> StraightPoolState:
    """Return the state before the first shot at a new rack inside an inning."""
    strict = after.settings.switches.straight_15_rack_needs_opening_break
    return replace(
        after,
        phase=Phase.BREAK,
        on_table=FULL,
        opening=whole and strict,
        rack=after.rack + 1,
        near=(),
        shots=0,
        spots=_apart(after),
    )


def _apart(after: StraightPoolState) -> tuple[tuple[Ball, Point], ...]:
    """Return the balls moved out of the way of a new rack; its apex is none."""
    apex = after.table.foot_spot
    return tuple([(ball, xy) for ball, xy in after.spots if xy != apex])


def _fresh(after: StraightPoolState, breaker: Seat) -> StraightPoolState:
    """Return the state before an opening break; score and fouls go on."""
    state = racked(after, breaker, FULL)
    return replace(state, opening=True, near=(), rack=after.rack + 1)


def _after_game(after: StraightPoolState, winner: Seat) -> StraightPoolState:
    """Return the state after a game; one game is a match unless more are agreed."""
    racks = after.racks.plus(winner)
    if racks.of(winner) >= (after.settings.racks_to or 1):
        return replace(after, phase=Phase.OVER, racks=racks, winner=winner, near=())
    breaker = next_breaker(after, winner, BreakOrder.WINNER)
    return replace(
        _fresh(after, breaker), racks=racks, score=NONE_YET, fouls_in_row=NONE_YET
    )
