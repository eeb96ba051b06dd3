"""What is left out when the machine is too slow."""

from cueref.live.load import is_skipped


def looked_at(behind: float, *, moving: bool) -> list[int]:
    return [n for n in range(12) if not is_skipped(n, behind, moving=moving)]


def test_nothing_is_left_out_in_time() -> None:
    assert looked_at(0.05, moving=True) == list(range(12))
    assert looked_at(0.05, moving=False) == list(range(12))


def test_what_is_late_for_a_moment_is_caught_up_with() -> None:
    assert looked_at(0.7, moving=True) == list(range(12))
    assert looked_at(0.2, moving=False) == list(range(12))


def test_late_every_second_picture_is_looked_at_evenly() -> None:
    assert looked_at(0.9, moving=True) == [0, 2, 4, 6, 8, 10]


def test_very_late_every_third() -> None:
    assert looked_at(1.2, moving=True) == [0, 3, 6, 9]


def test_at_rest_little_is_looked_at_to_catch_up() -> None:
    assert looked_at(0.5, moving=False) == [0, 4, 8]


def test_what_is_too_old_is_let_go() -> None:
    assert looked_at(5.0, moving=True) == []
    assert looked_at(5.0, moving=False) == []
