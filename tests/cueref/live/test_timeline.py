import pytest
from hypothesis import given
from hypothesis import strategies as st

from cueref.live.timeline import Timeline


def test_stamps_of_the_source_are_kept():
    line = Timeline()
    times = [line.seconds(5.0 + k / 30, 100.0 + k * 0.1) for k in range(4)]
    assert times == pytest.approx([0, 1 / 30, 2 / 30, 3 / 30])
    assert line.jumps == 0


@pytest.mark.parametrize("jump", [-3.0, 60.0, -1e6, 1e6], ids=str)
def test_a_stamp_that_jumps_is_replaced_by_the_time_waited(jump):
    line = Timeline()
    line.seconds(0.0, 10.0)
    assert line.seconds(jump, 10.04) == pytest.approx(0.04)
    assert line.seconds(jump + 0.04, 10.08) == pytest.approx(0.08)
    assert line.jumps == 1


def test_a_source_that_comes_back_goes_on_after_the_time_it_was_away():
    line = Timeline()
    line.seconds(0.0, 10.0)
    line.seconds(0.04, 10.04)
    line.restart()
    assert line.seconds(0.0, 15.04) == pytest.approx(5.04)


@given(
    st.lists(
        st.tuples(st.floats(-1e9, 1e9), st.floats(0, 100), st.booleans()), min_size=2
    )
)
def test_times_always_grow(steps):
    line, now, last = Timeline(), 0.0, -1.0
    for stamp, waited, again in steps:
        now += waited
        if again:
            line.restart()
        t = line.seconds(stamp, now)
        assert t > last
        last = t
