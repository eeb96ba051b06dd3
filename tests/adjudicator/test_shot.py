"""Shots and what they show: definitions that all rules share."""

from dataclasses import replace

import pytest

from adjudicator.balls import CUE_BALL, Ball, Discipline
from adjudicator.clause import CLAUSES, How, defines, register
from adjudicator.coverage import coverage_page, how, missing
from adjudicator.disciplines.lag import LagBall, lag_winner
from adjudicator.disciplines.obvious import is_obvious
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.errors import InvalidShotError
from adjudicator.events import (
    Contact,
    Intruder,
    Intrusion,
    Line,
    Point,
    Rail,
    RailTouch,
    Strike,
)
from adjudicator.facts import Facts
from adjudicator.inputs import NOTHING_ENTERED, Choice, Entered, Option, Overrule
from adjudicator.match import Match
from adjudicator.players import Seat, Tally
from adjudicator.resync import resynced
from adjudicator.ruling import finished
from adjudicator.settings import BreakOrder, Settings
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.state import Phase, State
from adjudicator.text.calls import Script
from adjudicator.verdict import Next, RackEnd, Verdict
from tests.conformance.situation import read_shot

NINE = Discipline.NINE_BALL
EIGHT = Discipline.EIGHT_BALL


def shot_of(text: str, number: int = 1) -> Shot:
    return read_shot(text, number, [])[0]


def test_a_shot_says_what_happened_on_it() -> None:
    shot = shot_of("table 2 5 9; rail cue foot; hit 2 5; hit 2; rail 2 left; drop 5")
    assert isinstance(shot.strike, Strike)
    first = shot.first_contact
    assert isinstance(first, Contact)
    assert first.balls == (CUE_BALL, Ball("2"))
    assert [drop.ball for drop in shot.pocketed] == [Ball("5")]
    assert len(list(shot.rail_touches())) == 2
    assert [touch.ball for touch in shot.rail_touches(first)] == [Ball("2")]


def test_a_shot_on_which_nothing_was_seen() -> None:
    shot = replace(shot_of("table 2; none"), events=())
    assert shot.strike is None
    assert shot.first_contact is None
    assert shot.driven_off == ()


def test_a_ball_that_came_back_by_itself_did_not_leave() -> None:
    shot = shot_of("table 2 5 9; off 2; off 5; home 5")
    assert shot.driven_off == (Ball("2"),)


def test_the_last_place_before_the_strike_counts() -> None:
    shot = shot_of("table 2; @0.2 put cue 0.1 0.2; put cue 0.3 0.2; @1.1 hit 2")
    placed = Facts(shot).placed(CUE_BALL)
    assert placed is not None
    assert placed.xy == Point(0.3, 0.2)
    assert Facts(shot).placed(Ball("2")) is None


def test_a_shot_without_a_cue_ball_shows_no_first_contact() -> None:
    facts = Facts(replace(shot_of("table 2; hit 2"), cue_ball=None))
    assert facts.first is None
    assert facts.cue_ball_dropped is None
    assert facts.cue_ball_off is None


@pytest.mark.parametrize(
    ("cue", "message"), [(None, "not known"), ("2", "2 was struck")]
)
def test_a_shot_of_another_ball_is_refused(cue: str | None, message: str) -> None:
    shot = shot_of("table 2 5 9; hit 2; drop 2")
    match = Match.beginning(NINE, Settings(), shot)
    with pytest.raises(InvalidShotError, match=message):
        match.play(replace(shot, cue_ball=None if cue is None else Ball(cue)))


def test_a_ball_of_another_game_is_refused() -> None:
    shot = shot_of("table 2 9 bonus; hit 2; drop 2")
    match = Match.beginning(NINE, Settings(), shot)
    with pytest.raises(InvalidShotError, match="bonus is no ball of nine-ball"):
        match.play(shot)


def test_a_lag_out_of_its_time_is_refused_by_nothing() -> None:
    shot = shot_of("lag; @1.0 strike 1 left; @1.1 strike 2 right")
    assert Match(NINE, Settings(breaker=None)).play(shot).rulings


def test_a_shot_without_a_layout_is_judged_from_the_state() -> None:
    shot = replace(shot_of("table 1 4; hit 1; drop 4"), before=Layout({}))
    match = Match.beginning(NINE, Settings(), shot).play(shot)
    assert Ball("4") not in match.state.on_table


def test_a_cluster_and_an_intrusion_are_checked_as_events() -> None:
    shot = shot_of("table 2 5 9; hit 2; open 2 5; drop 2")
    match = Match.beginning(NINE, Settings(), shot)
    assert match.play(shot).rulings
    with pytest.raises(InvalidShotError, match="7 is not on the table"):
        match.play(shot_of("table 2 5 9; hit 2; open 2 7"))


def test_a_match_of_a_script_takes_its_choices() -> None:
    first = shot_of("table 1 2 3; hit 1; drop 3")
    match = Match.beginning(NINE, Settings(), None)
    assert match.state.phase is Phase.BREAK
    assert Match.beginning(NINE, Settings(), first).follow([first], Script()).rulings


def test_a_choice_is_made_after_a_verdict() -> None:
    with pytest.raises(InvalidShotError, match="no verdict to choose after"):
        Match(NINE).choose(Choice(option=Option.ACCEPT))


def test_a_lag_ball_that_is_gone_is_not_nearer() -> None:
    strike = Strike(t=1, ball=Ball("1"))
    foot = (RailTouch(t=2, ball=Ball("1"), rail=Rail.FOOT),)
    balls = tuple(
        LagBall(seat, Ball("1"), strike, foot, False, False, False, x)
        for seat, x in ((Seat.A, None), (Seat.B, -1.0))
    )
    assert lag_winner(balls, 1.27) is None


def test_a_kitchen_without_a_place_of_the_cue_ball_is_not_judged() -> None:
    shot = shot_of("table 1 4 9; hit 1; drop 4")
    bare = replace(shot, before=Layout({Ball("1"): Point(0, 0)}))
    rules = DISCIPLINES[NINE]
    verdict = rules.judge(rules.opening(Settings()), bare, NOTHING_ENTERED)
    assert verdict.fouls == ()


def test_without_a_strike_the_place_of_the_cue_ball_is_not_judged() -> None:
    shot = replace(shot_of("table 1 4 9; hit 1; drop 4"), cue_ball=None)
    rules = DISCIPLINES[NINE]
    verdict = rules.judge(rules.opening(Settings()), shot, NOTHING_ENTERED)
    assert [foul.clause.id for foul in verdict.fouls] == ["nine.13.2"]


def test_a_hung_ball_of_unknown_place_is_not_put_back() -> None:
    shot = shot_of("table 2 9; hit 2; rail 2 foot; @2.0 rest 2; @9.0 fall 2 foot-left")
    shot = replace(shot, before=Layout({CUE_BALL: Point(0, 0)}))
    rules = DISCIPLINES[NINE]
    state = replace(rules.opening(Settings()), phase=Phase.PLAY)
    verdict = rules.judge(state, shot, NOTHING_ENTERED)
    assert verdict.restore == {}


def test_only_a_ball_that_was_hit_and_dropped_is_obvious() -> None:
    shot = shot_of("table 2 8 12; hit 2; drop 2; @1.9 rest 8; @2.0 fall 8 foot-left")
    facts = Facts(shot)
    assert is_obvious(facts, Ball("2"))
    assert not is_obvious(facts, Ball("8"))
    assert not is_obvious(facts, Ball("12"))
    assert not is_obvious(Facts(shot_of("table 2 8; drop 2")), Ball("2"))


def test_an_intrusion_is_of_no_ball() -> None:
    shot = shot_of("table 2 5 9; hit 2; drop 2")
    hand = Intrusion(t=shot.t_end, t_to=shot.t_end + 1, kind=Intruder.HAND)
    shot = replace(shot, events=(*shot.events, hand))
    assert Match.beginning(NINE, Settings(), shot).play(shot).rulings


def pushed_out() -> tuple[list[Shot], Match]:
    """Return a break and a push-out, and the match before them."""
    full = frozenset(map(str, range(1, 10)))
    table = " ".join(sorted(full))
    left = " ".join(sorted(full - {"4"}))
    first = shot_of(f"table {table}; hit 1; drop 4", 1)
    return [first, shot_of(f"table {left}; none", 2)], Match(NINE)


def test_a_choice_is_taken_from_the_script() -> None:
    shots, match = pushed_out()
    said = read_shot("declare push_out; none", 2, [])[1]
    choice = Choice(option=Option.PASS_BACK)
    match = match.follow(shots, Script(entered={2: said}, choices={2: choice}))
    assert match.state.shooter is Seat.A
    assert match.waiting is None


def test_a_choice_survives_a_correction_of_who_may_choose() -> None:
    shots, match = pushed_out()
    said = read_shot("declare push_out; none", 2, [])[1]
    match = match.follow(shots, Script(entered={2: said}))
    match = match.choose(Choice(option=Option.PASS_BACK, by=Seat.B))
    other = match.overrule(1, Overrule(shooter=Seat.B))
    choice = other.rulings[1].choice
    assert choice is not None
    assert choice.by is None
    gone = match.amend(2, NOTHING_ENTERED)
    assert gone.rulings[1].choice is None


def test_a_choice_that_is_no_longer_offered_is_dropped() -> None:
    shot = shot_of("table 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; hit 1; rail 1 foot")
    match = Match(EIGHT).play(shot).choose(Choice(option=Option.RERACK_SELF))
    lost = match.overrule(1, Overrule(pocketed=(Ball("8"),)))
    assert lost.rulings[0].choice is not None
    jumped = replace(shot, events=shot_of("hit 1; drop 4; off 5").events)
    again = match.replayed([(jumped, NOTHING_ENTERED, match.rulings[0].choice)])
    assert again.rulings[0].choice is None


def test_a_referee_may_replace_points_spots_and_shooter() -> None:
    verdict = Verdict(
        shot=1,
        shooter=Seat.A,
        legal=True,
        next=Next(Seat.A),
        points=Tally(1, 0),
        score=Tally(5, 2),
    )
    ruled = finished(
        verdict,
        Entered(
            overrule=Overrule(
                points=(0, 1), spot=((Ball("9"), Point(0.635, 0)),), shooter=Seat.B
            )
        ),
    )
    assert ruled.score == Tally(4, 3)
    assert ruled.spot == {Ball("9"): Point(0.635, 0)}
    assert ruled.next.shooter is Seat.B
    same = finished(verdict, Entered(overrule=Overrule(winner=Seat.B, shooter=Seat.A)))
    assert same.rack is RackEnd.WON_B
    assert same.score == verdict.score


def test_rails_that_count_leave_out_the_own_rail_of_a_frozen_ball() -> None:
    facts = Facts(shot_of("table 4 9; frozen 4 left; hit 4; rail 4 left; rail 4 foot"))
    assert len(facts.counted_rails()) == 2
    assert [t.rail.value for t in facts.counted_rails([(Ball("4"), None)])] == ["foot"]


def alike_state() -> State:
    """Return a state that knows two of the white balls."""
    state: State = DISCIPLINES[NINE].opening(Settings())
    whites = frozenset({Ball("white-1"), Ball("white-2")})
    return replace(state, phase=Phase.PLAY, on_table=whites)


@pytest.mark.parametrize(
    ("seen", "remarks"),
    [
        (("white-1", "white-3"), 0),
        (("white-1",), 1),
        (("white-3", "white-4", "white-5"), 1),
    ],
)
def test_balls_that_look_alike_may_change_names(
    seen: tuple[str, ...], remarks: int
) -> None:
    layout = Layout({Ball(name): Point(0, 0) for name in seen})
    shot = replace(shot_of("table 2; none"), before=layout)
    state = alike_state()
    found = resynced(state, shot, Discipline.PYRAMID, lambda: state)
    assert found.state.on_table == {Ball(name) for name in seen}
    assert len(found.remarks) == remarks


def test_a_lag_is_no_layout() -> None:
    state = DISCIPLINES[NINE].opening(Settings(breaker=None))
    shot = replace(shot_of("table 2; none"), kind=ShotKind.LAG)
    assert resynced(state, shot, NINE, lambda: state).state is state


def test_the_winner_is_who_the_verdict_says() -> None:
    ends = {RackEnd.WON_A: Seat.A, RackEnd.WON_B: Seat.B, RackEnd.OPEN: None}
    assert {end: end.winner for end in ends} == ends
    assert RackEnd.won_by(Seat.A) is RackEnd.WON_A


def test_a_break_order_of_the_organiser_comes_before_the_usual() -> None:
    shot = shot_of("table 8; hit 8; drop 8")
    for order, breaker in ((BreakOrder.WINNER, Seat.A), (None, Seat.B)):
        match = Match.beginning(EIGHT, Settings(break_order=order), shot).play(shot)
        assert match.state.breaker is breaker


def test_a_drop_that_nobody_saw_is_ruled_by_the_referee() -> None:
    shot = shot_of("table 2 8 12; hit 2; rail 2 foot")
    entered = Entered(overrule=Overrule(pocketed=(Ball("8"),)))
    match = Match.beginning(EIGHT, Settings(), shot).play(shot, entered)
    verdict = match.rulings[0].verdict
    assert verdict is not None
    assert verdict.rack is RackEnd.WON_B
    assert "8 pocketed too early (eight.15.5)" in verdict.reasons.en


def test_every_clause_of_the_catalogue_is_accounted_for() -> None:
    assert missing() == ()


def test_the_page_of_coverage_names_every_clause() -> None:
    page = coverage_page({"nine.7": 3})
    assert f"{len(register())} of {len(CLAUSES)} clauses" in page
    assert all(f"| {clause_id} |" in page for clause_id in CLAUSES)
    assert "MISSING" not in page


def test_a_missing_clause_is_shown_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {k: v for k, v in register().items() if k != "nine.7"}
    monkeypatch.setattr("adjudicator.coverage.register", lambda: known)
    assert missing() == ("nine.7",)
    assert "MISSING" in coverage_page({})


def test_implementing_is_the_strongest_way() -> None:
    @defines("nine.7")
    def place() -> None:
        """Stand for a definition."""

    assert place() is None
    assert how(register()["nine.7"]) is How.IMPLEMENTED


def test_a_line_is_crossed_by_the_right_ball_in_the_right_direction() -> None:
    text = "table 1 9; hit 1; cross 1 head foot; cross cue head head"
    text += "; @1.9 cross cue head foot"
    facts = Facts(shot_of(text))
    crossing = facts.crossed(CUE_BALL, Line.HEAD, Rail.FOOT)
    assert crossing is not None
    assert crossing.t == 1.9
    assert facts.crossed(CUE_BALL, Line.CENTER, Rail.FOOT) is None
