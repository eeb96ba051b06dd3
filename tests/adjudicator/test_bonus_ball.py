"""Bonus Ball beyond single rulings: recordings, alike balls, matches, corrections."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from adjudicator.balls import BALL_SETS, BONUS, CUE_BALL, Ball, Discipline
from adjudicator.disciplines import bonus_ball
from adjudicator.disciplines.bonus_state import BonusState, Colour
from adjudicator.errors import InvalidShotError
from adjudicator.events import (
    Contact,
    Pocketed,
    PocketName,
    Point,
    Rail,
    RailTouch,
    Strike,
)
from adjudicator.inputs import Choice, Entered, Observation, Observed, Option, Overrule
from adjudicator.match import Match, Ruling
from adjudicator.players import Seat
from adjudicator.rack_check import rack_places
from adjudicator.recording import rule_shots
from adjudicator.settings import Settings
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.state import Phase
from adjudicator.table import TABLES, TableKind
from adjudicator.verdict import Verdict
from tests.conformance.situation import read_shot

GAME = Discipline.BONUS_BALL
FULL = BALL_SETS[GAME].object_balls
TABLE = TABLES[TableKind.POOL_9FT]
ORDER = (
    *("purple-1", "orange-1", "orange-2", "purple-2"),
    *("purple-3", "purple-4", "orange-3", "orange-4"),
)
MISS = "table purple-1 purple-2 orange-1 bonus; hit {}; rail {} foot"


def shots(*texts: str, on_table: Iterable[Ball] = FULL) -> list[Shot]:
    return [
        read_shot(text, number, on_table)[0]
        for number, text in enumerate(texts, start=1)
    ]


def recorded(*texts: str) -> list[Ruling]:
    return list(rule_shots(GAME, shots(*texts)))


def verdict_of(ruling: Ruling) -> Verdict:
    assert ruling.verdict is not None
    return ruling.verdict


def state_of(match: Match) -> BonusState:
    state = match.state
    assert isinstance(state, BonusState)
    return state


def after(ruling: Ruling) -> BonusState:
    assert isinstance(ruling.before, BonusState)
    return bonus_ball.advance(ruling.before, verdict_of(ruling))


def racked(shot: Shot) -> Shot:
    places = rack_places(TABLE, (1, 2, 3, 2)).values()
    balls = dict(zip(map(Ball, ORDER), places, strict=True))
    before = {**balls, BONUS: Point(0, 0), CUE_BALL: Point(-0.9, 0.1)}
    return replace(shot, before=Layout(before), kind=None)


# --- Recordings


def test_a_recording_joined_in_mid_rack_takes_the_colour_from_the_ball_hit() -> None:
    (first,) = recorded(
        "table purple-1 orange-1 orange-2 bonus; hit orange-1; drop orange-1"
    )
    verdict = verdict_of(first)
    assert verdict.legal
    assert verdict.points.a == 2
    assert verdict.next.ball_on == (BONUS,)
    assert "not known which colour" in verdict.reasons.en
    assert after(first).on_b is Colour.UNKNOWN


def test_both_players_colours_are_known_once_they_have_played() -> None:
    one, two, three = recorded(
        MISS.format("orange-1", "orange-1"),
        MISS.format("purple-1", "purple-1"),
        MISS.format("purple-1", "purple-1"),
    )
    assert verdict_of(one).legal
    assert verdict_of(one).next.ball_on == ()
    assert verdict_of(two).legal
    assert [foul.clause.id for foul in verdict_of(three).fouls] == ["bonus.5.7s"]


def test_an_unknown_colour_stays_unknown_if_nothing_is_hit() -> None:
    (only,) = recorded("table purple-1 bonus; rail cue foot")
    assert [foul.clause.id for foul in verdict_of(only).fouls] == ["bonus.5.7"]
    assert after(only).on_a is Colour.UNKNOWN


def test_nothing_counts_for_an_unknown_colour_even_if_a_referee_says_it_fell() -> None:
    shot = shots("table purple-1 bonus; rail cue foot")[0]
    overrule = Overrule(legal=True, pocketed=(Ball("purple-1"),))
    state = bonus_ball.opening(Settings(), shot.before)
    verdict = bonus_ball.judge(state, shot, Entered(overrule=overrule))
    assert verdict.points.a == 0
    assert Ball("purple-1") in verdict.spot


def test_a_colour_that_nobody_put_back_is_not_asked_for() -> None:
    """The players went on with a purple although an orange should have been spotted."""
    _, two = recorded(
        "table purple-1 purple-2 bonus; hit purple-1; drop purple-1",
        "table purple-2 bonus; hit purple-2; rail purple-2 foot",
    )
    verdict = verdict_of(two)
    assert verdict.legal
    assert "orange" in " ".join(text.en for text in verdict.questions)
    assert "not known which colour" in verdict.reasons.en


def test_a_name_that_changes_between_shots_changes_nothing() -> None:
    plain = recorded(
        "table purple-1 purple-2 orange-1 orange-2 bonus; hit purple-1; drop purple-1",
        "table purple-2 orange-1 orange-2 bonus; hit orange-1; rail orange-1 foot",
    )
    swapped = recorded(
        "table purple-1 purple-2 orange-1 orange-2 bonus; hit purple-1; drop purple-1",
        "table purple-4 orange-3 orange-1 bonus; hit orange-3; rail orange-3 foot",
    )
    for one, other in zip(plain, swapped, strict=True):
        assert verdict_of(other).fouls == verdict_of(one).fouls
        assert verdict_of(other).score == verdict_of(one).score
        assert verdict_of(other).review == ()
    assert after(plain[1]).on_a is after(swapped[1]).on_a is Colour.ORANGE


def test_which_purple_an_unnamed_ball_is_makes_no_doubt() -> None:
    one = Ball("ball-1")
    shot = shots("table purple-1 orange-1 bonus; hit orange-1; rail orange-1 foot")[0]
    purple = {f"purple-{n}": 0.25 for n in range(1, 5)}
    before = Layout({**shot.before.balls, one: Point(0.1, -0.3)})
    events = (
        Strike(t=1.0, ball=CUE_BALL),
        Contact(t=1.1, balls=(CUE_BALL, one)),
        Pocketed(t=1.5, ball=one, pocket=PocketName.FOOT_LEFT),
        Pocketed(t=1.6, ball=CUE_BALL, pocket=PocketName.FOOT_RIGHT),
    )
    shot = replace(shot, before=before, events=events, identity={one: purple})
    (ruling,) = rule_shots(GAME, [shot])
    verdict = verdict_of(ruling)
    assert verdict.review == ()
    assert verdict.confidence > 0.98
    assert len(verdict.spot) == 1


def test_a_rack_that_is_set_up_again_keeps_points_and_colours() -> None:
    later = racked(
        shots("none", "hit purple-1; rail purple-2 left; rail orange-1 foot")[1]
    )
    first = shots("table orange-1 purple-1 bonus; hit orange-1; drop orange-1")[0]
    one, two = rule_shots(GAME, [first, later])
    assert verdict_of(one).score.a == 2
    assert isinstance(two.before, BonusState)
    verdict = verdict_of(two)
    assert verdict.legal
    assert verdict.score.a == 2
    assert after(two).on_a is Colour.BONUS


def test_a_table_that_nobody_racked_is_played_on() -> None:
    """After a break that was wrong the players went on: no break is looked for."""
    weak = racked(shots("hit purple-1; rail purple-2 left")[0])
    on = shots("none", "hit purple-3; rail purple-3 left")[1]
    one, two = rule_shots(GAME, [weak, on])
    assert [foul.clause.id for foul in verdict_of(one).fouls] == ["bonus.2.8"]
    assert verdict_of(two).fouls == ()
    assert "were not racked" in " ".join(text.en for text in verdict_of(two).questions)
    strict = verdict_of(Match(GAME).play(weak).play(on).rulings[-1])
    assert "bonus.2.8" in [foul.clause.id for foul in strict.fouls]


def test_shots_without_a_layout_are_judged_by_name() -> None:
    shot = Shot(
        number=1,
        t_start=0.0,
        t_end=5.0,
        cue_ball=CUE_BALL,
        before=Layout({}),
        after=Layout({}),
        events=(
            Strike(t=0.0, ball=CUE_BALL),
            Contact(t=0.5, balls=(CUE_BALL, Ball("purple-3"))),
            *(
                RailTouch(t=1.0, ball=Ball(name), rail=rail)
                for name, rail in (("orange-1", Rail.LEFT), ("orange-2", Rail.FOOT))
            ),
        ),
        kind=ShotKind.BREAK,
    )
    verdict = verdict_of(Match(GAME).play(shot).rulings[-1])
    assert verdict.legal
    assert "rack was not set" not in verdict.reasons.en


# --- Matches


def chain(match: Match, number: int) -> Match:
    """Play one chain of three balls, straight in."""
    for colour in (Colour.PURPLE, Colour.ORANGE, Colour.BONUS):
        balls = sorted(match.state.on_table)
        ball = next(one for one in balls if one.name.startswith(colour.value))
        text = f"hit {ball}; drop {ball} foot-left"
        match = match.play(read_shot(text, number, balls)[0])
        number += 1
    return match


def test_four_chains_clear_a_rack_and_the_same_player_breaks_the_next() -> None:
    match = Match(GAME, Settings(target=30))
    good = "hit purple-1; rail purple-2 left; rail orange-1 foot"
    match = match.play(read_shot(good, 1, FULL)[0])
    for index in range(4):
        match = chain(match, 2 + 3 * index)
    state = state_of(match)
    assert (state.phase, state.shooter, state.rack) == (Phase.BREAK, Seat.A, 2)
    assert state.score.a == 24
    assert state.on_table == FULL


def test_the_match_is_over_at_twenty_one_and_takes_no_more_shots() -> None:
    match = Match(GAME, Settings(target=6))
    good = "hit purple-1; rail purple-2 left; rail orange-1 foot"
    match = chain(match.play(read_shot(good, 1, FULL)[0]), 2)
    assert match.winner is Seat.A
    with pytest.raises(InvalidShotError, match="the match is over"):
        match.play(read_shot(good, 9, FULL)[0])


def test_a_recording_goes_on_with_a_new_match_at_nought() -> None:
    good = "hit purple-1; rail purple-2 left; rail orange-1 foot"
    match = Match(GAME, Settings(target=6), lenient=True)
    match = chain(match.play(racked(read_shot(good, 1, FULL)[0])), 2)
    assert match.winner is Seat.A
    match = match.play(racked(read_shot(good, 5, FULL)[0]))
    state = state_of(match)
    assert (state.score.a, state.score.b) == (0, 0)
    assert state.phase is Phase.PLAY
    assert state.started_t == 41.0


def test_a_won_match_that_goes_on_in_mid_rack_starts_at_nought() -> None:
    state = replace(
        bonus_ball.opening(Settings()), phase=Phase.PLAY, score=Match(GAME).state.score
    )
    state = replace(state, score=state.score.plus(Seat.B, 21), on_a=Colour.BONUS)
    shot = read_shot("hit purple-1; drop purple-1", 1, FULL)[0]
    verdict = bonus_ball.judge(state, shot)
    assert verdict.legal
    assert tuple(verdict.score) == (1, 0)


def test_points_that_a_referee_corrects_can_win_the_match() -> None:
    match = Match(GAME, Settings(target=3))
    good = "hit purple-1; rail purple-2 left; rail orange-1 foot"
    shot = read_shot(good, 1, FULL)[0]
    match = match.play(shot, Entered(overrule=Overrule(points=(0, 2))))
    assert match.winner is None
    match = match.play(
        read_shot("hit purple-1; rail purple-1 foot", 2, FULL)[0],
        Entered(overrule=Overrule(points=(0, 1))),
    )
    assert match.winner is Seat.B
    assert match.state.score.b == 3


def test_a_referee_who_says_foul_and_names_no_clause_ends_the_inning() -> None:
    match = Match(GAME)
    good = "hit purple-1; rail purple-2 left; rail orange-1 foot"
    match = match.play(read_shot(good, 1, FULL)[0])
    shot = read_shot("hit purple-1; drop purple-1", 2, FULL)[0]
    match = match.play(shot, Entered(overrule=Overrule(legal=False)))
    verdict = verdict_of(match.rulings[-1])
    assert not verdict.legal
    assert verdict.next.shooter is Seat.B
    assert verdict.next.cue_ball.value == "in_hand"
    assert verdict.score.a == 0


def test_a_ball_that_a_referee_says_dropped_counts() -> None:
    shot = read_shot("hit purple-1; rail purple-1 foot", 1, FULL)[0]
    state = replace(bonus_ball.opening(Settings()), phase=Phase.PLAY)
    overrule = Overrule(pocketed=(Ball("purple-1"),))
    verdict = bonus_ball.judge(state, shot, Entered(overrule=overrule))
    assert verdict.score.a == 1


def test_the_second_player_of_the_additional_round_may_break() -> None:
    state = replace(bonus_ball.opening(Settings()), phase=Phase.PLAY, additional=1)
    shot = read_shot("hit purple-1; rail purple-1 foot", 1, FULL)[0]
    verdict = bonus_ball.judge(state, shot)
    breaks = bonus_ball.advance(state, verdict, Choice(option=Option.RERACK_SELF))
    assert breaks.phase is Phase.BREAK
    assert (breaks.shooter, breaks.breaker, breaks.additional) == (Seat.B, Seat.B, 2)
    plays = bonus_ball.advance(state, verdict, Choice(option=Option.ACCEPT))
    assert (plays.phase, plays.shooter) == (Phase.PLAY, Seat.B)


def test_the_match_clock_stands_still_through_two_restorations() -> None:
    state = replace(bonus_ball.opening(Settings()), phase=Phase.PLAY, started_t=0.0)
    said = Entered(observations=(Observation(what=Observed.INTERFERENCE),))
    for number in (1, 2):
        shot = read_shot("hit purple-1", number, FULL)[0]
        state = bonus_ball.advance(state, bonus_ball.judge(state, shot, said))
    assert state.halted_t == 2.1
    shot = read_shot("hit purple-1; rail purple-1 foot", 3, FULL)[0]
    state = bonus_ball.advance(state, bonus_ball.judge(state, shot))
    assert state.stopped == pytest.approx(21.0 - 2.1)
    assert state.halted_t is None
