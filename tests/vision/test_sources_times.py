"""Time stamps that are missing or go back."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from vision.presentation import PresentationClock

MS = Fraction(1, 1000)


def test_missing_stamps_get_the_last_good_step() -> None:
    clock = PresentationClock(Fraction(1, 25))
    assert [clock.seconds(p, MS) for p in (0, 20, None, None)] == [0, 0.02, 0.04, 0.06]
    assert clock.missing == 2


def test_no_stamps_at_all_get_the_nominal_step() -> None:
    clock = PresentationClock(Fraction(1, 25))
    assert [clock.seconds(None, MS) for _ in range(3)] == [0, 0.04, 0.08]


def test_a_recording_joined_from_two_goes_on() -> None:
    clock = PresentationClock(Fraction(1, 25))
    times = [clock.seconds(p, MS) for p in (9000, 9040, 0, 40)]
    assert times == [0, 0.04, 0.08, 0.12]
    assert clock.backward == 1


def test_a_repeated_stamp_does_not_shift_the_pictures_after_it() -> None:
    clock = PresentationClock(Fraction(1, 25))
    times = [clock.seconds(p, MS) for p in (0, 40, 40, 80, 70, 120)]
    assert times == [0, 0.04, 0.05, 0.08, 0.0875, 0.12]
    assert clock.backward == 2


@given(st.lists(st.one_of(st.none(), st.integers(-(10**6), 10**6)), min_size=1))
def test_times_always_grow_from_zero(stamps: list[int | None]) -> None:
    clock = PresentationClock(Fraction(1, 30))
    times = [clock.seconds(p, MS) for p in stamps]
    assert times[0] == 0
    assert all(a < b for a, b in pairwise(times))
