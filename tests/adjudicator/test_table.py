"""Where the pockets of a table are: checked against what their shape says."""

import math

import pytest

from adjudicator.events import PocketName
from adjudicator.table import TABLES, TableGeometry, TableKind

EVERY_TABLE = pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))


@EVERY_TABLE
def test_the_hole_of_a_corner_lies_its_depth_behind_the_corner(
    table: TableGeometry,
) -> None:
    corners = [p for p in table.pockets if "center" not in p.name.value]
    assert len(corners) == 4
    for pocket in corners:
        out_x = abs(pocket.center.x) - table.length / 2
        out_y = abs(pocket.center.y) - table.width / 2
        assert out_x == pytest.approx(out_y)
        assert math.hypot(out_x, out_y) == pytest.approx(table.corner.depth)


@EVERY_TABLE
def test_the_noses_of_a_corner_end_before_it_and_touch_the_lines_of_the_rails(
    table: TableGeometry,
) -> None:
    half_l, half_w = table.length / 2, table.width / 2
    for pocket in table.pockets:
        if "center" in pocket.name.value:
            continue
        side, end = pocket.jaws
        assert abs(side.y) - pocket.jaw_radius == pytest.approx(half_w)
        assert abs(end.x) - pocket.jaw_radius == pytest.approx(half_l)
        before = half_l - abs(side.x)
        assert before == pytest.approx(half_w - abs(end.y))
        assert 0 < before < table.corner.mouth + table.corner.jaw_radius


@EVERY_TABLE
def test_a_center_pocket_is_behind_the_middle_of_its_rail(
    table: TableGeometry,
) -> None:
    half_w = table.width / 2
    for pocket in table.pockets:
        if "center" not in pocket.name.value:
            continue
        assert pocket.center.x == 0
        assert abs(pocket.center.y) == pytest.approx(half_w + table.center.depth)
        one, other = pocket.jaws
        assert one.x == -other.x
        assert one.y == other.y
        assert abs(one.y) - pocket.jaw_radius == pytest.approx(half_w)
        assert other.x > table.center.mouth / 2


@EVERY_TABLE
def test_a_pocket_lies_where_its_name_says(table: TableGeometry) -> None:
    assert {pocket.name for pocket in table.pockets} == set(PocketName)
    for pocket in table.pockets:
        end, side = pocket.name.value.split("-")
        sign = {"head": -1, "center": 0, "foot": 1}[end]
        assert (pocket.center.x > 0) - (pocket.center.x < 0) == sign
        assert (pocket.center.y > 0) == (side == "left")
        assert sum(jaw.x for jaw in pocket.jaws) * sign >= 0
        assert all((jaw.y > 0) == (side == "left") for jaw in pocket.jaws)


@EVERY_TABLE
def test_a_table_has_plausible_sizes(table: TableGeometry) -> None:
    assert table.length == pytest.approx(2 * table.width, rel=0.005)
    for shape in (table.corner, table.center):
        assert 2 * table.ball_radius < shape.mouth < 0.14
        assert 0 < shape.facing_angle < math.radians(15)
        assert 0 < shape.depth < 0.08
        assert 0 < shape.radius < 0.08
        assert 0 < shape.jaw_radius < 0.08


@pytest.mark.parametrize(
    ("kind", "length", "width"),
    [("pool-7ft", 78, 39), ("pool-8ft", 88, 44), ("pool-9ft", 100, 50)],
)
def test_a_pool_table_is_as_long_and_wide_as_its_name_says(
    kind: str, length: float, width: float
) -> None:
    table = TABLES[TableKind(kind)]
    assert (table.length, table.width) == pytest.approx(
        (length * 0.0254, width * 0.0254)
    )
