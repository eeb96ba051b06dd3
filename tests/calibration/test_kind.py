import pytest

from adjudicator.table import TABLES, TableKind
from calibration.kind import choose_table


@pytest.mark.parametrize(
    "kind",
    [
        TableKind.POOL_7FT,
        TableKind.POOL_9FT,
        TableKind.PYRAMID_12FT,
        TableKind.SNOOKER_12FT,
    ],
)
def test_balls_of_the_right_size_tell_the_table(kind: TableKind) -> None:
    table = TABLES[kind]
    game = "pyramid" if "pyramid" in kind.value else None
    game = "snooker" if "snooker" in kind.value else game
    game = game or "nine-ball"
    choice = choose_table(table.ball_radius / table.width, game)
    assert choice.table.kind is kind
    assert choice.probability > 0.7


def test_without_balls_the_usual_table_of_the_game_is_taken() -> None:
    assert choose_table(discipline="nine-ball").table.kind is TableKind.POOL_9FT
    assert choose_table(discipline="pyramid").table.kind is TableKind.PYRAMID_12FT


def test_probabilities_add_up() -> None:
    choice = choose_table()
    total = choice.probability + sum(p for _, p in choice.alternatives)
    assert total == pytest.approx(1.0)


def test_balls_of_no_standard_table_give_its_own_size() -> None:
    choice = choose_table(0.042, "eight-ball")
    assert choice.table.kind is TableKind.CUSTOM
    assert choice.table.width == pytest.approx(0.028575 / 0.042, rel=1e-3)
    assert choice.table.length == pytest.approx(2 * choice.table.width, rel=1e-3)


def test_a_size_that_is_measured_well_tells_more() -> None:
    table = TABLES[TableKind.POOL_8FT]
    ratio = 0.95 * table.ball_radius / table.width
    rough = choose_table(ratio, "nine-ball", spread=0.06)
    fine = choose_table(ratio, "nine-ball", spread=0.03)
    assert rough.table.kind is TableKind.POOL_9FT
    assert fine.table.kind is TableKind.POOL_8FT
