import numpy as np
import pytest

from adjudicator.balls import CUE_BALL, Ball
from adjudicator.events import Contact, Point, RackOpened, Rail, RailTouch
from tracking.errors import InvalidPathError
from tracking.events.naming import ball_of_key, key_of_ball, renamed
from tracking.path import BallPath, picture_times


def columns(n=3):
    covariance = np.broadcast_to(np.eye(2) * 1e-6, (n, 2, 2))
    return np.arange(n) / 30, np.arange(n), np.zeros((n, 2)), covariance


def test_a_path_is_frozen_and_read_only():
    path = BallPath(0, *columns())
    with pytest.raises(ValueError, match="read-only"):
        path.xy[0] = 1.0
    assert len(path.between(0.0, 0.04)) == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"t": np.array([0.0, 0.0, 1.0])}, "increase"),
        ({"xy": np.zeros((2, 2))}, "rows"),
        ({"xy": np.full((3, 2), np.nan)}, "finite"),
        ({"covariance": np.zeros((3, 2, 2))}, "positive definite"),
        ({"key": -1}, "key"),
    ],
)
def test_contradictions_are_refused(change, words):
    t, frame, xy, covariance = columns()
    values = {"key": 0, "t": t, "frame": frame, "xy": xy, "covariance": covariance}
    with pytest.raises(InvalidPathError, match=words):
        BallPath(**(values | change))


def test_picture_times_are_those_of_all_balls():
    a, b = BallPath(0, *columns(2)), BallPath(1, *columns(3))
    assert picture_times([a, b]).tolist() == pytest.approx([0, 1 / 30, 2 / 30])
    assert len(picture_times([])) == 0


def test_keys_and_placeholders_go_both_ways():
    assert key_of_ball(ball_of_key(6)) == 6
    with pytest.raises(ValueError, match="no placeholder"):
        key_of_ball(CUE_BALL)


def test_renaming_keeps_a_contacts_places_with_their_balls():
    names = {ball_of_key(0): Ball("3"), ball_of_key(1): CUE_BALL}
    contact = Contact(
        t=1.0,
        balls=(ball_of_key(0), ball_of_key(1)),
        xy=(Point(1, 1), Point(2, 2)),
        moving=frozenset({ball_of_key(1)}),
    )
    new = renamed(contact, names)
    assert new.balls == (CUE_BALL, Ball("3"))
    assert new.xy == (Point(2, 2), Point(1, 1))
    assert new.moving == {CUE_BALL}


def test_other_events_are_renamed_too():
    names = {ball_of_key(0): Ball("3")}
    touch = RailTouch(t=0.0, ball=ball_of_key(0), rail=Rail.HEAD)
    assert renamed(touch, names).ball is Ball("3")
    opened = RackOpened(t=0.0, t_to=0.1, balls=frozenset({ball_of_key(0), Ball("4")}))
    assert renamed(opened, names).balls == {Ball("3"), Ball("4")}
