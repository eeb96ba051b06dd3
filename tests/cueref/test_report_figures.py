"""Score sheets and statistics say what the rulings say."""

from dataclasses import replace

import pytest

from adjudicator.balls import Ball, Discipline
from adjudicator.events import Contact, Pocketed, PocketName, Point
from adjudicator.players import Seat
from adjudicator.table import TABLES, TableKind
from cueref.referee import Referee, Ruling
from cueref.report.heat_map import draw_heat_map, pocket_counts, rests_of
from cueref.report.markup import chips
from cueref.report.sheets import racks_of, score_sheet
from cueref.report.shots import decisive_t
from cueref.report.statistics import figures_of, shooter_of, travelled, visits
from tests.cueref.table_clip import ONE, TWO, record, shot

TABLE = TABLES[TableKind.POOL_9FT]
PLAYERS = {Seat.A: "Anna", Seat.B: "Boris"}


@pytest.fixture
def rulings() -> list[Ruling]:
    """A pots the 1, then hits the 1 again in a layout that follows: a foul."""
    referee = Referee(Discipline.NINE_BALL, TABLE)
    first = shot(1)
    lying = {ball: xy for ball, xy in first.before.balls.items() if ball is not ONE}
    second = shot(2, 3.0, pot=False)
    meet = Contact(t=3.4, balls=(Ball("cue"), Ball("9")), xy=(Point(0, 0), Point(1, 0)))
    second = replace(
        second,
        before=replace(second.before, balls=lying),
        after=replace(second.after, balls=lying),
        events=(second.events[0], meet),
    )
    return [referee.judge(one) for one in (first, second)]


def test_figures_count_shots_fouls_and_runs(rulings: list[Ruling]) -> None:
    figures = figures_of(rulings, Seat.A, lambda n: record(shot(n)).tracks)
    assert (figures.shots, figures.legal, figures.fouls) == (2, 1, 1)
    assert (figures.pocketed, figures.longest_run, figures.scoring) == (1, 1, 1)
    assert figures.rate == 0.5
    assert "nine.7" in [clause.id for clause, _ in figures.clauses]
    assert figures.fastest == figures.average == 2.5


def test_the_way_of_the_balls_is_the_length_of_their_tracks() -> None:
    one = shot(1)
    expected = sum(
        ((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5
        for ball, start in one.before.balls.items()
        for end in [one.after.balls.get(ball, Point(1.25, 0.62))]
    )
    assert travelled(record(one).tracks) == pytest.approx(expected, rel=0.01)


def test_a_player_without_shots_has_no_rate(rulings: list[Ruling]) -> None:
    figures = figures_of(rulings[:1], Seat.B, lambda _n: {})
    assert figures.shots == 0
    assert figures.rate is None
    assert figures.duration is None


def test_shots_in_a_row_of_one_player_are_one_visit(rulings: list[Ruling]) -> None:
    assert [len(visit) for visit in visits(rulings)] == [2]
    assert [shooter_of(r) for r in rulings] == [Seat.A, Seat.A]


def test_an_open_rack_is_a_rack(rulings: list[Ruling]) -> None:
    assert [len(rack) for rack in racks_of(rulings)] == [2]


@pytest.mark.parametrize("discipline", list(Discipline))
def test_every_game_has_its_sheet(
    discipline: Discipline, rulings: list[Ruling]
) -> None:
    sheet = score_sheet(discipline, rulings, PLAYERS)
    assert "Anna" in sheet
    assert sheet.count("<tr>") == sheet.count("</tr>")
    assert sheet.count("<span") == sheet.count("</span>")


def test_the_sheet_links_to_the_fouls(rulings: list[Ruling]) -> None:
    sheet = score_sheet(Discipline.NINE_BALL, rulings, PLAYERS)
    assert '<a href="#shot-2">2</a>' in sheet


def test_a_chip_shows_number_and_stripe() -> None:
    nine = chips([Ball("9")])
    assert "striped" in nine
    assert ">9<" in nine
    assert "striped" not in chips([TWO])


def test_the_decisive_moment_is_that_of_the_foul(rulings: list[Ruling]) -> None:
    assert decisive_t(rulings[0]) == pytest.approx(0.8)
    assert decisive_t(rulings[1]) == pytest.approx(3.4)


def test_only_moved_balls_count_as_rests(rulings: list[Ruling]) -> None:
    assert rests_of(rulings[:1]) == [Point(0.3, 0.0)]
    assert pocket_counts(rulings) == {PocketName.FOOT_LEFT: 1}
    drawing = draw_heat_map(rulings, TABLE, "Anna")
    assert drawing.count('class="glow"') == len(rests_of(rulings))
    assert drawing.count('class="count"') == 1
    assert any(isinstance(e, Pocketed) for e in rulings[0].shot.events)
