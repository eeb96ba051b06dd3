"""Random legal and illegal play never reaches an impossible state."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.match import Match, Ruling
from adjudicator.notation import (
    parse_shots,
    parse_verdicts,
    print_shot,
    print_verdict,
)
from adjudicator.recording import rule_shots
from adjudicator.review import reviewed
from adjudicator.state import Phase, State
from adjudicator.verdict import RackEnd, Verdict
from tests.adjudicator.play import played, random_shot, unsure

GAMES = pytest.mark.parametrize("game", list(DISCIPLINES))
SEEDS = st.integers(0, 2**32)
SHOTS = 40


def last_ball(game: Discipline) -> Ball | None:
    """Return the ball that is always on the table while a rack is open."""
    return {
        Discipline.NINE_BALL: Ball("9"),
        Discipline.EIGHT_BALL: Ball("8"),
    }.get(game)


def check_state(state: State, game: Discipline) -> None:
    full = BALL_SETS[game].object_balls
    assert state.on_table <= full
    assert (state.winner is not None) == (state.phase is Phase.OVER)
    assert state.rack >= 1
    assert min(state.racks) >= 0
    last = last_ball(game)
    if last is not None and state.phase is not Phase.OVER:
        assert last in state.on_table
    fouls = getattr(state, "fouls_in_row", None)
    if game is Discipline.NINE_BALL and fouls is not None:
        assert max(fouls) <= 2


def check_verdict(verdict: Verdict, ruling: Ruling) -> None:
    before = ruling.before
    assert verdict.shooter is before.shooter
    guilty = {foul.by or before.shooter for foul in verdict.fouls}
    assert verdict.legal or before.shooter in guilty
    assert len(set(verdict.pocketed)) == len(verdict.pocketed)
    assert not set(verdict.pocketed) & set(verdict.jumped)
    assert (verdict.next.chooser is None) == (not verdict.next.options)
    assert all(event in ruling.shot.events for f in verdict.fouls for event in f.events)
    if verdict.rack.winner is not None:
        assert not verdict.spot
    check_spots(verdict, ruling)


def check_spots(verdict: Verdict, ruling: Ruling) -> None:
    """Balls put back stand on the table and clear of each other."""
    table = ruling.before.table
    places = list(verdict.spot.values())
    for index, one in enumerate(places):
        assert abs(one.x) <= table.length / 2
        for other in places[index + 1 :]:
            assert math.dist(one, other) >= 2 * table.ball_radius - 1e-6


@GAMES
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_no_impossible_state_is_reached(game: Discipline, seed: int) -> None:
    match = played(seed, game, SHOTS)
    rulings = match.rulings
    states = [*(ruling.before for ruling in rulings[1:]), match.state]
    for ruling, after in zip(rulings, states, strict=True):
        check_state(after, game)
        if ruling.verdict is None:
            assert after == ruling.before
            continue
        check_verdict(ruling.verdict, ruling)
        if last_ball(game) is not None:
            check_rack(ruling.verdict, ruling, after, game)


def check_rack(
    verdict: Verdict, ruling: Ruling, after: State, game: Discipline
) -> None:
    """In games of racks: the balls and the racks follow from the verdict alone."""
    before = ruling.before
    winner = verdict.rack.winner
    if winner is not None:
        assert after.racks == before.racks.plus(winner)
        assert verdict.score == after.racks
        return
    assert after.racks == before.racks
    if verdict.rack is RackEnd.RERACK or after.phase is Phase.BREAK:
        assert after.on_table in (BALL_SETS[game].object_balls, before.on_table)
        return
    if verdict.replay or before.phase is Phase.LAG:
        return
    gone = (set(verdict.pocketed) | set(verdict.jumped)) - set(verdict.spot)
    assert after.on_table == before.on_table - gone | (
        verdict.restore.keys() & before.on_table
    )


@GAMES
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_a_match_judged_again_is_the_same(game: Discipline, seed: int) -> None:
    match = played(seed, game, SHOTS)
    again = match.replayed((r.shot, r.entered, r.choice) for r in match.rulings)
    assert again == match
    if match.rulings:
        assert match.undo().rulings == match.rulings[:-1]


@GAMES
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_shots_and_verdicts_survive_their_text(game: Discipline, seed: int) -> None:
    for ruling in played(seed, game, 15).rulings:
        assert parse_shots([print_shot(ruling.shot)]) == (ruling.shot,)
        if ruling.verdict is None:
            continue
        line = print_verdict(ruling.verdict, ruling.shot)
        assert parse_verdicts([line], [ruling.shot]) == (ruling.verdict,)
        assert "{" not in ruling.verdict.reasons.en + ruling.verdict.reasons.ru


@GAMES
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_a_recording_of_anything_is_judged(game: Discipline, seed: int) -> None:
    """Shots in any order, of any phase, of any game, as a camera might see them."""
    dice = random.Random(seed)
    shots = []
    for number in range(1, 12):
        other = dice.choice(list(DISCIPLINES))
        state = Match(other).state
        keep = frozenset(b for b in state.on_table if dice.random() < 0.7)
        if keep:
            state = replace(state, on_table=keep)
            shots.append(unsure(dice, random_shot(dice, state, number, other)))
    for ruling in rule_shots(game, shots):
        assert ruling.verdict is not None
        assert 0 <= ruling.verdict.confidence <= 1 + 1e-9


@GAMES
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_certainty_and_doubt_agree(game: Discipline, seed: int) -> None:
    """With nothing doubtful a review is the judgement itself."""
    rules = DISCIPLINES[game]
    for ruling in played(seed, game, 10).rulings:
        if ruling.verdict is not None:
            plain = rules.judge(ruling.before, ruling.shot, ruling.entered)
            assert (
                reviewed(rules.judge, ruling.before, ruling.shot, ruling.entered, game)
                == plain
            )
