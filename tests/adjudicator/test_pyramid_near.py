"""Pyramid: strokes at a near ball, measured from what the camera saw."""

import math

import pytest

from adjudicator.balls import Ball
from adjudicator.disciplines.pyramid_course import Step, What
from adjudicator.disciplines.pyramid_near import (
    NearStroke,
    may_be_push,
    near_stroke,
)
from adjudicator.events import (
    Contact,
    Event,
    Pocketed,
    PocketName,
    Point,
    RackOpened,
    Rail,
    RailTouch,
    Rest,
    Strike,
)
from adjudicator.facts import Facts
from adjudicator.settings import Switches
from adjudicator.shot import Layout, Shot
from adjudicator.table import TABLES, TableKind

TABLE = TABLES[TableKind.PYRAMID_12FT]
D = 2 * TABLE.ball_radius
ONE, TWO, THREE = (Ball(f"white-{n}") for n in range(1, 4))
STRIKE = Strike(t=1, ball=ONE, direction=Point(1, 0))
XY = (Point(0.005, 0), Point(0.005 + D, 0))


def stroke(
    *later: Event,
    before: dict[Ball, Point] | None = None,
    after: Point | None = None,
    xy: tuple[Point, Point] | None = XY,
    strike: Strike | None = STRIKE,
    switches: Switches | None = None,
) -> NearStroke | None:
    """Read a stroke at a ball 5 mm away along the long string."""
    contact = Contact(t=1.01, balls=(ONE, TWO), xy=xy)
    lying = before or {ONE: Point(0, 0), TWO: Point(0.005 + D, 0)}
    shot = Shot(
        number=1,
        t_start=1,
        t_end=9,
        cue_ball=ONE,
        before=Layout(lying),
        after=Layout({} if after is None else {ONE: after}),
        events=(*(() if strike is None else (strike,)), contact, *later),
    )
    first = Step(What.HIT, contact, contact.balls)
    return near_stroke(Facts(shot), first, TABLE, switches or Switches())


def follow(found: NearStroke | None) -> float | None:
    assert found is not None
    return found.follow


@pytest.mark.parametrize(
    ("event", "mm"),
    [
        (RailTouch(t=2, ball=ONE, rail=Rail.FOOT, xy=Point(0.105, 0.3)), 100),
        (Rest(t=2, ball=ONE, xy=Point(0.035, 0.3)), 30),
        (
            Contact(t=2, balls=(THREE, ONE), xy=(Point(0.1, 0.068), Point(0.045, 0.0))),
            40,
        ),
    ],
)
def test_the_ball_is_followed_to_its_next_event(event: Event, mm: float) -> None:
    other = RailTouch(t=1.5, ball=TWO, rail=Rail.FOOT, xy=Point(1.7, 0))
    beside = Contact(t=1.6, balls=(TWO, THREE))
    found = follow(stroke(other, beside, event))
    assert found == pytest.approx(mm / 1000)


def test_an_event_without_a_place_is_passed_over() -> None:
    drop = Pocketed(t=2, ball=ONE, pocket=PocketName.FOOT_LEFT)
    assert follow(stroke(drop, after=Point(0.025, 0))) == pytest.approx(0.02)
    assert follow(stroke(drop)) is None


def test_a_contact_without_places_ends_what_is_known() -> None:
    again = Contact(t=2, balls=(ONE, THREE))
    assert follow(stroke(again, after=Point(0.025, 0))) is None


def test_the_follow_may_be_measured_from_where_the_ball_lay() -> None:
    lay = Switches(pyramid_follow_reference="initial_position")
    assert follow(stroke(after=Point(0.025, 0), switches=lay)) == pytest.approx(0.025)
    assert follow(stroke(after=Point(0.025, 0), xy=None)) == pytest.approx(0.025)


def test_places_that_cannot_be_are_not_measured() -> None:
    same = (Point(0, 0), Point(0, 0))
    assert follow(stroke(after=Point(0.025, 0), xy=same)) is None
    here = {ONE: Point(0, 0), TWO: Point(0, 0)}
    assert stroke(before=here) is None
    assert stroke(before={ONE: Point(0, 0)}) is None


def test_a_cluster_that_opens_is_no_single_near_ball() -> None:
    opened = RackOpened(t=1, t_to=1.1, balls=frozenset({ONE, TWO}))
    facts = Facts(
        Shot(number=1, t_start=1, t_end=2, before=Layout({}), after=Layout({}))
    )
    first = Step(What.OPENED, opened, (ONE, TWO))
    assert near_stroke(facts, first, TABLE, Switches()) is None


def test_without_the_way_of_the_ball_only_the_follow_tells() -> None:
    unseen = stroke(after=Point(0.3, 0), strike=None)
    assert unseen is not None
    assert unseen.angle is None
    assert may_be_push(unseen, TABLE.ball_radius)
    nothing = stroke(strike=None)
    assert nothing is not None
    assert not may_be_push(nothing, TABLE.ball_radius)
    straight = stroke()
    assert straight is not None
    assert may_be_push(straight, TABLE.ball_radius)


@pytest.mark.parametrize(
    ("gap", "degrees", "push"),
    [(0.005, 45, False), (0.0, 45, True), (0.0, 63, True), (0.0, 64, False)],
)
def test_a_touching_ball_asks_for_a_wider_angle(
    gap: float, degrees: float, push: bool
) -> None:
    contact = Contact(t=1, balls=(ONE, TWO))
    found = NearStroke(TWO, gap, math.radians(degrees), 0.3, None, contact)
    assert may_be_push(found, TABLE.ball_radius) == push
