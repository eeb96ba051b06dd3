"""The law of motion, and accounts that are replayed against samples."""

import numpy as np
import pytest

from adjudicator.events import Rail
from tests.tracking.billiards import DIAMETER, TABLE, head_on, path
from tracking.motion.samples import prepare
from tracking.physics.arithmetic import ARRAYS, FLOATS
from tracking.physics.beats import Beat, Stage, neighbours
from tracking.physics.course import course_of, first_theta, run_of
from tracking.physics.flight import Flight, place_at, state_at
from tracking.physics.replay import replay
from tracking.physics.slopes import slopes_of
from tracking.physics.story import make_play
from tracking.physics.table_physics import TablePhysics, refined
from tracking.physics.walls import walls_of

CLOTH = (2.0, 0.1)


def flight(velocity, slip):
    return Flight(0.0, 0.0, 0.0, *velocity, *slip)


def test_a_ball_without_slip_rolls_and_stops():
    one = flight((1.0, 0.0), (0.0, 0.0))
    x = [place_at(one, t, *CLOTH, FLOATS)[0] for t in (0.0, 1.0, 10.0, 20.0)]
    assert np.allclose(x, [0.0, 0.95, 5.0, 5.0], atol=1e-3)


def test_a_ball_struck_without_spin_rolls_on_with_five_sevenths_of_its_speed():
    state = state_at(flight((1.4, 0.0), (1.4, 0.0)), 0.2, *CLOTH, FLOATS)
    assert np.allclose(state[2:4], [1.0, 0.0], atol=1e-3)
    assert np.allclose(state[4:], 0.0, atol=1e-5)


def test_a_sliding_ball_with_side_slip_is_bent():
    place = place_at(flight((1.0, 0.0), (0.0, 0.5)), 0.3, *CLOTH, FLOATS)
    assert place[1] < -0.01


def test_the_velocity_of_a_flight_is_the_slope_of_its_places():
    one, h = flight((1.3, -0.4), (0.6, 0.5)), 1e-6
    for t in (0.05, 0.11, 0.3, 5.0, 14.0):
        ahead, behind = (place_at(one, t + d, *CLOTH, FLOATS) for d in (h, -h))
        slope = (np.array(ahead) - behind) / (2 * h)
        assert np.allclose(state_at(one, t, *CLOTH, FLOATS)[2:4], slope, atol=1e-5)


def test_single_numbers_and_arrays_fly_alike():
    t = np.array([0.02, 0.4, 30.0])
    one = flight((1.3, -0.4), (0.6, 0.5))
    many = Flight(
        *(np.full(3, getattr(one, name)) for name in ("t", "x", "y", "vx", "vy")),
        np.full(3, one.ux),
        np.full(3, one.uy),
    )
    cloth = tuple(np.full(3, value) for value in CLOTH)
    together = np.array(state_at(many, t, *cloth, ARRAYS)).T
    alone = [state_at(one, float(time), *CLOTH, FLOATS) for time in t]
    assert np.allclose(together, alone, atol=1e-12)


def stage_of(paths, rests):
    samples = tuple(prepare(paths))
    barred = ((),) * len(paths)
    walls = walls_of(TABLE)
    return Stage(samples, rests, barred, walls, TABLE.ball_radius, TablePhysics())


def test_the_true_account_of_a_contact_beats_that_of_none_by_far():
    cue, other, t = head_on()
    paths = [path(0, cue), path(1, other)]
    stage = stage_of(paths, (((-1.0, 0.0),), ((-1.0, t),)))
    beats = [Beat(0.0, (0,), is_fixed=True), Beat(t + 0.01, (0, 1))]
    with_it = replay(make_play(stage, beats, [1]))
    span = (t - 0.3, t + 0.3)
    without = replay(make_play(stage, beats[:1], [], extra=(0, 1), span=span))
    assert with_it.t[0] == pytest.approx(t, abs=0.002)
    assert without.cost - with_it.cost > 100
    # These balls roll at once; real ones slide first, which the fit takes for more.
    assert with_it.impulse[0] == pytest.approx(0.97 * (1.5 - 0.1 * t), rel=0.15)


def test_slopes_are_those_of_the_residuals():
    cue, other, t = head_on()
    stage = stage_of([path(0, cue), path(1, other)], (((-1.0, 0.0),), ((-1.0, t),)))
    foot = next(w for w in stage.walls if w.rail is Rail.FOOT and not w.is_jaw)
    jaw = next(w for w in stage.walls if w.normal is None)
    beats = [
        Beat(0.003, (0,), is_fixed=True),
        Beat(t + 0.004, (0, 1)),
        Beat(t + 0.01, (1,), foot),
        Beat(t + 0.02, (0,), jaw),
    ]
    play = make_play(stage, beats, range(4))
    course = course_of(play)
    theta = first_theta(play, play.outsets[0])
    theta[:2] += 0.1
    found = slopes_of(course, theta, run_of(course, theta))
    for k in range(course.count):
        ends = []
        for sign in (1, -1):
            moved = theta.copy()
            moved[k] += sign * 1e-7
            run = run_of(course, moved)
            ends.append(np.concatenate((run.samples, run.laws)))
        slope = (ends[0] - ends[1]) / 2e-7
        assert np.allclose(found[:, k], slope, rtol=0.02, atol=0.02 * abs(slope).max())


def test_beats_of_other_balls_are_judged_apart():
    beats = [Beat(0.0, (0, 1)), Beat(0.01, (2, 3)), Beat(0.05, (1, 4))]
    assert neighbours(beats, [0]) == [0, 2]


def test_a_wall_tells_the_gap_of_a_ball():
    foot = next(
        w for w in walls_of(TABLE) if w.rail is Rail.FOOT and w.normal is not None
    )
    place = np.array([[TABLE.length / 2 - TABLE.ball_radius - 0.01, 0.0]])
    gap, normal = foot.gap(place, TABLE.ball_radius)
    assert gap[0] == pytest.approx(0.01)
    assert np.allclose(normal, [[-1.0, 0.0]])
    assert foot.reaches(place[0], 0.0)


def test_a_jaw_pushes_away_from_its_centre():
    jaw = next(w for w in walls_of(TABLE) if w.normal is None)
    place = jaw.anchor[None] + [[DIAMETER, 0.0]]
    gap, normal = jaw.gap(place, TABLE.ball_radius)
    assert gap[0] == pytest.approx(DIAMETER - TABLE.ball_radius - jaw.radius)
    assert np.allclose(normal, [[1.0, 0.0]])


def test_friction_moves_toward_what_clean_pieces_say():
    piece = (np.array([0.3, -0.2]), np.array([100.0, 100.0]))
    learnt = refined(TablePhysics(), [piece] * 3, [0.8, 0.82, 0.81])
    assert learnt.sliding == pytest.approx(0.2 * np.exp(0.3 * 300 / 325), rel=0.01)
    assert learnt.rolling < 0.01
    assert 0.75 < learnt.rail_restitution < 0.82
    assert learnt.cloth_information[0] > 300


def test_nothing_learnt_leaves_the_table_as_it_was():
    assert refined(TablePhysics(), [], []).sliding == TablePhysics().sliding
