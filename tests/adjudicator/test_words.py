"""The rulebook's words: balls, tables, players, clauses, settings."""

import copy
import math
import pickle

import pytest

from adjudicator.balls import BALL_SETS, BONUS, COLORED_BALL, CUE_BALL, Ball, Discipline
from adjudicator.clause import (
    CLAUSES,
    Coverage,
    Evidence,
    Foul,
    How,
    applies,
    clause,
    defined,
    register,
    sentences,
    severest,
)
from adjudicator.errors import (
    AdjudicatorError,
    InvalidBallError,
    InvalidTableError,
    NotationError,
)
from adjudicator.events import PocketName, Point, Rail
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.settings import Settings, Switches
from adjudicator.table import TABLES, TableKind
from adjudicator.wording import Text, ball_en, ball_gen_ru, ball_ru, fill, phrase


def test_a_ball_of_one_name_is_one_object() -> None:
    assert Ball("9") is Ball("9")
    assert copy.deepcopy(Ball("9")) is Ball("9")
    assert pickle.loads(pickle.dumps(Ball("9"))) is Ball("9")  # noqa: S301


@pytest.mark.parametrize(
    "name", ["0", "16", "purple-5", "white-0", "ball-0", "", "Cue"]
)
def test_other_names_are_no_balls(name: str) -> None:
    with pytest.raises(InvalidBallError, match="is no ball"):
        Ball(name)


def test_a_ball_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Ball("9").name = "8"


def test_balls_are_printed_by_name_and_in_order() -> None:
    assert repr(Ball("9")) == "Ball('9')"
    assert str(Ball("9")) == "9"
    names = ["purple-2", "10", "bonus", "cue", "9", "purple-1", "ball-12", "ball-2"]
    order = [ball.name for ball in sorted(map(Ball, names))]
    assert order == [
        "cue",
        "9",
        "10",
        "ball-2",
        "ball-12",
        "bonus",
        "purple-1",
        "purple-2",
    ]


def test_a_ball_knows_what_it_is() -> None:
    assert CUE_BALL.is_cue_ball
    assert not Ball("1").is_cue_ball
    assert Ball("ball-3").is_unknown
    assert (Ball("12").number, CUE_BALL.number) == (12, None)


@pytest.mark.parametrize(
    ("game", "count"),
    [
        (Discipline.EIGHT_BALL, 15),
        (Discipline.NINE_BALL, 9),
        (Discipline.STRAIGHT_POOL, 15),
        (Discipline.BONUS_BALL, 9),
        (Discipline.PYRAMID, 16),
    ],
)
def test_each_game_has_its_balls(game: Discipline, count: int) -> None:
    assert len(BALL_SETS[game].object_balls) == count
    assert BALL_SETS[game].cue_ball not in BALL_SETS[game].object_balls


@pytest.mark.parametrize(
    ("ball", "en", "ru", "genitive"),
    [
        (CUE_BALL, "the cue ball", "биток", "битка"),
        (COLORED_BALL, "the coloured ball", "цветной шар", "цветного шара"),
        (BONUS, "the Bonus", "Бонус", "Бонуса"),
        (Ball("5"), "the 5", "шар 5", "шара 5"),
        (Ball("purple-2"), "the purple 2", "фиолетовый 2", "фиолетового 2"),
        (Ball("white-7"), "the white 7", "белый шар 7", "белого шара 7"),
    ],
)
def test_balls_have_names_in_both_languages(
    ball: Ball, en: str, ru: str, genitive: str
) -> None:
    found = (ball_en(ball.name), ball_ru(ball.name), ball_gen_ru(ball.name))
    assert found == (en, ru, genitive)


def test_every_word_can_be_said_in_both_languages() -> None:
    template = (
        "{b:ball}|{c:balls}|{n:balls}|{b:gen}|{b:first}|{z:first}|{o:on}|{c:on}|"
        "{p:pocket}|{r:rail}|{s:seat}|{t:s}|{x}"
    )
    words = {
        "b": "5",
        "c": ("1", "2", "3"),
        "n": (),
        "z": "",
        "o": ("2",),
        "p": "foot-left",
        "r": "head",
        "s": "A",
        "t": 1.234,
        "x": 7,
    }
    text = fill(Text(template, template), words)
    assert text.en == (
        "The 5|the 1, the 2 and the 3|no ball|the 5|hit the 5 first|hit no ball|"
        "the 2 was the ball on|the balls on were the 1, the 2 and the 3|"
        "the foot-left pocket|the head rail|player A|1.23 s|7"
    )
    assert text.ru == (
        "Шар 5|шар 1, шар 2 и шар 3|ни один шар|шара 5|первым коснулся шара 5|"
        "не коснулся ни одного шара|прицельным был шар 2|"
        "прицельными были: шар 1, шар 2 и шар 3|дальняя левая луза|передний борт|"
        "игрок A|1,23 с|7"
    )


def test_a_phrase_has_one_meaning() -> None:
    with pytest.raises(KeyError, match="exists already"):
        phrase("dry", "again", "снова")


def test_players_and_their_tally() -> None:
    assert (Seat.A.other, Seat.B.other) == (Seat.B, Seat.A)
    tally = NONE_YET.plus(Seat.A).plus(Seat.B, 3).with_(Seat.A, 5)
    assert tally == Tally(5, 3)
    assert tally.with_(Seat.B, 7) == Tally(5, 7)
    assert (tally.of(Seat.A), tally.of(Seat.B)) == (5, 3)
    assert tally.added(Tally(1, 2)) == Tally(6, 5)
    assert (tally.leader, Tally(1, 2).leader, NONE_YET.leader) == (Seat.A, Seat.B, None)


@pytest.mark.parametrize("kind", list(TABLES))
def test_tables_have_six_pockets_and_noses_inside_their_sizes(kind: TableKind) -> None:
    table = TABLES[kind]
    assert [pocket.name for pocket in table.pockets] == list(PocketName)
    assert len(table.noses) == 6
    for nose in table.noses:
        assert math.hypot(*nose.normal) == pytest.approx(1)
        along = nose.start if nose.rail in (Rail.HEAD, Rail.FOOT) else nose.end
        assert abs(along.x) <= table.length / 2 + 1e-9
        assert abs(along.y) <= table.width / 2 + 1e-9
    for pocket in table.pockets:
        assert abs(pocket.center.y) > table.width / 2
        assert "left" not in pocket.name.value or pocket.center.y > 0
        assert "foot" not in pocket.name.value or pocket.center.x > 0


def test_spots_lie_on_the_long_string() -> None:
    table = TABLES[TableKind.POOL_9FT]
    assert table.head_spot == Point(-0.635, 0)
    assert table.foot_spot == Point(0.635, 0)
    assert table.center_spot == Point(0, 0)


def test_the_head_string_is_outside_the_kitchen() -> None:
    table = TABLES[TableKind.POOL_9FT]
    assert not table.is_behind_head_string(Point(-0.635, 0.3))
    assert table.is_behind_head_string(Point(-0.6351, 0.3))


def test_a_table_of_other_sizes_is_a_custom_one() -> None:
    table = TABLES[TableKind.POOL_9FT].scaled(2.5, 1.25)
    assert (table.kind, table.length, table.width) == (TableKind.CUSTOM, 2.5, 1.25)
    assert table.ball_radius == TABLES[TableKind.POOL_9FT].ball_radius
    assert table.scaled(2.5, 1.25, 0.026).ball_radius == 0.026


@pytest.mark.parametrize(
    ("length", "width", "radius", "reason"),
    [
        (0.0, 1.0, 0.028, "must be positive"),
        (math.nan, 1.0, 0.028, "must be positive"),
        (1.0, 2.0, 0.028, "swap them"),
        (2.0, 1.0, 0.06, "does not fit"),
    ],
)
def test_impossible_tables_are_refused(
    length: float, width: float, radius: float, reason: str
) -> None:
    with pytest.raises(InvalidTableError, match=reason):
        TABLES[TableKind.POOL_9FT].scaled(length, width, radius)


def test_every_error_is_an_adjudicator_error() -> None:
    for error in (InvalidBallError, InvalidTableError, NotationError):
        assert issubclass(error, AdjudicatorError)
        assert issubclass(error, ValueError)


@pytest.mark.parametrize("name", ["racks_to", "target"])
def test_a_match_has_a_length_of_one_or_more(name: str) -> None:
    with pytest.raises(NotationError, match=f"{name} must be 1 or more"):
        Settings(**{name: 0})  # type: ignore[arg-type]


@pytest.mark.parametrize("threshold", [0.5, 1.01, 0.0])
def test_the_threshold_of_a_call_lies_above_a_half(threshold: float) -> None:
    with pytest.raises(NotationError, match="call_at must lie above"):
        Settings(call_at=threshold)


@pytest.mark.parametrize("game", list(Discipline))
def test_a_match_has_a_table(game: Discipline) -> None:
    usual = Settings().geometry(game)
    pyramid = usual.kind is TableKind.PYRAMID_12FT
    assert pyramid is (game is Discipline.PYRAMID)
    other = TABLES[TableKind.POOL_7FT]
    assert Settings(table=other).geometry(game) is other


@pytest.mark.parametrize(
    "given",
    [
        {"split_hit": "sometimes"},
        {"eight_coin_table": 1},
        {"straight_third_foul_points": 17},
        {"noticeable_move_mm": 0},
        {"chalk_cube_mm": True},
        {"pyramid_hang_seconds": "5"},
    ],
)
def test_a_switch_has_only_its_values(given: dict[str, object]) -> None:
    with pytest.raises(NotationError, match="cannot be"):
        Switches(**given)  # type: ignore[arg-type]


def test_a_measure_takes_any_positive_number() -> None:
    assert Switches(noticeable_move_mm=3.5).noticeable_move_mm == 3.5


def test_only_clauses_of_the_catalogue_are_registered() -> None:
    with pytest.raises(KeyError, match="not in the catalogue"):
        clause("nine.99", en="", ru="")
    with pytest.raises(KeyError, match="not in the catalogue"):
        defined("nowhere", "nine.99")


def test_a_clause_is_noted_once_for_one_place() -> None:
    def place() -> None:
        """Stand for a function that applies a clause."""

    before = register()["nine.7"]
    assert applies("nine.7")(applies("nine.7")(place)) is place
    added = register()["nine.7"][len(before) :]
    assert [one.how for one in added] == [How.IMPLEMENTED]
    assert isinstance(added[0], Coverage)


def test_a_clause_without_a_sentence_is_said_by_its_title() -> None:
    assert sentences("pool.11") == (CLAUSES["pool.11"].en, CLAUSES["pool.11"].ru)


def test_the_heaviest_foul_is_punished() -> None:
    light, heavy = Foul(CLAUSES["pool.18"]), Foul(CLAUSES["pool.11"], weight=3)
    assert severest((light, heavy)) is heavy
    assert severest((light, light._replace(weight=1))) is light
    assert severest(()) is None


def test_evidence_stands_unless_it_says_otherwise() -> None:
    assert Evidence().sure
    assert Foul(CLAUSES["pool.18"]).confidence == 1
