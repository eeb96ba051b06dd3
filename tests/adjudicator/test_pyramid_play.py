"""Pyramid: random play keeps the sixteen balls together, and the debts apart."""

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.balls import COLORED_BALL, Discipline
from adjudicator.disciplines.pyramid_state import FULL, PyramidState
from adjudicator.match import Ruling
from adjudicator.players import Seat
from adjudicator.state import Phase
from tests.adjudicator.play import played


def check(state: PyramidState) -> None:
    if state.phase is Phase.OVER:
        return
    assert len(state.on_table) + sum(state.score) == len(FULL)
    assert max(state.score) < 8
    assert min(state.score) >= 0
    assert min(state.debts) >= 0
    for seat in Seat:
        assert not (state.debts.of(seat) and state.score.of(seat))
    if state.colored is not None:
        assert COLORED_BALL not in state.on_table
        assert state.score.of(state.colored) > 0
    if state.phase is Phase.BREAK:
        assert COLORED_BALL in state.on_table


def check_points(ruling: Ruling) -> None:
    verdict, before = ruling.verdict, ruling.before
    if verdict is None or verdict.replay or verdict.rack.winner is not None:
        return
    assert verdict.score == before.score.added(verdict.points)
    assert len(verdict.spot) == len(set(verdict.spot.values()))
    guilty = {foul.by or before.shooter for foul in verdict.fouls}
    if guilty and verdict.next.chooser is not None:
        assert verdict.next.chooser.other in guilty


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_balls_points_and_debts_add_up(seed: int) -> None:
    match = played(seed, Discipline.PYRAMID, 50)
    for ruling in match.rulings:
        assert isinstance(ruling.before, PyramidState)
        check(ruling.before)
        check_points(ruling)
    assert isinstance(match.state, PyramidState)
    check(match.state)
