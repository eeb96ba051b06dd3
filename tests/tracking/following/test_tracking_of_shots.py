"""Places, links, stitches and shots on analytic motions."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from tests.tracking.moving_balls import at_rest, hidden, observe, rolling, then
from tracking.following.shots import find_shots
from tracking.following.stillness import find_rests
from tracking.following.tracker import BallTracker
from tracking.observations import Observations

TABLE = TABLES[TableKind.POOL_9FT]
R = TABLE.ball_radius


def one_contact(t=1.0):
    """A cue ball at 2 m/s stops on a ball that goes on, with 0.2 m between them."""
    met = t + 0.2 / 2.0
    cue = then(
        rolling(-0.5, 0.0, 2.0, 0.0, start=t, deceleration=1e-6),
        at_rest(-0.3, 0.0),
        met,
    )
    target = rolling(-0.3 + 2 * R, 0.0, 1.9, 0.0, start=met, deceleration=2.5)
    return cue, target, at_rest(0.4, 0.4)


def windows(ways, t_end=4.0, **how):
    return find_shots(observe(ways, t_end=t_end, **how), TABLE, jitter=0.05)


def place_of(path):
    return path.xy[0], path.xy[-1]


def test_a_ball_under_a_hand_keeps_its_place():
    frames = observe([hidden(at_rest(0.1, 0.2), 1.0, 2.5)], t_end=4.0)
    (rest,) = find_rests(frames)
    assert rest.xy == pytest.approx((0.1, 0.2), abs=0.001)
    assert (rest.first, rest.last) == (0, len(frames) - 1)


def test_a_ball_that_leaves_and_one_that_comes_to_its_place_are_two_rests():
    gone = hidden(at_rest(0.0, 0.0), 1.0, 9.0)
    comes = then(
        rolling(-0.4, 0.0, 0.4, 0.0, start=0.8, deceleration=1e-6),
        at_rest(0.0, 0.0),
        1.8,
    )
    rests = find_rests(observe([gone, comes], t_end=4.0))
    at_origin = [rest for rest in rests if np.hypot(*rest.xy) < 0.005]
    assert len(at_origin) == 2


@pytest.mark.parametrize("misses", [0.0, 0.1], ids=["all seen", "one of ten missed"])
@pytest.mark.parametrize("fps", [25, 30, 60])
def test_a_simple_shot_is_one_window_with_every_ball_whole(fps, misses):
    (shot,) = windows(one_contact(), fps=fps, misses=misses, ghosts=0.1)
    assert shot.t_strike == pytest.approx(1.0, abs=0.03)
    assert shot.t_rest == pytest.approx(1.0 + 0.1 + 1.9 / 2.5, abs=0.25)
    assert len(shot.paths) == 3
    assert not shot.by_hand
    assert shot.opened
    starts = np.array([place_of(path)[0] for path in shot.paths])
    ends = np.array([place_of(path)[1] for path in shot.paths])
    moved = np.sort(np.hypot(*(ends - starts).T))
    assert moved == pytest.approx([0.0, 0.2, 1.9**2 / 5], abs=0.01)


def test_the_ball_that_starts_first_is_the_cue_ball():
    (shot,) = windows(one_contact())
    cue = next(path for path in shot.paths if path.key == shot.cue_key)
    assert cue.xy[0] == pytest.approx((-0.5, 0.0), abs=0.01)
    assert shot.before[cue.key] == pytest.approx((-0.5, 0.0), abs=0.002)
    assert shot.after[cue.key] == pytest.approx((-0.3, 0.0), abs=0.002)


def test_without_colours_the_balls_are_told_apart_by_their_ways():
    (shot,) = windows(one_contact(), colours=False)
    ends = sorted(float(path.xy[-1, 0]) for path in shot.paths)
    assert ends == pytest.approx([-0.3, 0.4, -0.3 + 2 * R + 1.9**2 / 5], abs=0.01)


def test_a_ball_that_falls_ends_in_the_pocket():
    falls = rolling(0.9, 0.3, 1.2, 1.0, start=0.8, deceleration=0.3)

    def way(t):
        xy = falls(t)
        return xy if xy[0] < TABLE.length / 2 + 0.02 else None

    (shot,) = windows([way, at_rest(0.0, 0.0)])
    path = next(p for p in shot.paths if p.key == shot.cue_key)
    assert path.t[-1] < 2.0
    assert path.key not in shot.after
    assert len(shot.after) == 1


def with_ghost(frame, xy):
    """Return a frame with one more observation, of a detector that hesitates."""
    return Observations(
        frame.frame,
        frame.t,
        np.vstack([frame.xy, xy]),
        np.concatenate([frame.covariance, frame.covariance[:1]]),
        np.append(frame.score, 0.4),
        np.vstack([frame.label_log, np.zeros((1, frame.label_log.shape[1]))]),
        np.vstack([frame.streak, np.zeros((1, 2))]),
    )


def test_a_false_sighting_at_the_start_does_not_cost_a_ball_its_way():
    cue, target, other = one_contact()
    frames = observe([cue, hidden(target, 1.11, 1.3), other], t_end=4.0)
    frames[37] = with_ghost(frames[37], (-0.28, 0.04))
    (shot,) = find_shots(frames, TABLE, jitter=0.05)
    ways = [path.xy[-1] - path.xy[0] for path in shot.paths]
    moved = np.sort(np.hypot(*np.array(ways).T))
    assert moved == pytest.approx([0.0, 0.2, 1.9**2 / 5], abs=0.01)


def test_a_mark_where_a_ball_lay_does_not_keep_it_there():
    cue, target, other = one_contact()
    frames = observe([cue, target, other], t_end=4.0)
    for step in (39, 40, 41):
        frames[step] = with_ghost(frames[step], (-0.3 + 2 * R, 0.0))
    rests = find_rests(frames, ball_radius=R)
    at_start = [r for r in rests if np.hypot(*(r.xy - (-0.3 + 2 * R, 0.0))) < 0.003]
    assert at_start[0].last <= 35
    (shot,) = find_shots(frames, TABLE, jitter=0.05)
    ways = [path.xy[-1] - path.xy[0] for path in shot.paths]
    moved = np.sort(np.hypot(*np.array(ways).T))
    assert moved == pytest.approx([0.0, 0.2, 1.9**2 / 5], abs=0.01)


def test_balls_at_rest_alone_are_no_shot():
    assert windows([at_rest(0.0, 0.0), at_rest(0.5, 0.1)], ghosts=0.3) == ()


def test_a_ball_in_a_net_is_not_on_the_table():
    net = TABLE.pockets[0].center
    (shot,) = windows([*one_contact(), at_rest(*net)])
    assert len(shot.paths) == 3


def test_two_shots_are_two_windows_that_do_not_overlap():
    first = rolling(-0.8, 0.3, 0.8, 0.0, start=1.0, deceleration=1.0)
    second = rolling(0.5, -0.3, -0.8, 0.0, start=4.0, deceleration=1.0)
    shots = windows([first, second], t_end=7.0)
    assert [shot.t_strike for shot in shots] == pytest.approx([1.0, 4.0], abs=0.03)
    assert shots[0].t_to <= shots[1].t_strike
    assert shots[1].t_from >= shots[0].t_rest


def test_a_ball_put_down_by_hand_is_no_shot():
    def carried(t):
        s = np.clip((t - 1.0) / 1.2, 0, 1)
        s = 3 * s**2 - 2 * s**3
        return (-0.5 + 0.6 * s, 0.3 * np.sin(np.pi * s))

    (window,) = windows([carried, at_rest(0.8, 0.4)])
    assert window.by_hand


def test_a_recording_that_begins_in_motion_has_a_shot_without_a_strike():
    moving = rolling(-0.5, 0.0, 1.0, 0.1, start=-0.2, deceleration=0.8)
    (shot,) = windows([moving, at_rest(0.5, 0.4)])
    assert not shot.opened
    assert shot.cue_key is None


def test_a_recording_that_ends_in_motion_has_a_shot_without_rest():
    moving = rolling(-0.9, 0.0, 0.4, 0.05, start=1.0)
    (shot,) = windows([moving, at_rest(0.5, 0.4)], t_end=3.0)
    assert shot.t_rest is None


def test_live_tracks_follow_the_balls_and_pin_a_hidden_one():
    tracker = BallTracker(TABLE)
    ways = [*one_contact()[:2], hidden(at_rest(0.4, 0.4), 1.2, 3.0)]
    snapshots = [tracker.update(frame) for frame in observe(ways, t_end=3.0)]
    last = snapshots[-1]
    assert len(last) == 3
    assert last.still.all()
    assert sorted(last.seen.tolist()) == [False, True, True]
    assert sorted(last.key.tolist()) == sorted(snapshots[15].key.tolist())
    hidden_row = int(np.flatnonzero(~last.seen)[0])
    assert last.xy[hidden_row] == pytest.approx((0.4, 0.4), abs=0.002)


def test_live_tracks_forget_everything_on_reset():
    tracker = BallTracker(TABLE)
    for frame in observe([at_rest(0.0, 0.0)], t_end=0.5):
        tracker.update(frame)
    tracker.reset()
    assert len(tracker.update(observe([at_rest(0.0, 0.0)], t_end=0.1)[0])) == 0


def test_the_order_of_observations_changes_nothing():
    frames = observe(one_contact(), t_end=3.0, ghosts=0.1)
    rng = np.random.default_rng(5)
    shuffled = [frame[rng.permutation(len(frame))] for frame in frames]
    one, other = find_shots(frames, TABLE)[0], find_shots(shuffled, TABLE)[0]
    ways = [sorted(path.xy[-1].tolist() for path in s.paths) for s in (one, other)]
    assert ways[0] == ways[1]


def test_a_ball_that_flies_over_the_rail_is_not_the_one_that_an_arm_uncovers():
    edge = TABLE.length / 2 - TABLE.ball_radius
    flown = rolling(edge - 1.227, 0.0, 2.0, 0.0, start=1.2)
    gone = then(flown, lambda _t: None, 1.84)
    uncovered = hidden(at_rest(edge, 0.4), 0.0, 2.2)
    (window,) = windows([gone, uncovered, at_rest(-0.5, 0.3)], t_end=4.0, colours=False)
    (cue,) = (path for path in window.paths if path.key == window.cue_key)
    assert cue.t[-1] < 2.0
    assert any(np.hypot(*(p.xy[-1] - (edge, 0.4))) < 0.01 for p in window.paths)


def test_nothing_comes_out_of_a_mouth_faster_than_it_went_in():
    rolls = rolling(0.02, -0.4, -0.03, -0.5, start=0.8, deceleration=0.1)
    flits = rolling(1.13, 0.48, 2.0, 2.5, start=2.4, deceleration=0.1)

    def way(t):
        if t < 2.4:
            xy = rolls(t)
            return xy if xy[1] > -TABLE.width / 2 - 0.012 else None
        return flits(t) if t < 2.47 else None

    (shot,) = windows([way, at_rest(0.3, 0.0)], ghosts=0.0)
    path = next(p for p in shot.paths if p.key == shot.cue_key)
    assert path.t[-1] < 1.5


def test_a_shadow_beside_a_ball_is_no_ball():
    ball, shadow = (0.3, 0.2), (0.3 + 1.5 * R, 0.2)
    cue, target, third = one_contact()
    frames = observe([cue, target, third, at_rest(*ball), at_rest(*shadow)], t_end=4.0)
    (window,) = find_shots([weaker_near(f, shadow) for f in frames], TABLE, jitter=0.05)
    places = [path.xy[0] for path in window.paths]
    assert len(places) == 4
    assert min(np.hypot(*(place - ball)) for place in places) < 0.005


def weaker_near(frame, place):
    near = np.hypot(*(frame.xy - np.array(place)).T) < R / 2
    return replace(frame, score=np.where(near, 0.5, 0.9))
