"""Motions: exact events lie where the exact paths say."""

import math
import pickle
from pathlib import Path

import numpy as np
import pytest

from adjudicator.balls import CUE_BALL, Ball
from adjudicator.events import (
    Contact,
    Crossing,
    Line,
    Pocketed,
    Point,
    Rail,
    RailTouch,
    Rest,
    Strike,
)
from adjudicator.table import TABLES, TableKind
from vision.synthesis.errors import InvalidMotionError
from vision.synthesis.motion import Motion, join, layout_of
from vision.synthesis.motion_events import crossings, rests
from vision.synthesis.motion_json import dump_motion, load_motion
from vision.synthesis.trajectory import Trajectory

FOLDER = Path(__file__).parents[2] / "data" / "motions"
NAMES = ("nine_ball_pot", "pyramid_break")


def stored(name: str) -> Motion:
    """Return a stored motion by name: no simulator needed."""
    return load_motion((FOLDER / f"{name}.json").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_balls_touch_at_a_contact(name: str) -> None:
    motion = stored(name)
    for event in motion.events:
        if isinstance(event, Contact):
            a, b = (motion.trajectory(ball) for ball in event.balls)
            when = np.array([event.t])
            apart = np.linalg.norm(a.position(when) - b.position(when))
            assert apart == pytest.approx(2 * motion.table.ball_radius, abs=2e-6)
            assert event.moving
            assert event.xy is not None


@pytest.mark.parametrize("name", NAMES)
def test_a_ball_touches_a_straight_rail_one_radius_from_its_nose(name: str) -> None:
    motion = stored(name)
    table = motion.table
    touches = [e for e in motion.events if isinstance(e, RailTouch) and not e.jaw]
    assert touches
    for event in touches:
        x, y, _ = motion.trajectory(event.ball).position(np.array([event.t]))[0]
        reach = {
            Rail.FOOT: table.length / 2 - x,
            Rail.HEAD: table.length / 2 + x,
            Rail.LEFT: table.width / 2 - y,
            Rail.RIGHT: table.width / 2 + y,
        }[event.rail]
        assert reach == pytest.approx(table.ball_radius, abs=2e-6)


@pytest.mark.parametrize("name", NAMES)
def test_paths_never_jump(name: str) -> None:
    motion = stored(name)
    for path in motion.trajectories:
        before = path.position(path.t[1:] - 1e-9)
        after = path.position(path.t[1:])
        speeds = np.linalg.norm(path.velocity(path.t[1:] - 1e-9), axis=1)
        jump = np.linalg.norm(after - before, axis=1)
        assert np.all(jump < 1e-6 + 2e-9 * speeds)


@pytest.mark.parametrize("name", NAMES)
def test_events_come_in_order_and_start_with_the_strike(name: str) -> None:
    motion = stored(name)
    times = [event.t for event in motion.events]
    assert times == sorted(times)
    first = motion.events[0]
    assert isinstance(first, Strike)
    assert first.t == 0.0
    assert first.ball is motion.cue_ball
    assert times[-1] <= motion.t_end + 1e-9


def test_a_pocketed_ball_leaves_the_table_and_falls_out_of_sight() -> None:
    motion = stored("nine_ball_pot")
    event = next(e for e in motion.events if isinstance(e, Pocketed))
    row = motion.balls.index(event.ball)
    times = event.t + np.array([-0.01, 0.05, 1.0])
    assert motion.on_table(times)[row].tolist() == [True, False, False]
    assert motion.visible(times)[row].tolist() == [True, True, False]
    assert motion.positions(times)[row, 1, 2] < motion.table.ball_radius
    pocket = next(p for p in motion.table.pockets if p.name is event.pocket)
    x, y, _ = motion.positions(np.array([event.t]))[row, 0]
    assert math.dist((x, y), pocket.center) == pytest.approx(pocket.radius, abs=1e-5)
    assert event.ball not in motion.layout(motion.t_end + 1).balls


def test_everything_rests_before_the_strike_and_after_the_end() -> None:
    motion = stored("pyramid_break")
    times = np.array([-5.0, motion.t_end + 0.001, motion.t_end + 100])
    played = motion.on_table(times)
    speeds = np.linalg.norm(motion.velocities(times), axis=2)
    assert np.all(speeds[played] == 0.0)
    last = [e for e in motion.events if isinstance(e, Rest | Pocketed)]
    assert max(e.t for e in last) == pytest.approx(motion.t_end)


def test_a_motion_survives_json_and_pickle() -> None:
    motion = stored("nine_ball_pot")
    for copy in (load_motion(dump_motion(motion)), pickle.loads(pickle.dumps(motion))):  # noqa: S301
        assert copy.balls == motion.balls
        assert copy.events == motion.events
        times = np.linspace(0, motion.t_end, 50)
        np.testing.assert_array_equal(copy.positions(times), motion.positions(times))


def test_motions_are_joined_one_after_the_other() -> None:
    first = stored("nine_ball_pot")
    table = first.table
    extra = Ball("ball-77")
    path = Trajectory.at_rest((0.0, 0.0, table.ball_radius), t=20.0)
    start = np.array([[1.0, 0.0, 0.0, 0.0]])
    second = Motion(table, (extra,), (path,), start, (), 20.0, None)
    both = join([first, second])
    assert both.t_end == 20.0
    row = both.balls.index(extra)
    assert both.visible(np.array([1.0, 21.0]))[row].tolist() == [False, True]
    times = np.linspace(0, first.t_end, 20)
    np.testing.assert_array_equal(both.positions(times)[:-1], first.positions(times))


def test_a_motion_shifted_in_time_happens_later() -> None:
    motion = stored("nine_ball_pot")
    later = motion.shifted(2.0)
    assert later.events[3].t == pytest.approx(motion.events[3].t + 2.0)
    times = np.array([0.1, 0.7])
    np.testing.assert_allclose(
        later.positions(times + 2.0), motion.positions(times), atol=1e-9
    )


def test_a_ball_crosses_lines_only_from_one_side_to_the_other() -> None:
    table = TABLES[TableKind.POOL_9FT]
    path = _roll(x=-1.0, y=0.0, speed=1.0)
    found = crossings(CUE_BALL, path, table)
    assert [(e.line, e.toward) for e in found] == [
        (Line.HEAD, Rail.FOOT),
        (Line.CENTER, Rail.FOOT),
    ]
    for event in found:
        x = path.position(np.array([event.t]))[0, 0]
        goal = table.head_string_x if event.line is Line.HEAD else 0.0
        assert x == pytest.approx(goal, abs=1e-12)
    assert isinstance(found[0], Crossing)


def test_a_ball_that_starts_on_a_line_has_not_crossed_it() -> None:
    table = TABLES[TableKind.POOL_9FT]
    path = _roll(x=table.head_string_x, y=0.1, speed=0.3)
    assert crossings(CUE_BALL, path, table) == []


def test_a_ball_rests_once_where_it_stops() -> None:
    path = _roll(x=0.0, y=0.0, speed=0.2)
    (rest,) = rests(CUE_BALL, path)
    assert rest.t == pytest.approx(2.0)
    assert rest.xy == pytest.approx((0.2, 0.0))


def test_frozen_balls_and_rails_are_named() -> None:
    table = TABLES[TableKind.POOL_9FT]
    radius = table.ball_radius
    one, two = Ball("1"), Ball("2")
    layout = layout_of(
        {
            one: Point(0.3, table.width / 2 - radius),
            two: Point(0.3 + 2 * radius, table.width / 2 - radius),
            CUE_BALL: Point(0.0, 0.0),
        },
        table,
    )
    assert dict(layout.frozen_rail) == {one: Rail.LEFT, two: Rail.LEFT}
    assert layout.frozen_pairs == {(one, two)}


def test_a_motion_needs_a_path_for_every_ball() -> None:
    motion = stored("nine_ball_pot")
    with pytest.raises(InvalidMotionError, match="trajectories"):
        Motion(
            motion.table,
            motion.balls,
            motion.trajectories[:-1],
            motion.start_orientations,
            (),
            0.0,
            None,
        )
    with pytest.raises(InvalidMotionError, match="takes no part"):
        motion.trajectory(Ball("15"))
    with pytest.raises(InvalidMotionError, match="schema"):
        load_motion("{}")


def _roll(x: float, y: float, speed: float) -> Trajectory:
    radius, slowing = 0.028575, 0.1
    lasts = speed / slowing
    zero = [0.0, 0.0, 0.0]
    return Trajectory(
        np.array([0.0, lasts]),
        np.array([[x, y, radius], [x + speed * lasts / 2, y, radius]]),
        np.array([[speed, 0.0, 0.0], zero]),
        np.array([[-slowing, 0.0, 0.0], zero]),
        np.zeros((2, 3)),
        np.zeros((2, 3)),
        np.array([3, 0], dtype=np.int8),
    )
