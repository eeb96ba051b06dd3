from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.events import (
    Contact,
    Crossing,
    Line,
    OffTable,
    Pocketed,
    PocketName,
    Point,
    Rail,
    RailTouch,
    Rebound,
    Rest,
    Strike,
)
from adjudicator.table import TABLES, TableKind
from tests.tracking.billiards import DIAMETER, TABLE, head_on, path
from tracking.events.extraction import extract_events
from tracking.events.naming import ball_of_key
from tracking.events.report import without_fallen
from tracking.path import BallPath

RADIUS = TABLE.ball_radius


def of_kind(extraction, kind):
    return [event for event in extraction.events if isinstance(event, kind)]


def test_a_head_on_contact_is_found_to_a_few_milliseconds():
    cue, other, t = head_on()
    found = extract_events([path(0, cue), path(1, other)], TABLE, 0)
    (contact,) = of_kind(found, Contact)
    assert set(contact.balls) == {ball_of_key(0), ball_of_key(1)}
    assert contact.t == pytest.approx(t, abs=0.004)
    assert contact.moving == {ball_of_key(0)}
    assert contact.confidence > 0.9


def test_the_strike_has_its_time_direction_and_speed():
    cue, other, _ = head_on(speed=1.5)
    found = extract_events([path(0, cue), path(1, other)], TABLE, 0)
    (strike,) = of_kind(found, Strike)
    assert strike.ball is ball_of_key(0)
    assert strike.t == pytest.approx(0.0, abs=0.01)
    assert strike.direction.x == pytest.approx(1.0, abs=0.01)
    assert strike.speed == pytest.approx(1.5, abs=0.05)
    assert found.t_strike == strike.t


def test_without_a_known_cue_ball_the_first_ball_to_start_was_struck():
    cue, other, _ = head_on()
    found = extract_events([path(3, other), path(7, cue)], TABLE, None)
    assert found.cue_key == 7


def test_a_ball_that_passes_near_another_touches_nothing():
    legs = [(0.0, (-0.3, 0.1), (1.2, 0.0))]
    still = [(0.0, (0.1, 0.1 + DIAMETER + 0.004), (0.0, 0.0))]
    found = extract_events([path(0, legs), path(1, still)], TABLE, 0)
    assert of_kind(found, Contact) == []
    assert of_kind(found, RailTouch) == []


def rail_shot(speed=1.4):
    y_nose = TABLE.width / 2 - RADIUS
    start = y_nose - 0.35
    t = float((speed - np.sqrt(speed**2 - 2 * 0.1 * 0.35)) / 0.1)
    left = speed - 0.1 * t
    legs = [(0.0, (0.4, start), (0.0, speed)), (t, (0.4, y_nose), (0.0, -0.75 * left))]
    return legs, t


def test_a_rail_touch_names_the_rail_and_the_place():
    legs, t = rail_shot()
    found = extract_events([path(0, legs)], TABLE, 0)
    (touch,) = of_kind(found, RailTouch)
    assert touch.rail is Rail.LEFT
    assert not touch.jaw
    assert touch.t == pytest.approx(t, abs=0.004)
    assert touch.xy.x == pytest.approx(0.4, abs=0.003)


def test_a_map_that_is_five_millimetres_off_still_gives_the_rail():
    legs, t = rail_shot()
    one = path(0, legs)
    moved = BallPath(0, one.t, one.frame, one.xy - [0.0, 0.005], one.covariance)
    (touch,) = of_kind(extract_events([moved], TABLE, 0), RailTouch)
    assert touch.rail is Rail.LEFT
    assert touch.t == pytest.approx(t, abs=0.012)


def test_a_ball_that_vanishes_moving_into_a_pocket_has_dropped():
    pocket = next(p for p in TABLE.pockets if p.name is PocketName.FOOT_LEFT)
    target = np.array(pocket.center)
    way = target - [0.4, 0.0]
    length = float(np.hypot(*way))
    velocity = tuple(float(v) for v in way / length * 1.5)
    gone = (length - pocket.radius) / 1.45
    legs = [(0.0, (0.4, 0.0), velocity)]
    found = extract_events([path(0, legs, gone=gone)], TABLE, 0, window=(-0.8, 3.0))
    (dropped,) = of_kind(found, Pocketed)
    assert dropped.pocket is PocketName.FOOT_LEFT
    assert dropped.confidence > 0.9


@pytest.mark.parametrize("deep", [0.0, 0.02, 0.045])
@pytest.mark.parametrize(("fps", "hidden"), [(30, 0.0), (60, 0.05), (60, 0.2)])
def test_a_ball_that_lies_in_sight_in_its_pocket_has_dropped_and_nothing_more(
    deep: float, fps: int, hidden: float
):
    pocket = next(p for p in TABLE.pockets if p.name is PocketName.HEAD_RIGHT)
    way = np.array([0.8, 0.6])
    t = np.arange(0, 4, 1 / fps)
    rolled = np.maximum(t - 1.0, 0)
    along = np.minimum(1.0 * rolled - 0.075 * rolled**2, 1.0 - deep)
    noise = np.random.default_rng(0).normal(0, 0.0004, (len(t), 2))
    xy = np.array(pocket.center) + way * (1.0 - along)[:, None] + noise
    at_the_edge = t[np.argmax(along > 1.0 - deep - pocket.radius)]
    seen = (t < at_the_edge) | (t > at_the_edge + hidden)
    covariance = np.tile(np.eye(2) * 0.0004**2, (int(seen.sum()), 1, 1))
    ball = BallPath(0, t[seen], np.arange(len(t))[seen], xy[seen], covariance)
    found = extract_events([ball], TABLE, 0)
    (dropped,) = of_kind(found, Pocketed)
    assert dropped.pocket is PocketName.HEAD_RIGHT
    assert [event for event in found.events if event.t > dropped.t] == []


def test_a_ball_that_vanishes_in_the_open_is_not_pocketed():
    legs = [(0.0, (-0.6, 0.0), (0.8, 0.0))]
    found = extract_events([path(0, legs, gone=0.9)], TABLE, 0, window=(-0.8, 3.0))
    assert of_kind(found, Pocketed) == []
    assert of_kind(found, OffTable) == []
    assert any(isinstance(event, OffTable) for event in found.doubtful)


def test_a_still_ball_covered_for_a_while_is_no_event():
    cue, other, _ = head_on()
    still = [(0.0, (-0.8, -0.3), (0.0, 0.0))]
    paths = [path(0, cue), path(1, other), path(2, still, hidden=(0.3, 0.8))]
    found = extract_events(paths, TABLE, 0)
    assert all(
        ball_of_key(2) not in getattr(event, "balls", (getattr(event, "ball", None),))
        for event in found.events
    )


def test_a_single_wrong_position_makes_no_event():
    cue, other, _ = head_on()
    clean = path(1, other)
    xy = clean.xy.copy()
    xy[20] += [0.05, 0.03]
    wrong = BallPath(1, clean.t, clean.frame, xy, clean.covariance)
    found = extract_events([path(0, cue), wrong], TABLE, 0)
    assert len(of_kind(found, Contact)) == 1


def test_crossings_and_rest_are_reported():
    legs = [(0.0, (-0.9, 0.1), (0.75, 0.0))]
    found = extract_events([path(0, legs, t_end=9.0)], TABLE, 0)
    lines = [(event.line, event.toward) for event in of_kind(found, Crossing)]
    assert lines == [(Line.HEAD, Rail.FOOT), (Line.CENTER, Rail.FOOT)]
    (rest,) = of_kind(found, Rest)
    assert rest.t == pytest.approx(7.5, abs=0.35)
    assert found.t_end == rest.t


def test_a_ball_frozen_to_a_rail_and_another_are_known_before_the_shot():
    cue, other, _ = head_on()
    y = TABLE.width / 2 - RADIUS
    frozen = [(0.0, (-0.5, y), (0.0, 0.0))]
    beside = [(0.0, (-0.5 + DIAMETER, y), (0.0, 0.0))]
    paths = [path(0, cue), path(1, other), path(2, frozen), path(3, beside)]
    before = extract_events(paths, TABLE, 0).before
    assert {ball.key: ball.rail for ball in before.balls}[2] is Rail.LEFT
    assert [pair.keys for pair in before.pairs if pair.frozen] == [(2, 3)]


def test_layouts_hold_averaged_places():
    cue, other, _ = head_on()
    found = extract_events([path(0, cue), path(1, other)], TABLE, 0)
    place = next(ball for ball in found.before.balls if ball.key == 1)
    assert np.allclose(place.xy, other[0][1], atol=0.0008)
    assert place.sigma < 0.0005


def test_the_fitted_motion_runs_through_the_samples():
    cue, other, _ = head_on()
    paths = [path(0, cue), path(1, other)]
    for one, fitted in zip(paths, extract_events(paths, TABLE, 0).fitted, strict=True):
        xy, _, sigma = fitted.states(one.t[5:-5])
        assert np.nanmax(np.hypot(*(xy - one.xy[5:-5]).T)) < 0.012
        assert np.nanmax(sigma) < 0.005


def test_nothing_seen_gives_nothing():
    empty = BallPath(0, *(np.empty(s) for s in ((0,), (0,), (0, 2), (0, 2, 2))))
    assert extract_events([], TABLE, None).events == ()
    assert extract_events([empty], TABLE, 0).events == ()


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(1, 3),
    share=st.sampled_from([0.02, 0.1, 0.5, 1.0]),
    jump=st.booleans(),
)
def test_no_path_however_strange_breaks_extraction(seed, count, share, jump):
    rng = np.random.default_rng(seed)
    paths = []
    for key in range(count):
        t = np.sort(
            rng.choice(np.arange(90), size=max(1, int(90 * share)), replace=False)
        )
        xy = np.cumsum(rng.normal(scale=0.01, size=(len(t), 2)), axis=0)
        if jump and len(t) > 4:
            xy[len(t) // 2 :] += rng.normal(scale=0.5, size=2)
        covariance = np.broadcast_to(np.eye(2) * 1e-6, (len(t), 2, 2))
        paths.append(BallPath(key, t / 30.0, t, xy, covariance))
    found = extract_events(paths, TABLE, 0)
    times = [event.t for event in found.events]
    assert times == sorted(times)
    assert all(0.5 <= event.confidence <= 1 for event in found.events)
    assert all(0 <= event.confidence < 0.5 for event in found.doubtful)


def test_what_a_ball_does_after_its_drop_is_impossible_until_it_comes_back():
    one, other = ball_of_key(0), ball_of_key(1)
    drop = Pocketed(t=1.0, ball=one, pocket=PocketName.FOOT_LEFT, confidence=0.9)
    touch = Contact(t=1.1, balls=(one, other), confidence=0.9)
    again = replace(drop, t=1.2)
    back = Rebound(t=1.3, ball=one, pocket=PocketName.FOOT_LEFT, confidence=0.9)
    later = replace(touch, t=1.4)
    lies = Rest(t=1.5, ball=other, xy=Point(0.0, 0.0), confidence=0.9)
    events = [drop, touch, again, back, later, lies]
    assert without_fallen(events) == (drop, back, later, lies)


def test_a_still_ball_that_a_cushion_alone_would_have_moved_has_no_cause():
    cue = [(0.0, (0.2, 0.1), (0.6, 0.0))]
    nose = -TABLE.length / 2 + RADIUS
    leaves = [(0.0, (nose, -0.3), (0.0, 0.0)), (1.0, (nose, -0.3), (0.35, 0.1))]
    found = extract_events([path(0, cue), path(1, leaves)], TABLE, 0)
    assert [one.key for one in found.unexplained] == [1]


def test_a_ball_that_still_lay_when_another_had_left_was_not_struck():
    """It comes off a cushion at once, so that its way back seems to begin first."""
    struck = [
        (0.0, (-1.125, -0.26), (-1.2, 1.78)),
        (0.03, (-1.161, -0.207), (-1.07, -0.01)),
        (0.0353, (-1.167, -0.207), (-0.32, -0.43)),
        (0.23, (-1.229, -0.263), (0.2, 0.0)),
    ]
    first = [
        (0.0, (-1.164, -0.139), (0.0, 0.0)),
        (0.03, (-1.164, -0.139), (-0.1, 1.7)),
    ]
    second = [
        (0.0, (-1.224, -0.17), (0.0, 0.0)),
        (0.0353, (-1.224, -0.17), (-0.75, 0.45)),
        (0.0512, (-1.236, -0.163), (0.52, 0.28)),
    ]
    paths = [path(key, way) for key, way in enumerate((second, first, struck))]
    assert extract_events(paths, TABLES[TableKind.PYRAMID_12FT]).cue_key == 2


def test_a_struck_ball_that_stops_at_once_on_another_was_struck_all_the_same():
    struck = [(0.002, (0.0, 0.0), (2.8, 0.3)), (0.02, (0.0504, 0.0054), (0.0, 0.1))]
    way = (0.0504 + DIAMETER, 0.0054)
    other = [(0.0, way, (0.0, 0.0)), (0.02, way, (2.7, 0.0))]
    paths = [path(0, other), path(1, struck)]
    assert extract_events(paths, TABLE).cue_key == 1
