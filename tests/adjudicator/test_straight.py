"""14.1: what the written situations do not reach."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
from adjudicator.clause import How, register
from adjudicator.clauses.straight import TITLES
from adjudicator.coverage import how
from adjudicator.disciplines import straight_pool
from adjudicator.disciplines.straight_near import near_rail
from adjudicator.disciplines.straight_rack import (
    cell_of,
    in_rack_area,
    is_rack_of_fourteen,
    to_rack,
)
from adjudicator.disciplines.straight_state import StraightPoolState
from adjudicator.events import Contact, Pocketed, PocketName, Point, Rail, Strike
from adjudicator.inputs import (
    NOTHING_ENTERED,
    Call,
    Choice,
    Entered,
    Observation,
    Observed,
    Option,
    Overrule,
)
from adjudicator.match import Match
from adjudicator.players import Seat, Tally
from adjudicator.rack_check import (
    TRIANGLE,
    has_apex,
    is_racked,
    rack_places,
    straight_pool_rack,
)
from adjudicator.recording import rule_shots
from adjudicator.settings import DEFAULT_SETTINGS, Settings
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.state import Phase
from adjudicator.table import TABLES, TableKind
from adjudicator.verdict import CueBallPlace, RackEnd
from tests.conformance.situation import read_shot

TABLE = TABLES[TableKind.POOL_9FT]
RADIUS = TABLE.ball_radius
FULL = BALL_SETS[Discipline.STRAIGHT_POOL].object_balls
SOMEWHERE = st.builds(Point, st.floats(-1.27, 1.27), st.floats(-0.635, 0.635))


def playing(*balls: str) -> StraightPoolState:
    state = straight_pool.opening(DEFAULT_SETTINGS)
    on_table = frozenset(map(Ball, balls)) or FULL
    return replace(
        state,
        phase=Phase.PLAY,
        cue_ball=CueBallPlace.AS_IT_LIES,
        on_table=on_table,
    )


def shot_of(text: str, state: StraightPoolState, number: int = 1) -> Shot:
    return read_shot(text, number, state.on_table)[0]


def racked(*, apart: Point | None) -> Layout:
    """A full rack, or one of fourteen with the 15 somewhere else."""
    places = list(rack_places(TABLE, TRIANGLE).values())
    balls = dict(zip([Ball(str(n)) for n in (15, *range(1, 15))], places, strict=True))
    if apart is not None:
        balls[Ball("15")] = apart
    return Layout({**balls, CUE_BALL: Point(0.3, 0.2)})


def test_every_clause_of_the_catalogue_is_accounted_for() -> None:
    known = register()
    ways = [how(known[clause_id]) for clause_id in TITLES]
    assert len(ways) == 77
    assert ways.count(How.IMPLEMENTED) >= 65


# The rack area and the table


def test_the_area_of_the_rack_holds_the_balls_of_a_rack_and_little_else() -> None:
    places = rack_places(TABLE, TRIANGLE).values()
    assert all(to_rack(TABLE, xy) == 0 for xy in places)
    front = TABLE.foot_spot.x - 2 * (RADIUS + 0.01)
    assert to_rack(TABLE, Point(front - 0.02, 0.0)) == pytest.approx(0.02)
    rear = max(xy.x for xy in places) + RADIUS + 0.01
    assert to_rack(TABLE, Point(rear + 0.05, 0.1)) == pytest.approx(0.05)


@given(xy=SOMEWHERE)
def test_a_ball_that_touches_a_place_of_the_rack_is_in_its_area(xy: Point) -> None:
    near = min(math.dist(xy, place) for place in rack_places(TABLE, TRIANGLE).values())
    if near < 2 * RADIUS:
        assert in_rack_area(TABLE, xy)
    if near > 0.3:
        assert not in_rack_area(TABLE, xy)


@given(fifteenth=st.none() | SOMEWHERE, cue_ball=SOMEWHERE, literal=st.booleans())
def test_the_table_moves_exactly_the_balls_that_are_in_the_way(
    fifteenth: Point | None, cue_ball: Point, literal: bool
) -> None:
    cell = cell_of(TABLE, fifteenth, cue_ball, literal=literal)
    assert (cell.cue_ball is not None) == in_rack_area(TABLE, cue_ball)
    if fifteenth is None or in_rack_area(TABLE, fifteenth):
        assert cell.fifteenth is not None
    elif not literal:
        assert cell.fifteenth is None


@given(xy=SOMEWHERE)
def test_near_a_rail_is_near_the_nearest_one(xy: Point) -> None:
    gaps = {
        Rail.HEAD: 1.27 + xy.x,
        Rail.FOOT: 1.27 - xy.x,
        Rail.LEFT: 0.635 - xy.y,
        Rail.RIGHT: 0.635 + xy.y,
    }
    rail = near_rail(TABLE, xy)
    assert (rail is None) == (min(gaps.values()) >= 3 * RADIUS)
    if rail is not None:
        assert gaps[rail] == min(gaps.values())


# Racks seen


def test_a_rack_of_fourteen_is_told_from_a_full_one() -> None:
    beside = racked(apart=Point(0.7, 0.25))
    assert is_rack_of_fourteen(beside, TABLE)
    assert not is_racked(beside, Discipline.STRAIGHT_POOL, TABLE)
    full = racked(apart=None)
    assert not is_rack_of_fourteen(full, TABLE)
    assert is_racked(full, Discipline.STRAIGHT_POOL, TABLE)


def test_a_rack_whose_apex_is_unseen_is_no_rack_of_fourteen() -> None:
    balls = {b: xy for b, xy in racked(apart=None).balls.items() if b.name != "15"}
    assert not is_rack_of_fourteen(Layout(balls), TABLE)


def test_scattered_balls_are_no_rack_and_have_no_faults() -> None:
    layout = Layout({Ball("1"): Point(0, 0), Ball("2"): Point(0.5, 0.1)})
    assert not is_rack_of_fourteen(layout, TABLE)
    assert straight_pool_rack(layout, TABLE) == ()


def test_unknown_balls_in_the_corners_are_no_fault() -> None:
    places = list(rack_places(TABLE, TRIANGLE).values())
    names = [Ball(f"ball-{n}") for n in range(1, 16)]
    layout = Layout(dict(zip(names, places, strict=True)))
    assert straight_pool_rack(layout, TABLE) == ()


@pytest.mark.parametrize(
    ("right", "left", "faults"), [(1, 5, 0), (1, 6, 1), (2, 5, 1), (5, 1, 1)]
)
def test_the_corners_of_the_rack_are_the_1_and_the_5(
    right: int, left: int, faults: int
) -> None:
    cells = rack_places(TABLE, TRIANGLE)
    others = [n for n in range(1, 16) if n not in (right, left)]
    numbers = {
        cell: {(4, 4): right, (4, 0): left}.get(cell) or others.pop() for cell in cells
    }
    layout = Layout({Ball(str(numbers[cell])): xy for cell, xy in cells.items()})
    assert len(straight_pool_rack(layout, TABLE)) == faults


@pytest.mark.parametrize(("gap", "there"), [(0.0, True), (0.05, True), (0.06, False)])
def test_the_apex_is_a_ball_on_the_foot_spot(gap: float, there: bool) -> None:
    foot = TABLE.foot_spot
    assert has_apex(Layout({Ball("1"): Point(foot.x, gap)}), TABLE) == there


# Recordings


def at(layout: Layout, text: str, number: int, kind: ShotKind | None = None) -> Shot:
    shot, _, _, _ = read_shot(text, number, FULL)
    lying = {**layout.balls}
    gone = {event.ball for event in shot.events if isinstance(event, Pocketed)}
    after = Layout({b: xy for b, xy in lying.items() if b not in gone})
    return replace(shot, before=layout, after=after, kind=kind)


@pytest.mark.parametrize("kind", [None, ShotKind.BREAK, ShotKind.SHOT])
def test_a_recording_may_begin_at_a_rack_of_fourteen(kind: ShotKind | None) -> None:
    layout = racked(apart=Point(0.7, 0.25))
    shot = at(layout, "hit 15; drop 15 foot-left; hit cue 3", 1, kind)
    said = Entered(calls=(Call(ball=Ball("15"), pocket=PocketName.FOOT_LEFT),))
    (ruling,) = rule_shots(Discipline.STRAIGHT_POOL, [shot], {1: said})
    verdict = ruling.verdict
    assert verdict is not None
    assert verdict.fouls == ()
    assert verdict.points == Tally(1, 0)


def test_a_rack_of_fourteen_asks_for_no_opening_break() -> None:
    layout = racked(apart=Point(0.7, 0.25))
    shot = at(layout, "hit 15; rail 15 foot", 1, ShotKind.SHOT)
    state = straight_pool.opening(DEFAULT_SETTINGS)
    assert state.phase is Phase.BREAK
    assert straight_pool.judge(state, shot).fouls == ()


def test_a_recording_goes_on_from_one_rack_to_the_next() -> None:
    lying = {
        Ball("4"): Point(0.7, 0.25),
        Ball("9"): Point(0.9, 0.5),
        CUE_BALL: Point(0.3, 0.2),
    }
    first = at(Layout(lying), "hit 9; drop 9 foot-left", 1)
    places = list(rack_places(TABLE, TRIANGLE).values())[1:]
    names = [Ball(str(n)) for n in range(1, 16) if n != 4]
    again = {**dict(zip(names, places, strict=True)), **lying}
    again[Ball("9")] = places[names.index(Ball("9"))]
    second = at(Layout(again), "hit 4; drop 4 foot-left", 2, ShotKind.BREAK)
    said = {
        1: Entered(calls=(Call(ball=Ball("9")),)),
        2: Entered(calls=(Call(ball=Ball("4")),)),
    }
    verdicts = [
        ruling.verdict
        for ruling in rule_shots(Discipline.STRAIGHT_POOL, [first, second], said)
    ]
    first_verdict, second_verdict = verdicts
    assert first_verdict is not None
    assert first_verdict.rack is RackEnd.RERACK
    assert second_verdict is not None
    assert second_verdict.review == ()
    assert second_verdict.score == Tally(2, 0)


def test_without_calls_a_recording_asks_and_goes_on_from_what_it_sees() -> None:
    lying = {Ball(str(n)): Point(0.1 * n, 0.3) for n in (4, 7, 9)}
    lying[CUE_BALL] = Point(-0.3, 0.2)
    first = at(Layout(lying), "hit 9; drop 9 foot-left", 1)
    second = at(first.after, "hit 7; drop 7 foot-left", 2)
    rulings = list(rule_shots(Discipline.STRAIGHT_POOL, [first, second]))
    for ruling in rulings:
        assert ruling.verdict is not None
        assert "No call was entered" in ruling.verdict.questions[-1].en
    assert rulings[1].before.on_table == {Ball("4"), Ball("7")}


# A new rack with balls that nobody saw


@pytest.mark.parametrize("unseen", ["4", "cue"])
def test_a_ball_unseen_at_rest_is_asked_about(unseen: str) -> None:
    state = playing("4", "9")
    shot = shot_of("hit 9; drop 9 foot-left", state)
    after = {b: xy for b, xy in shot.after.balls.items() if b.name != unseen}
    said = Entered(calls=(Call(ball=Ball("9")),))
    verdict = straight_pool.judge(state, replace(shot, after=Layout(after)), said)
    assert verdict.rack is RackEnd.RERACK
    assert "was not seen at rest" in verdict.questions[0].en


def test_both_down_and_no_cue_ball_in_sight_is_a_full_rack() -> None:
    state = playing("4", "9")
    shot = shot_of("hit 9; drop 9 foot-left; drop 4", state)
    after = Layout({Ball("1"): Point(0, 0)})
    said = Entered(calls=(Call(ball=Ball("9")),))
    verdict = straight_pool.judge(state, replace(shot, after=after), said)
    assert verdict.carry["rack"] == "15"
    assert "15 balls are racked" in verdict.reasons.en
    assert verdict.spot == {Ball("4"): TABLE.foot_spot}


def test_the_nearest_ball_is_not_offered_when_one_is_unseen() -> None:
    state = playing("3", "8")
    text = "at 3 -0.8 0.2; at 8 -0.9 0.2; hit 3; rail 3 head; drop cue"
    shot = shot_of(text, state)
    after = Layout({Ball("3"): Point(-0.8, 0.2)})
    verdict = straight_pool.judge(state, replace(shot, after=after))
    assert verdict.next.options == ()


# Rulings of a referee, and choices


def test_a_referee_who_gives_the_last_points_ends_the_game() -> None:
    state = replace(playing(), score=Tally(140, 0))
    shot = shot_of("hit 9; rail 9 foot", state)
    said = Entered(overrule=Overrule(points=(12, 0)))
    verdict = straight_pool.judge(state, shot, said)
    assert verdict.rack is RackEnd.WON_A
    assert verdict.score == Tally(152, 0)


def test_a_referee_who_rules_illegal_without_a_clause_rules_the_plain_foul() -> None:
    shot = shot_of("hit 9; rail 9 foot", playing())
    verdict = straight_pool.judge(
        playing(), shot, Entered(overrule=Overrule(legal=False))
    )
    assert [foul.clause.id for foul in verdict.fouls] == ["straight.7.2.a"]
    assert verdict.points == Tally(-1, 0)


def test_a_shot_played_again_changes_nothing() -> None:
    state = playing()
    verdict = straight_pool.judge(
        state, shot_of("hit 9; rail 9 foot", state), Entered(replay=True)
    )
    assert straight_pool.advance(state, verdict) == state


def test_a_choice_that_is_not_open_is_no_new_break() -> None:
    state = playing()
    verdict = straight_pool.judge(state, shot_of("hit 9; rail 9 foot", state))
    after = straight_pool.advance(state, verdict, Choice(option=Option.RERACK_OPPONENT))
    assert after.phase is Phase.PLAY


def test_a_third_game_decides_a_match_of_two() -> None:
    settings = Settings(target=1, racks_to=2)
    match = Match(Discipline.STRAIGHT_POOL, settings)
    said = Entered(calls=(Call(ball=Ball("1")),))
    for number in range(1, 3):
        assert match.winner is None
        shot = read_shot("hit 1; drop 1", number, FULL)[0]
        match = match.play(shot, said)
    assert match.winner is Seat.A
    assert match.state.racks == Tally(2, 0)


def test_a_stroke_that_nobody_saw_is_no_evidence() -> None:
    for state, clause_id in (
        (playing(), "straight.7.2.a"),
        (straight_pool.opening(DEFAULT_SETTINGS), "straight.6.a"),
    ):
        shot = replace(shot_of("rail cue foot", state), events=())
        verdict = straight_pool.judge(state, shot)
        assert [foul.clause.id for foul in verdict.fouls] == [clause_id]
        assert verdict.fouls[0].events == ()


def test_a_ball_without_a_place_has_no_near_rail() -> None:
    state = replace(playing(), fouls_in_row=Tally(2, 0))
    events = (
        Strike(t=1.0, ball=CUE_BALL),
        Contact(t=1.1, balls=(CUE_BALL, Ball("5"))),
        Pocketed(t=1.2, ball=Ball("5"), pocket=PocketName.FOOT_LEFT),
    )
    shot = Shot(
        number=1,
        t_start=1.0,
        t_end=2.0,
        before=Layout({}),
        after=Layout({}),
        cue_ball=CUE_BALL,
        events=events,
    )
    verdict = straight_pool.judge(state, shot, NOTHING_ENTERED)
    assert verdict.fouls == ()


def test_a_foul_away_from_the_table_does_not_count_in_a_row() -> None:
    state = replace(playing(), fouls_in_row=Tally(0, 2))
    shot = shot_of("hit 9; rail 9 foot", state)
    seen = Observation(what=Observed.TOUCH, player=Seat.B)
    verdict = straight_pool.judge(state, shot, Entered(observations=(seen,)))
    assert verdict.fouls_in_row == Tally(0, 2)
    assert verdict.points == Tally(0, -1)
    assert verdict.next.shooter is Seat.A


def test_a_score_over_the_target_wins_only_with_a_point() -> None:
    """As in a recording that goes on after the game."""
    state = replace(playing(), score=Tally(150, 3))
    verdict = straight_pool.judge(state, shot_of("hit 9; rail 9 foot", state))
    assert verdict.rack is RackEnd.OPEN


def test_points_of_the_other_player_do_not_win_for_one_who_was_there() -> None:
    state = replace(playing(), score=Tally(3, 150))
    said = Entered(calls=(Call(ball=Ball("9")),))
    verdict = straight_pool.judge(state, shot_of("hit 9; drop 9", state), said)
    assert verdict.rack is RackEnd.OPEN
