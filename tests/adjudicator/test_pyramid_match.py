"""Pyramid: recordings whose ivory balls change names, positions, and the referee."""

from dataclasses import replace

import pytest

from adjudicator.balls import COLORED_BALL, Ball, Discipline
from adjudicator.disciplines import pyramid
from adjudicator.disciplines.pyramid_account import penalty_ball
from adjudicator.disciplines.pyramid_reading import reading
from adjudicator.disciplines.pyramid_spotting import spotting_remarks
from adjudicator.disciplines.pyramid_state import FULL, as_seen, with_colored
from adjudicator.events import (
    Contact,
    Event,
    Pocketed,
    PocketName,
    Point,
    RackOpened,
    Rail,
    RailTouch,
    Strike,
)
from adjudicator.facts import Facts
from adjudicator.inputs import (
    NOTHING_ENTERED,
    Declaration,
    Declared,
    Entered,
    Overrule,
)
from adjudicator.match import Match
from adjudicator.players import Seat, Tally
from adjudicator.rack_check import TRIANGLE, rack_places
from adjudicator.recording import rule_shots
from adjudicator.settings import Settings
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from adjudicator.table import TABLES, TableKind
from adjudicator.verdict import Verdict

TABLE = TABLES[TableKind.PYRAMID_12FT]
WHITE = [Ball(f"white-{n}") for n in range(1, 16)]
SPREAD = {ball: Point(0.08 * i - 0.6, 0.4) for i, ball in enumerate(WHITE)}


def shot_of(
    number: int,
    cue_ball: Ball,
    *events: Event,
    before: dict[Ball, Point],
    gone: tuple[Ball, ...] = (),
) -> Shot:
    t = 10.0 * number
    after = {ball: xy for ball, xy in before.items() if ball not in gone}
    return Shot(
        number=number,
        t_start=t,
        t_end=t + 8,
        cue_ball=cue_ball,
        before=Layout(before),
        after=Layout(after),
        events=(Strike(t=t, ball=cue_ball), *events),
    )


def pot(number: int, cue_ball: Ball, ball: Ball, before: dict[Ball, Point]) -> Shot:
    """The ball struck hits another one, and that drops."""
    t = 10.0 * number
    hit = Contact(t=t + 1, balls=(cue_ball, ball))
    drop = Pocketed(t=t + 2, ball=ball, pocket=PocketName.FOOT_LEFT)
    return shot_of(number, cue_ball, hit, drop, before=before, gone=(ball,))


def miss(number: int, cue_ball: Ball, before: dict[Ball, Point]) -> Shot:
    rail = RailTouch(t=10.0 * number + 1, ball=cue_ball, rail=Rail.FOOT)
    return shot_of(number, cue_ball, rail, before=before)


def without(places: dict[Ball, Point], *balls: Ball) -> dict[Ball, Point]:
    return {ball: xy for ball, xy in places.items() if ball not in balls}


def verdicts(shots: list[Shot]) -> list[Verdict]:
    found = [ruling.verdict for ruling in rule_shots(Discipline.PYRAMID, shots)]
    assert None not in found
    return [verdict for verdict in found if verdict is not None]


def test_ivory_balls_may_change_names_between_shots() -> None:
    """Nine is made; then the camera gives the name of the nine to another ball."""
    start = SPREAD | {COLORED_BALL: Point(-1.5, 0)}
    later = without(start, WHITE[2])
    first, second = verdicts(
        [pot(1, WHITE[0], WHITE[8], start), pot(2, WHITE[8], WHITE[4], later)]
    )
    assert (first.score, second.score) == ((1, 0), (2, 0))
    assert not first.review
    assert not second.review


def test_any_ivory_ball_may_be_the_penalty_ball() -> None:
    start = SPREAD | {COLORED_BALL: Point(-1.5, 0)}
    later = without(start, WHITE[0])
    shots = [
        pot(1, WHITE[0], WHITE[8], start),
        miss(2, WHITE[1], without(start, WHITE[8])),
        pot(3, WHITE[1], WHITE[3], later | {WHITE[8]: Point(0.8875, 0)}),
    ]
    first, second, third = verdicts(shots)
    assert list(second.spot) == [WHITE[8]]
    assert (first.score, second.score, third.score) == ((1, 0), (0, 0), (0, 1))
    assert second.next.shooter is Seat.B
    strict = Match(Discipline.PYRAMID, position=shots[0].before)
    for shot in shots[:2]:
        strict = strict.play(shot)
    named = without(later, WHITE[8]) | {WHITE[0]: Point(0.8875, 0)}
    named |= {WHITE[8]: SPREAD[WHITE[0]]}
    strict = strict.play(pot(3, WHITE[1], WHITE[3], named))
    assert strict.state.score == (0, 1)


def test_a_recording_that_starts_in_mid_rack_is_judged() -> None:
    few = {ball: SPREAD[ball] for ball in WHITE[:5]}
    (verdict,) = verdicts([pot(1, WHITE[0], WHITE[3], few)])
    assert verdict.legal
    assert verdict.points == (1, 0)
    assert not verdict.review


def test_a_recording_that_starts_with_a_rack_is_a_break() -> None:
    places = list(rack_places(TABLE, TRIANGLE).values())
    racked = dict(zip(WHITE, places, strict=True))
    start = racked | {COLORED_BALL: Point(-1.2, 0)}
    (verdict,) = verdicts([pot(1, COLORED_BALL, WHITE[0], start)])
    assert "pyramid.12.1.1" in verdict.reasons.en
    assert verdict.legal


def test_a_rack_that_appears_empties_the_shelves() -> None:
    """The end of a rack was not recorded."""
    start = SPREAD | {COLORED_BALL: Point(-1.5, 0)}
    places = list(rack_places(TABLE, TRIANGLE).values())
    racked = dict(zip(WHITE, places, strict=True))
    second = racked | {COLORED_BALL: Point(-1.2, 0)}
    first, other = verdicts(
        [pot(1, WHITE[0], WHITE[8], start), pot(2, COLORED_BALL, WHITE[0], second)]
    )
    assert first.score == (1, 0)
    assert other.score == (1, 0)
    assert "racked again" in other.questions[0].en


def playing(**known: object) -> pyramid.PyramidState:
    state = pyramid.opening(Settings())
    return replace(state, phase=Phase.PLAY, **known)  # type: ignore[arg-type]


def test_a_coloured_ball_on_the_table_lies_on_no_shelf() -> None:
    assert as_seen(playing(colored=Seat.A)).colored is None
    off = playing(colored=Seat.A, on_table=FULL - {COLORED_BALL})
    assert as_seen(off).colored is Seat.A


def test_the_coloured_ball_comes_back_in_exchange() -> None:
    assert with_colored(frozenset(WHITE[:3])) == {COLORED_BALL, *WHITE[:2]}
    assert with_colored(frozenset()) == frozenset()


@pytest.mark.parametrize(
    ("off", "score", "shelf", "ball"),
    [
        ((), (3, 0), None, None),
        ((COLORED_BALL,), (1, 0), None, COLORED_BALL),
        ((WHITE[3],), (1, 0), Seat.A, WHITE[3]),
        ((COLORED_BALL, WHITE[3]), (2, 0), Seat.A, WHITE[3]),
        ((COLORED_BALL, WHITE[3]), (1, 1), Seat.A, COLORED_BALL),
    ],
)
def test_which_ball_comes_back(
    off: tuple[Ball, ...], score: tuple[int, int], shelf: Seat | None, ball: Ball | None
) -> None:
    """Even from shelves that do not fit the table, as a recording may leave them."""
    on_table = FULL - set(off)
    state = playing(on_table=on_table, score=Tally(*score), colored=shelf)
    case = reading(state, Facts(miss(1, WHITE[0], SPREAD)))
    assert penalty_ball(case, Seat.A, ()) is ball


def ruled(state: pyramid.PyramidState, shot: Shot, overrule: Overrule) -> Verdict:
    return pyramid.judge(state, shot, Entered(overrule=overrule))


def test_points_of_the_referee_may_win_the_rack() -> None:
    few = {ball: SPREAD[ball] for ball in WHITE[:5]}
    state = playing(score=Tally(7, 4), on_table=frozenset(few))
    shot = miss(1, WHITE[0], few)
    won = ruled(state, shot, Overrule(legal=True, points=(1, 0)))
    assert won.score == (8, 4)
    assert won.rack.winner is Seat.A
    assert pyramid.advance(state, won).racks == (1, 0)
    more = ruled(state, shot, Overrule(legal=True, points=(0, 1)))
    assert more.rack.winner is None


def test_balls_of_the_referee_count_as_made() -> None:
    shot = shot_of(
        1, WHITE[0], Contact(t=11, balls=(WHITE[0], WHITE[1])), before=SPREAD
    )
    rule = Overrule(legal=True, pocketed=(WHITE[1], WHITE[2]))
    verdict = ruled(playing(), shot, rule)
    assert verdict.points == (2, 0)
    assert verdict.pocketed == (WHITE[1], WHITE[2])


def test_a_shot_ruled_illegal_without_a_clause_is_a_penalty() -> None:
    shot = pot(1, WHITE[0], WHITE[1], SPREAD)
    verdict = ruled(playing(), shot, Overrule(legal=False))
    assert [foul.clause.id for foul in verdict.fouls] == ["pyramid.27.1.9"]
    assert list(verdict.spot) == [WHITE[1]]
    named = ruled(playing(), shot, Overrule(fouls=("pyramid.27.1.7",)))
    assert [foul.clause.id for foul in named.fouls] == ["pyramid.27.1.7"]


def test_a_limit_without_a_known_rest_is_not_counted() -> None:
    state = playing(limited=True)
    verdict = pyramid.judge(state, pot(9, WHITE[0], WHITE[1], SPREAD))
    assert verdict.legal
    assert verdict.deadline_t == 98.0 + 45


@pytest.mark.parametrize(
    ("xy", "rail"),
    [
        (Point(-1.7, 0), Rail.HEAD),
        (Point(1.7, 0), Rail.FOOT),
        (Point(0, 0.8), Rail.LEFT),
        (Point(0, -0.8), Rail.RIGHT),
        (None, None),
    ],
)
def test_a_ball_announced_as_frozen_stands_at_the_nearest_rail(
    xy: Point | None, rail: Rail | None
) -> None:
    said = Declaration(what=Declared.FROZEN, ball=WHITE[4])
    before = without(SPREAD, WHITE[4]) | ({} if xy is None else {WHITE[4]: xy})
    facts = Facts(miss(1, WHITE[0], before), Entered(declarations=(said,)))
    assert reading(playing(), facts).frozen.get(WHITE[4]) is rail


def test_a_cluster_is_asked_no_question_of_a_double_kiss() -> None:
    balls = frozenset({WHITE[0], WHITE[1]})
    opened = RackOpened(t=11, t_to=11.1, balls=balls)
    touch = RailTouch(t=12, ball=WHITE[1], rail=Rail.FOOT)
    shot = shot_of(1, WHITE[0], opened, touch, before=SPREAD)
    verdict = pyramid.judge(playing(), shot)
    assert [foul.clause.id for foul in verdict.fouls] == ["pyramid.27.1.9"]
    assert not verdict.review


def test_an_order_that_decides_nothing_is_not_asked_about() -> None:
    one, two = WHITE[:2]
    events: tuple[Event, ...] = (
        Contact(t=11, balls=(one, two)),
        RailTouch(t=12, ball=one, rail=Rail.FOOT),
        RailTouch(t=12, ball=two, rail=Rail.FOOT),
    )
    verdict = pyramid.judge(playing(), shot_of(1, one, *events, before=SPREAD))
    assert not verdict.review


def test_balls_that_touch_elsewhere_are_no_fault_of_spotting() -> None:
    state = playing(spots=((COLORED_BALL, Point(0.8875, 0)),))
    before = SPREAD | {COLORED_BALL: Point(0.8875, 0)}
    shot = miss(1, WHITE[0], before)
    pairs = frozenset({(WHITE[3], WHITE[4])})
    shot = replace(shot, before=replace(shot.before, frozen_pairs=pairs))
    assert spotting_remarks(state, shot.before) == ()
    assert spotting_remarks(state, Layout({})) == ()


def test_a_touching_ball_that_was_lost_from_sight_counts_as_hit() -> None:
    one, two = WHITE[:2]
    shot = pot(1, one, two, SPREAD)
    pairs = frozenset({(one, two)})
    shot = replace(shot, before=replace(shot.before, frozen_pairs=pairs))
    assert reading(playing(), Facts(shot, NOTHING_ENTERED)).steps
