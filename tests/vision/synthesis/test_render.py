from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from vision.synthesis.ball_looks import BallLook, SetKind, draw_ball_set
from vision.synthesis.ball_picture import Surroundings, picture_ball
from vision.synthesis.camera_looks import draw_camera
from vision.synthesis.compose import smear
from vision.synthesis.errors import InvalidSceneError
from vision.synthesis.lamp_looks import draw_lamps
from vision.synthesis.light import ball_shadow
from vision.synthesis.looks import draw_look
from vision.synthesis.players import draw_hand
from vision.synthesis.render import Stage, expose, prepare_stage
from vision.synthesis.scene import FrameState
from vision.synthesis.seeds import Split

TABLE = TABLES[TableKind.POOL_9FT]
RADIUS = TABLE.ball_radius
NAMES = ("cue", "1", "9")


@lru_cache(maxsize=4)
def stage(seed: int = 3, size: tuple[int, int] = (480, 270)) -> Stage:
    rng = np.random.default_rng(seed)
    look = draw_look(rng, Split.TRAIN, TABLE, SetKind.POOL)
    camera = draw_camera(rng, seed, TABLE, size=size, cut=False)
    return prepare_stage(camera, TABLE, look, NAMES)


def state(places, samples: int = 1, travel=(0.0, 0.0)) -> FrameState:
    centers = np.column_stack([np.array(places, float), np.full(len(places), RADIUS)])
    when = np.linspace(-0.5, 0.5, samples) if samples > 1 else np.zeros(1)
    positions = np.repeat(centers[None], samples, axis=0)
    positions[:, 0, :2] += when[:, None] * np.array(travel)
    turns = np.repeat(np.eye(3)[None], len(places), axis=0)
    return FrameState(0.0, positions, turns, np.ones(len(places), np.bool_))


PLACES = [(-0.5, 0.2), (0.1, -0.3), (0.6, 0.1)]


@pytest.mark.parametrize("seed", range(8))
def test_the_drawn_cover_of_a_ball_is_where_the_label_says(seed):
    rng = np.random.default_rng(seed)
    camera = draw_camera(rng, seed, TABLE, size=(960, 540))
    center = np.array([rng.uniform(-1.2, 1.2), rng.uniform(-0.6, 0.6), RADIUS])
    lamps = draw_lamps(rng, seed, TABLE)
    around = Surroundings(lamps, np.full(3, 0.2, np.float32), np.zeros((0, 3)))
    patch = picture_ball(
        camera, center, RADIUS, np.eye(3)[None], BallLook((200, 0, 0)), around
    )
    rows, columns = np.indices(patch.cover.shape)
    mass = patch.cover.sum()
    u = (patch.cover * columns).sum() / mass + patch.corner[0]
    v = (patch.cover * rows).sum() / mass + patch.corner[1]
    uv, radius_px, _ = camera.ball_images(center[None], RADIUS)
    assert [u, v] == pytest.approx(uv[0], abs=0.01)
    assert np.sqrt(mass / np.pi) == pytest.approx(radius_px[0], rel=0.01)


def test_a_smeared_ball_keeps_its_mass_and_its_mean_place():
    rng = np.random.default_rng(1)
    camera = draw_camera(rng, 1, TABLE, size=(960, 540))
    lamps = draw_lamps(rng, 1, TABLE)
    around = Surroundings(lamps, np.full(3, 0.2, np.float32), np.zeros((0, 3)))
    look = BallLook((200, 0, 0))
    center = np.array([0.0, 0.0, RADIUS])
    patch = picture_ball(camera, center, RADIUS, np.eye(3)[None], look, around)
    offsets = np.linspace(-0.5, 0.5, 9)[:, None] * np.array([34.0, -16.0])
    moved = smear(patch, offsets)
    assert moved.cover.sum() == pytest.approx(patch.cover.sum(), rel=1e-3)
    means = []
    for one in (patch, moved):
        rows, columns = np.indices(one.cover.shape)
        mass = one.cover.sum()
        means.append(
            [
                (one.cover * columns).sum() / mass + one.corner[0],
                (one.cover * rows).sum() / mass + one.corner[1],
            ]
        )
    assert means[1] == pytest.approx(means[0], abs=0.02)
    assert moved.cover.max() < 1


def test_balls_in_the_open_are_wholly_visible():
    balls = expose(stage(), state(PLACES)).balls
    assert balls.visible == pytest.approx(1.0, abs=1e-3)
    assert np.all(balls.streak_px == 0)


def test_a_moving_ball_has_a_box_around_its_streak():
    balls = expose(stage(), state(PLACES, samples=7, travel=(0.12, 0.05))).balls
    assert np.linalg.norm(balls.streak_px[0]) > balls.radius_px[0]
    still = expose(stage(), state(PLACES)).balls
    assert balls.uv == pytest.approx(still.uv, abs=1e-6)
    width = balls.box_px[0, 2] - balls.box_px[0, 0]
    plain = still.box_px[0, 2] - still.box_px[0, 0]
    assert width == pytest.approx(plain + abs(balls.streak_px[0, 0]), rel=0.02)


def test_a_hand_over_a_ball_hides_it():
    rng = np.random.default_rng(4)
    toward = np.array([1.0, 0.0])
    hand = draw_hand(rng, np.array(PLACES[0]), toward, "fist", height=0.08)
    exposure = expose(stage(), state(PLACES), [hand])
    assert exposure.balls.visible[0] < 0.3
    assert exposure.balls.visible[2] > 0.9
    box = exposure.occluders[0].box_px
    assert exposure.occluders[0].kind == "hand"
    u, v = exposure.balls.uv[0]
    assert box[0] < u < box[2]
    assert box[1] < v < box[3]


def test_a_ball_that_has_dropped_is_hidden_by_the_bed():
    under = state(PLACES)
    sunk = under.positions.copy()
    sunk[:, 1, 2] = -2 * RADIUS
    exposure = expose(stage(), replace(under, positions=sunk))
    assert exposure.balls.visible[1] == pytest.approx(0, abs=1e-3)


def test_a_ball_in_a_pocket_is_seen_through_its_mouth():
    pocket = TABLE.pockets[0].center
    down = state([(pocket[0], pocket[1]), *PLACES[1:]])
    sunk = down.positions.copy()
    sunk[:, 0, 2] = -RADIUS
    exposure = expose(stage(), replace(down, positions=sunk))
    assert exposure.balls.visible[0] > 0.3


def test_an_absent_ball_leaves_no_trace():
    present = np.array([True, False, False])
    alone = expose(stage(), replace(state(PLACES), present=present))
    other = state([PLACES[0], (0.9, 0.5), (0.0, 0.0)])
    moved = expose(stage(), replace(other, present=present))
    assert np.array_equal(alone.light, moved.light)
    assert alone.balls.visible[1] == 0


def test_a_ball_is_darker_where_it_turns_away_from_the_lamps_and_dims_the_cloth():
    rng = np.random.default_rng(0)
    lamps = draw_lamps(rng, 2, TABLE)
    center = np.array([0.0, 0.0, RADIUS])
    xy = np.array([[0.0, 0.005], [1.0, 0.5]], np.float32)
    factors = ball_shadow(lamps, xy, center, RADIUS)
    assert np.all(factors[0] < 0.2)
    assert np.all(factors[1] > 0.97)


def test_states_whose_columns_do_not_fit_are_refused():
    fine = state(PLACES)
    with pytest.raises(InvalidSceneError, match="positions have shape"):
        replace(fine, positions=fine.positions[0])
    with pytest.raises(InvalidSceneError, match="orientations have shape"):
        replace(fine, orientations=fine.orientations[:2])
    with pytest.raises(InvalidSceneError, match="present has shape"):
        replace(fine, present=fine.present[:1])


@pytest.mark.parametrize("kind", SetKind)
def test_a_ball_set_is_the_same_whenever_it_is_drawn(kind):
    first, second = draw_ball_set(kind, 5), draw_ball_set(kind, 5)
    assert list(first) == list(second)
    assert all(first[name].body == second[name].body for name in first)


def test_rooms_have_strip_lamps_and_lamps_of_mixed_colour():
    rooms = [draw_lamps(np.random.default_rng(0), n, TABLE) for n in range(16)]
    warmth = [room.power[:, 2] / room.power[:, 0] for room in rooms]
    assert any(np.ptp(warm) > 0.08 for warm in warmth)
    assert any(np.ptp(warm) < 0.01 for warm in warmth)
    thin = [room.positions[room.radii < 0.07] for room in rooms]
    strips = [lamps for lamps in thin if len(lamps) >= 7]
    assert strips
    assert all(np.ptp(lamps, axis=0).max() > 1 for lamps in strips)
