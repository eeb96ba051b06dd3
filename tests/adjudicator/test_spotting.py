"""Places of balls put back, to the tenth of a millimetre."""

import pytest

from adjudicator.balls import CUE_BALL, Ball
from adjudicator.events import Point
from adjudicator.spotting import blocked_stretch, misplaced, spot_on_long_string
from adjudicator.table import TABLES, TableKind

TABLE = TABLES[TableKind.POOL_9FT]
D = 2 * TABLE.ball_radius
FOOT = TABLE.foot_spot.x
FIVE, ELEVEN, FOUR, NINE = Ball("5"), Ball("11"), Ball("4"), Ball("9")


def test_the_lowest_number_goes_on_the_foot_spot() -> None:
    places = spot_on_long_string(TABLE, {}, [ELEVEN, FIVE])
    assert places[FIVE] == Point(FOOT, 0.0)
    assert places[ELEVEN].x == pytest.approx(FOOT + D)


def test_a_ball_on_the_spot_is_touched() -> None:
    places = spot_on_long_string(TABLE, {NINE: Point(FOOT, 0.0)}, [FOUR])
    assert places[FOUR].x == pytest.approx(FOOT + D)


def test_the_cue_ball_on_the_spot_is_not_touched() -> None:
    places = spot_on_long_string(TABLE, {CUE_BALL: Point(FOOT, 0.0)}, [FOUR])
    assert places[FOUR].x == pytest.approx(FOOT + D + 0.002)


def test_a_ball_beside_the_string_pushes_the_place_back() -> None:
    side = Point(FOOT + 0.01, D / 2)
    x = spot_on_long_string(TABLE, {NINE: side}, [FOUR])[FOUR].x
    assert (x - side.x) ** 2 + side.y**2 == pytest.approx(D * D)


def test_a_full_string_spots_in_front_the_lowest_farthest_away() -> None:
    rows = int((TABLE.length / 2 - TABLE.ball_radius - FOOT) / D) + 1
    lying = {Ball(str(15 - n)): Point(FOOT + n * D, 0.0) for n in range(rows)}
    two, three = Ball("2"), Ball("3")
    lying.pop(two, None)
    lying.pop(three, None)
    places = spot_on_long_string(TABLE, lying, [three, two])
    assert places[three].x == pytest.approx(FOOT - D)
    assert places[two].x == pytest.approx(FOOT - 2 * D)


@pytest.mark.parametrize(("mm", "wrong"), [(4.9, False), (5.1, True)])
def test_a_ball_put_back_is_checked_to_five_millimetres(
    mm: float, *, wrong: bool
) -> None:
    place = {NINE: Point(FOOT, 0.0)}
    found = misplaced(place, {NINE: Point(FOOT, mm / 1000)})
    assert found == (((NINE, pytest.approx(mm / 1000)),) if wrong else ())


def test_a_ball_that_was_not_put_back_is_missed() -> None:
    assert misplaced({NINE: Point(FOOT, 0.0)}, {}) == ((NINE, None),)


def test_a_ball_just_beside_the_string_blocks_nothing() -> None:
    assert blocked_stretch(TABLE, Point(FOOT, D), 0.0) is None
    assert blocked_stretch(TABLE, Point(FOOT, -D), 0.0) is None
    assert blocked_stretch(TABLE, Point(FOOT, D - 1e-4), 0.0) is not None
    low, high = blocked_stretch(TABLE, Point(FOOT, D), 0.002) or (0.0, 0.0)
    assert low < FOOT < high
