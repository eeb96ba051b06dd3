"""Pyramid: balls that fall by themselves just before they would have been hit."""

import pytest

from adjudicator.balls import Ball
from adjudicator.disciplines import pyramid
from adjudicator.disciplines.pyramid_hanging import drops_of, hanging_places
from adjudicator.disciplines.pyramid_state import FULL
from adjudicator.events import (
    Contact,
    Event,
    Pocketed,
    PocketName,
    Point,
    Rail,
    RailTouch,
    Rest,
    SelfDropped,
    Strike,
)
from adjudicator.facts import Facts
from adjudicator.inputs import Entered, Overrule
from adjudicator.settings import Settings
from adjudicator.shot import Layout, Shot
from adjudicator.verdict import Verdict

CUE, HUNG, OTHER = Ball("white-1"), Ball("white-6"), Ball("white-2")
EDGE = Point(1.74, 0.85)
PLACES = {CUE: Point(0, 0), HUNG: EDGE, OTHER: Point(1, 0)}


def shot_of(*events: Event, after: dict[Ball, Point] | None = None) -> Shot:
    rest = {CUE: Point(1.5, 0.7), OTHER: Point(1.2, 0)}
    return Shot(
        number=1,
        t_start=1,
        t_end=6,
        cue_ball=CUE,
        before=Layout(PLACES),
        after=Layout(rest if after is None else after),
        events=(Strike(t=1, ball=CUE), *events),
    )


def judged(
    *events: Event, after: dict[Ball, Point] | None = None, ruled: bool = False
) -> Verdict:
    state = pyramid.opening(Settings(), Layout(dict.fromkeys(FULL, Point(0, 0))))
    entered = Entered(overrule=Overrule(legal=True) if ruled else None)
    return pyramid.judge(state, shot_of(*events, after=after), entered)


def fall(t: float, ball: Ball = HUNG) -> SelfDropped:
    return SelfDropped(t=t, ball=ball, pocket=PocketName.FOOT_LEFT)


def hit(x: float, y: float, t: float = 2) -> Contact:
    there = Point(x + 0.068, y)
    return Contact(t=t, balls=(CUE, OTHER), xy=(Point(x, y), there))


def through(y: float) -> RailTouch:
    """The cue ball reaches the foot rail beside the hanging ball."""
    return RailTouch(t=4, ball=CUE, rail=Rail.FOOT, xy=Point(1.741, y))


@pytest.mark.parametrize(("y", "again"), [(0.783, True), (0.781, False)])
def test_a_way_nearer_than_one_diameter_would_have_hit(y: float, again: bool) -> None:
    straight = hit(0.5, y)
    verdict = judged(straight, fall(2.5), through(y), after={CUE: Point(1, y)})
    assert verdict.replay == again
    assert len(verdict.questions) == again
    if again:
        assert "pyramid.22.2" in verdict.reasons.en
        assert verdict.points == (0, 0)
    else:
        assert list(verdict.restore) == [HUNG]


def test_a_ball_that_passed_before_the_fall_does_not_matter() -> None:
    verdict = judged(hit(0.5, 0.8), through(0.8), fall(4.5))
    assert not verdict.replay


def test_only_the_rest_of_a_way_counts() -> None:
    """It came by the place early on its way, and was past it when the ball fell."""
    start = hit(1.70, 0.85)
    end = Rest(t=4, ball=CUE, xy=Point(0.5, 0.85))
    assert not judged(start, fall(3), end, after={CUE: Point(0.5, 0.85)}).replay


def test_a_ball_that_turns_at_a_contact_was_where_it_made_it() -> None:
    turned = hit(1.70, 0.79, t=3)
    assert judged(fall(2.5), turned, after={CUE: Point(0, 0)}).replay
    aside = hit(1.70, 0.50, t=3)
    assert not judged(fall(2.5), aside, after={CUE: Point(0, 0)}).replay


def test_a_drop_into_a_pocket_ends_in_its_hole() -> None:
    down = Pocketed(t=4, ball=CUE, pocket=PocketName.FOOT_LEFT)
    assert judged(hit(0.5, 0.2), fall(2.5), down, after={}).replay


def test_events_without_places_leave_only_rest() -> None:
    blind = Contact(t=2, balls=(CUE, OTHER))
    touch = RailTouch(t=3, ball=CUE, rail=Rail.LEFT)
    assert not judged(blind, fall(2.5), touch).replay
    assert not judged(fall(2.5), after={}).replay


def test_the_referee_may_let_the_shot_stand() -> None:
    events = (hit(0.5, 0.8), fall(2.5), through(0.8))
    assert judged(*events).replay
    assert not judged(*events, ruled=True).replay


def test_a_fall_before_the_strike_is_only_put_back() -> None:
    early = shot_of(hit(0.5, 0.8), through(0.8))
    shot = Shot(
        number=1,
        t_start=1,
        t_end=6,
        cue_ball=CUE,
        before=early.before,
        after=early.after,
        events=(fall(0.5), *early.events),
    )
    state = pyramid.opening(Settings(), Layout(dict.fromkeys(FULL, Point(0, 0))))
    verdict = pyramid.judge(state, shot)
    assert not verdict.replay
    assert list(verdict.restore) == [HUNG]


def test_a_ball_that_nobody_had_placed_is_not_put_back() -> None:
    ghost = Ball("white-12")
    facts = Facts(shot_of(fall(2, ghost)))
    hung = drops_of(facts, 5).hung
    assert [drop.ball for drop in hung] == [ghost]
    assert hanging_places(facts, hung) == {}
    assert not judged(hit(0.5, 0.8), fall(2.5, ghost), through(0.8)).replay
