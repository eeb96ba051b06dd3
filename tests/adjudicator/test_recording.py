"""A recording is judged to its end, whatever its layouts show."""

from dataclasses import replace

import pytest

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.errors import InvalidShotError
from adjudicator.events import Contact, Pocketed, PocketName, Point, Strike
from adjudicator.inputs import Choice, Entered, Option, Overrule
from adjudicator.match import Match, Ruling
from adjudicator.players import Seat
from adjudicator.recording import record, rule_shots
from adjudicator.settings import Settings
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.state import Phase
from adjudicator.table import TABLES, TableKind
from adjudicator.verdict import Mark, Verdict
from tests.conformance.situation import read_shot

NINE = Discipline.NINE_BALL
ALL_NINE = BALL_SETS[NINE].object_balls


def shots(*texts: str) -> list[Shot]:
    return [
        read_shot(text, number, ALL_NINE)[0]
        for number, text in enumerate(texts, start=1)
    ]


def ruled(*texts: str) -> list[Ruling]:
    return list(rule_shots(NINE, shots(*texts)))


def verdict_of(ruling: Ruling) -> Verdict:
    assert ruling.verdict is not None
    return ruling.verdict


def questions(ruling: Ruling) -> str:
    return " ".join(text.en for text in verdict_of(ruling).questions)


def racked(shot: Shot) -> Shot:
    """Return a shot whose object balls stand in a rack on the foot spot."""
    foot = TABLES[TableKind.POOL_9FT].foot_spot
    balls = {
        ball: Point(foot.x + 0.05 * (index // 3), 0.06 * (index % 3 - 1))
        for index, ball in enumerate(sorted(ALL_NINE))
    }
    return replace(shot, before=Layout({**balls, CUE_BALL: Point(-0.9, 0.0)}))


def test_a_missing_ball_is_said_and_the_layout_is_taken() -> None:
    one, two = ruled("table 2 5 9; hit 2; rail 2 foot", "table 5 9; hit 5; drop 5")
    assert verdict_of(one).review == ()
    assert "the 2 should be on the table" in questions(two)
    assert verdict_of(two).legal
    assert verdict_of(two).next.ball_on == (Ball("9"),)


def test_a_ball_that_should_be_gone_is_said_and_the_layout_is_taken() -> None:
    _, two = ruled("table 2 5 9; hit 2; drop 2", "table 2 5 9; hit 2; rail 2 foot")
    assert "the 2 should not be on the table" in questions(two)
    assert verdict_of(two).legal


@pytest.mark.parametrize(
    "overrule", [Overrule(legal=True), Overrule(fouls=("pool.18",))]
)
def test_what_a_person_ruled_about_a_layout_that_differs_stands(
    overrule: Overrule,
) -> None:
    one, two = shots("table 2 5 9; hit 2; drop 2", "table 2 5 9; hit 2; rail 2 foot")
    match = Match.beginning(NINE, Settings(), one, lenient=True).play(one)
    asks = match.play(two)
    ruled = match.play(two, Entered(overrule=overrule))
    assert verdict_of(asks.rulings[-1]).needs_review
    verdict = verdict_of(ruled.rulings[-1])
    assert not verdict.needs_review
    assert verdict.legal is bool(overrule.legal)


def test_balls_racked_again_start_another_rack() -> None:
    first, again = shots("table 2 5 9; hit 2; drop 2", "hit 1; drop 4")
    _, two = rule_shots(NINE, [first, racked(again)])
    assert "racked again" in questions(two)
    assert Mark.LEGAL_BREAK in verdict_of(two).marks
    assert two.before.rack == 2


def test_a_break_by_its_kind_starts_another_rack() -> None:
    first, again = shots("table 2 5 9; hit 2; drop 2", "hit 1; drop 4")
    _, two = rule_shots(NINE, [first, replace(again, kind=ShotKind.BREAK)])
    assert Mark.BREAK in verdict_of(two).marks


def test_after_the_match_the_recording_is_still_judged() -> None:
    played = shots("table 8 9; hit 8; hit 8 9; drop 9", "table 3 9; hit 3; drop 3")
    won, two = rule_shots(NINE, played, settings=Settings(racks_to=1))
    assert verdict_of(won).rack.winner is not None
    assert verdict_of(two).legal
    assert two.before.phase is Phase.PLAY


def test_a_full_rack_after_the_match_is_another_rack() -> None:
    played = shots("table 8 9; hit 8; hit 8 9; drop 9", "hit 1; drop 4")
    _, two = rule_shots(NINE, played, settings=Settings(racks_to=1))
    assert two.before.phase is Phase.BREAK


def test_a_recording_of_a_position_does_not_start_with_a_lag() -> None:
    (one,) = rule_shots(
        NINE, shots("table 3 9; hit 3; drop 3"), settings=Settings(breaker=None)
    )
    assert verdict_of(one).legal


def test_a_recording_that_starts_with_a_lag_is_a_lag() -> None:
    lag = shots("lag; @1.0 strike 1 left; @1.1 strike 2 right; rail 1 foot")
    (one,) = rule_shots(NINE, lag)
    assert Mark.LAG in verdict_of(one).marks


def test_a_contradicting_shot_is_left_to_a_person_and_changes_nothing() -> None:
    good = "table 2 5 9; hit 2; drop 2"
    one, two, three = ruled(
        good, "table 5 9; hit 5; drop 5; drop 5", "table 5 9; hit 5; drop 5"
    )
    assert Mark.UNJUDGED in verdict_of(two).marks
    assert verdict_of(two).confidence == 0
    assert "already pocketed" in questions(two)
    assert three.before == two.before
    assert verdict_of(three).questions == ()
    assert verdict_of(one).legal


def test_a_table_without_object_balls_is_left_to_a_person() -> None:
    (one,) = rule_shots(
        NINE,
        [replace(s, before=Layout({CUE_BALL: Point(0, 0)})) for s in shots("none")],
    )
    assert "no object ball" in questions(one)


def test_a_choice_that_cannot_be_taken_is_asked_about() -> None:
    (one,) = rule_shots(
        NINE,
        shots("table 2 5 9; hit 2; drop 2"),
        choices={1: Choice(option=Option.PASS_BACK)},
    )
    assert "cannot be taken" in questions(one)


def test_a_choice_after_an_undone_shot_is_passed_over() -> None:
    shot = shots("table 2 5 9; hit 2; drop 2")[0]
    match = Match.beginning(NINE, Settings(), shot, lenient=True)
    match = record(match, shot, Entered(undo=True), Choice(option=Option.BREAK))
    assert match.rulings[-1].verdict is None


def test_a_choice_is_taken_before_the_next_shot() -> None:
    played = shots(
        "hit 1; drop 4",
        "table 1 2 3 5 6 7 8 9; declare push_out; none",
        "table 1 2 3 5 6 7 8 9; hit 1; rail 1 foot",
    )
    entered = {2: read_shot("declare push_out; none", 2, ALL_NINE)[1]}
    rulings = list(
        rule_shots(
            NINE,
            [racked(played[0]), *played[1:]],
            entered,
            choices={2: Choice(option=Option.PASS_BACK)},
        )
    )
    assert verdict_of(rulings[2]).shooter is verdict_of(rulings[1]).shooter


def snooker_shot(number: int) -> Shot:
    unknown = {Ball(f"ball-{n}"): Point(0.05 * n, 0.2) for n in range(1, 22)}
    return Shot(
        number=number,
        t_start=1.0 + 10 * number,
        t_end=5.0 + 10 * number,
        cue_ball=CUE_BALL,
        before=Layout({**unknown, CUE_BALL: Point(-0.9, 0.0)}),
        after=Layout({}),
        events=(
            Strike(t=1.0 + 10 * number, ball=CUE_BALL),
            Contact(t=2.0 + 10 * number, balls=(CUE_BALL, Ball("ball-7"))),
            Pocketed(
                t=3.0 + 10 * number, ball=Ball("ball-7"), pocket=PocketName.FOOT_LEFT
            ),
        ),
    )


@pytest.mark.parametrize("game", list(DISCIPLINES))
def test_a_recording_of_another_game_gets_through(game: Discipline) -> None:
    rulings = list(rule_shots(game, [snooker_shot(1), snooker_shot(2)]))
    assert all(verdict_of(ruling).needs_review for ruling in rulings)


@pytest.mark.parametrize(
    ("overrule", "legal", "shooter"),
    [
        (Overrule(legal=True), True, Seat.A),
        (Overrule(fouls=("pool.18",), shooter=Seat.B), False, Seat.B),
    ],
)
def test_a_shot_that_cannot_be_judged_is_as_a_person_ruled_it(
    monkeypatch: pytest.MonkeyPatch, overrule: Overrule, legal: bool, shooter: Seat
) -> None:
    def refuses(*_: object) -> None:
        raise InvalidShotError("nobody can tell")

    (one,) = shots("table 2 5 9; hit 2; drop 2")
    match = Match.beginning(NINE, Settings(), one, lenient=True)
    monkeypatch.setattr("adjudicator.match.reviewed", refuses)
    asks = verdict_of(match.play(one).rulings[-1])
    assert asks.needs_review
    verdict = verdict_of(match.play(one, Entered(overrule=overrule)).rulings[-1])
    assert not verdict.needs_review
    assert (verdict.legal, verdict.next.shooter) == (legal, shooter)
    assert [foul.clause.id for foul in verdict.fouls] == list(overrule.fouls or ())
