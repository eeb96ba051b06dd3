"""Eight-ball beyond single rulings: which balls are on, and when."""

from dataclasses import replace

from adjudicator.disciplines import eight_ball
from adjudicator.settings import Settings
from adjudicator.state import Phase


def test_on_the_break_every_ball_is_on() -> None:
    state = eight_ball.opening(Settings())
    assert state.phase is Phase.BREAK
    assert eight_ball.balls_on(state) == state.on_table == eight_ball.FULL_RACK
    assert eight_ball.balls_on(replace(state, phase=Phase.PLAY)) == state.on_table
