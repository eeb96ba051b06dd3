import numpy as np
import pytest

from adjudicator.balls import Discipline
from adjudicator.table import TABLES, TableKind
from cueref.pipeline import inspecting
from cueref.pipeline.inspecting import inspect_balls
from tests.cueref.pipeline.simple_scene import PaintDetector, calibration, picture
from vision.appearance import Colour

STEP = 0.0575


def rack(side):
    apex = side * TABLES[TableKind.POOL_9FT].length / 4
    places = [(0, 0), (1, -0.5), (1, 0.5), (2, -1), (2, 0), (2, 1), (3, -0.5)]
    return [(apex + side * STEP * x, 1.16 * STEP * y, Colour.YELLOW) for x, y in places]


def inspected(balls, *, head=None, known=True, table=None):
    seen = calibration() if head is None else calibration().with_head_end(head)
    if head is None:
        seen = type(seen)(
            **{
                name: getattr(seen, name)
                for name in seen.__dataclass_fields__
                if name != "head_end_known"
            },
            head_end_known=False,
        )
    if table is not None:
        seen = seen.with_table(table)
    return inspect_balls(
        [picture(balls)] * 4,
        seen,
        Discipline.EIGHT_BALL,
        PaintDetector(),
        is_size_known=known,
    )


def test_a_rack_at_the_assumed_head_turns_the_table_around():
    assert inspected(rack(-1)).head_end == "right"


def test_a_rack_at_the_foot_leaves_it():
    assert inspected(rack(1)).head_end == "left"


def test_the_word_of_a_person_wins_over_the_rack():
    assert inspected(rack(-1), head="left").head_end == "left"


@pytest.mark.parametrize("assumed", [TableKind.POOL_9FT, TableKind.POOL_7FT])
def test_the_size_of_the_balls_tells_the_table(assumed):
    rng = np.random.default_rng(1)
    balls = [
        (x, y, colour)
        for (x, y), colour in zip(
            rng.uniform((-1.1, -0.5), (1.1, 0.5), (4, 2)),
            (Colour.YELLOW, Colour.RED, Colour.BLUE, Colour.WHITE),
            strict=True,
        )
    ]
    found = inspected(balls, known=False, table=TABLES[assumed])
    assert found.table.kind is TableKind.POOL_9FT


def triangle(step):
    """Ten balls in a rack whose neighbours are so far apart, metres, and differ."""
    paints = (Colour.YELLOW, Colour.RED, Colour.BLUE)
    return [
        (
            0.4 + row * step * np.sqrt(0.75),
            (2 * k - row) * step / 2,
            paints[(2 * k - row) % 3],
        )
        for row in range(4)
        for k in range(row + 1)
    ]


@pytest.mark.parametrize(
    ("wider", "kind"), [(1.0, TableKind.POOL_9FT), (1.12, TableKind.POOL_8FT)]
)
def test_balls_in_a_rack_tell_the_size_by_their_distances(wider, kind):
    ball = 2 * TABLES[TableKind.POOL_9FT].ball_radius
    found = inspected(triangle(wider * ball * 1.005), known=False)
    assert found.table.kind is kind


def test_a_named_table_keeps_its_size():
    table = TABLES[TableKind.POOL_7FT]
    assert inspected(rack(1), table=table).table is table


def test_an_empty_table_tells_nothing():
    found = inspected([], known=False)
    assert found.table.kind is TableKind.POOL_9FT
    assert not found.head_end_known


@pytest.mark.parametrize("assumed", [0.0192, 0.0225, 0.0280])
def test_a_size_that_leans_toward_what_was_looked_for_is_read_again(
    assumed, monkeypatch
):
    true = 0.0256
    monkeypatch.setattr(inspecting, "_balls", lambda *looked: looked[-1])
    monkeypatch.setattr(
        inspecting, "_agreed", lambda seen, _: ((seen[0] + true) / 2, 1.0)
    )
    ratio = inspecting._size_of_balls(["picture"], calibration(), None, [assumed])
    assert abs(ratio - true) < 0.2 * abs(assumed - true)
