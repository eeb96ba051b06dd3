"""Clips: plan, pictures and truth agree; no simulator needed."""

import itertools
import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from adjudicator.balls import CUE_BALL, Ball, Discipline
from adjudicator.events import (
    Intruder,
    Intrusion,
    Placed,
    PocketName,
    Point,
    SelfDropped,
    Strike,
    Touched,
)
from adjudicator.shot import ShotKind
from vision.synthesis.camera import Camera
from vision.synthesis.clip_developer import ClipDeveloper, changed_windows
from vision.synthesis.clip_plan import (
    LEAD,
    PAUSE,
    TAIL,
    ClipPlan,
    plan_clip,
    with_late_drop,
    with_shove,
)
from vision.synthesis.clip_players import cue_gap, occluders_at
from vision.synthesis.clips import (
    dress_clip,
    expose_clip,
    frame_state,
    render_clip,
    write_clip,
)
from vision.synthesis.develop import Development
from vision.synthesis.errors import InvalidMotionError, InvalidSceneError
from vision.synthesis.intents import Intent
from vision.synthesis.motion import Motion
from vision.synthesis.motion_json import load_motion
from vision.synthesis.scripted import lip_place, still
from vision.synthesis.shots import ScriptedShot
from vision.synthesis.truth import event_from_json
from vision.synthesis.truth_files import (
    clip_calls,
    clip_truth,
    corners_uv,
    dump_truth,
    head_end,
)
from vision.synthesis.video_writer import write_video

FOLDER = Path(__file__).parents[2] / "data" / "motions"
SEED = 2_000_123


def scripted(motion: Motion, **changes: object) -> ScriptedShot:
    whole = ScriptedShot(
        motion,
        Discipline.NINE_BALL,
        SEED,
        ShotKind.SHOT,
        Intent.POT,
        direction=0.3,
        elevation=0.05,
    )
    return replace(whole, **changes)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def pot() -> ScriptedShot:
    return scripted(load_motion((FOLDER / "nine_ball_pot.json").read_text()))


@pytest.fixture(scope="module")
def plan(pot: ScriptedShot) -> ClipPlan:
    return plan_clip([pot], SEED)


def test_a_clip_shows_the_table_at_rest_before_and_after(plan: ClipPlan) -> None:
    strike = next(e for e in plan.events if isinstance(e, Strike))
    assert strike.t == pytest.approx(LEAD)
    assert plan.duration == pytest.approx(plan.motion.t_end + TAIL)
    speeds = np.linalg.norm(
        plan.motion.velocities(np.array([0.0, LEAD - 0.01])), axis=2
    )
    assert speeds.max() == 0.0


def test_a_cue_is_over_the_table_at_the_strike(plan: ClipPlan) -> None:
    (cue,) = [e for e in plan.events if isinstance(e, Intrusion)]
    assert cue.kind is Intruder.CUE
    assert cue.t < LEAD < cue.t_to
    kinds = {thing.kind for thing in occluders_at(plan, LEAD - 0.3, 0.004)}
    assert {"cue", "hand"} <= kinds
    assert occluders_at(plan, 0.0, 0.004) == ()


def test_the_tip_meets_the_ball_at_the_strike_and_not_before(plan: ClipPlan) -> None:
    strike = plan.strikes[0]
    assert cue_gap(strike, 0.0) == pytest.approx(0.0, abs=1e-9)
    before = [cue_gap(strike, since) for since in np.linspace(-1.4, -0.005, 200)]
    assert min(before) > 0.0
    assert cue_gap(strike, 0.2) < 0.0


def test_a_ball_that_lies_elsewhere_next_is_put_there_by_hand(
    pot: ScriptedShot,
) -> None:
    left = dict(pot.motion.layout(pot.motion.t_end + 1).balls)
    left[CUE_BALL] = Point(0.0, 0.0)
    second = scripted(still(pot.motion.table, left, cue_ball=CUE_BALL))
    both = plan_clip([pot, second], SEED)
    (carry,) = both.carries
    assert carry.ball is CUE_BALL
    placed = next(e for e in both.events if isinstance(e, Placed))
    assert placed.xy == (0.0, 0.0)
    assert placed.t == pytest.approx(carry.t_to)
    assert both.strikes[1].t == pytest.approx(carry.t_to + PAUSE)
    kinds = {thing.kind for thing in occluders_at(both, carry.t_to - 0.2, 0.004)}
    assert kinds == {"hand"}
    layout = both.motion.layout(both.strikes[1].t).balls
    assert layout[CUE_BALL] == pytest.approx((0.0, 0.0))


def test_a_hand_may_shove_a_ball_after_the_last_shot(plan: ClipPlan) -> None:
    balls = plan.motion.layout(plan.duration).balls
    ball, xy = next(iter(balls.items()))
    shoved = with_shove(plan, ball, 0.02)
    event = next(e for e in shoved.events if isinstance(e, Touched))
    assert event.t > plan.motion.t_end
    assert event.moved == pytest.approx(0.02)
    end = shoved.motion.layout(shoved.duration).balls[ball]
    assert math.dist(end, xy) == pytest.approx(0.02)
    kinds = {thing.kind for thing in occluders_at(shoved, event.t, 0.004)}
    assert "hand" in kinds
    assert shoved.duration > event.t + 1.0


def test_a_ball_on_the_lip_may_drop_after_the_last_shot(pot: ScriptedShot) -> None:
    table = pot.motion.table
    place = lip_place(table, PocketName.CENTER_RIGHT)
    balls = {CUE_BALL: Point(0.0, 0.0), Ball("4"): place}
    quiet = scripted(still(table, balls, cue_ball=CUE_BALL))
    plan = plan_clip([quiet], SEED)
    late = with_late_drop(plan, Ball("4"), PocketName.CENTER_RIGHT)
    event = next(e for e in late.events if isinstance(e, SelfDropped))
    assert plan.motion.t_end < event.t < late.duration - 1.0
    assert Ball("4") not in late.motion.layout(late.duration).balls


def test_a_clip_needs_a_shot() -> None:
    with pytest.raises(InvalidMotionError, match="at least one"):
        plan_clip([], SEED)


def overhead(size: tuple[int, int] = (640, 360), turn: float = 0.0) -> Camera:
    right = np.array([math.cos(turn), math.sin(turn), 0.0])
    forward = np.array([0.0, 0.0, -1.0])
    rotation = np.stack([right, np.cross(forward, right), forward])
    middle = (np.array(size) - 1) / 2
    place = np.array([0.0, 0.0, 3.0])
    return Camera(size, 500.0, middle, 0.0, rotation, place)


@pytest.mark.parametrize(
    ("turn", "side"),
    [(0.0, "left"), (90.0, "top"), (180.0, "right"), (270.0, "bottom")],
)
def test_the_head_end_is_where_the_picture_shows_it(
    plan: ClipPlan, turn: float, side: str
) -> None:
    camera = overhead(turn=math.radians(turn))
    assert head_end(camera, plan.table) == side


def test_corners_go_round_from_the_head_left_one(plan: ClipPlan) -> None:
    uv = corners_uv(overhead(), plan.table)
    assert uv[0, 0] < uv[1, 0]  # head left of foot
    assert uv[0, 1] < uv[3, 1]  # left above right
    assert uv[1] == pytest.approx([uv[2, 0], uv[0, 1]])


def test_truth_says_what_happened_in_the_clip(plan: ClipPlan) -> None:
    truth = clip_truth(plan, overhead(), Fraction(30), 0.004)
    again = json.loads(dump_truth(truth))
    assert again["game"] == "nine-ball"
    assert again["cue_ball"] == "cue"
    assert again["size"] == [640, 360]
    assert set(again["balls_at_end"]) < set(again["balls_at_start"])
    events = [event_from_json(event) for event in again["events"]]
    assert [e.t for e in events] == pytest.approx([e.t for e in plan.events], abs=1e-6)
    (shot,) = again["shots"]
    assert shot["t_start"] == pytest.approx(LEAD)
    assert shot["t_end"] == pytest.approx(plan.motion.t_end, abs=1e-6)
    assert shot["before"] == again["balls_at_start"]


def test_calls_are_made_in_the_games_that_need_them(pot: ScriptedShot) -> None:
    called = replace(
        pot,
        discipline=Discipline.EIGHT_BALL,
        target=Ball("1"),
        pocket="foot-left",
    )
    assert clip_calls(plan_clip([called], SEED)) == [
        {"shot": 1, "ball": "1", "pocket": "foot-left"}
    ]
    safety = replace(called, pocket=None)
    assert clip_calls(plan_clip([safety], SEED)) == [{"shot": 1, "declare": "safety"}]
    assert clip_calls(plan_clip([pot], SEED)) == []


def test_a_written_clip_has_exact_times_and_truth_beside_it(
    plan: ClipPlan, tmp_path: Path
) -> None:
    short = replace(plan, duration=0.9)
    clip = dress_clip(short, size=(320, 180), fps=Fraction(10), exposure=0.004)
    path = tmp_path / "clip.mp4"
    truth = write_clip(clip, path)
    assert json.loads(truth.read_text())["frames"] == 10
    with av.open(str(path)) as container:
        frames = list(container.decode(video=0))
    assert [float(frame.time) for frame in frames] == pytest.approx(
        [n / 10 for n in range(10)]
    )
    assert frames[0].format.name == "yuv420p"


def test_labels_of_a_clip_lie_where_its_truth_says(plan: ClipPlan) -> None:
    clip = dress_clip(plan, size=(320, 180), fps=Fraction(30))
    _, exposure = next(expose_clip(clip))
    truth = clip_truth(plan, clip.camera, clip.fps, clip.exposure)
    for ball, uv in zip(plan.motion.balls, exposure.balls.uv, strict=True):
        assert uv == pytest.approx(truth["uv_at_start"][ball.name], abs=1e-3)


def test_frames_repeat_where_the_pictures_are_fewer(plan: ClipPlan) -> None:
    short = replace(plan, duration=0.39)
    clip = dress_clip(short, size=(160, 90), fps=Fraction(30), overhead=True)
    slow = replace(clip, picture_fps=Fraction(25))
    images = list(render_clip(slow))
    same = [bool(np.array_equal(a, b)) for a, b in itertools.pairwise(images)]
    taken = slow.picture_times
    assert same == [bool(step == 0) for step in np.diff(taken)]
    assert sum(same) == 2
    assert np.all(taken <= clip.times + 1e-9)
    assert np.all(np.diff(taken)[np.diff(taken) > 0] > 0.039)


def test_a_seed_dresses_a_clip_the_same_every_time(plan: ClipPlan) -> None:
    first, again = (dress_clip(plan, size=(320, 180)) for _ in range(2))
    assert first.look.cloth == again.look.cloth
    assert first.look.texture_seed == again.look.texture_seed
    assert first.exposure == again.exposure
    np.testing.assert_array_equal(first.camera.position, again.camera.position)


def how(noise: float = 0.0) -> Development:
    return Development(
        exposure=1.0,
        balance=np.ones(3, np.float32),
        gamma=1.0,
        saturation=1.0,
        vignette=0.3,
        blur_px=1.0,
        halo=0.5,
        halo_px=1.2,
        noise=noise,
        noise_cell=1.0,
        shrink=1.0,
        codec="none",
        quality=1.0,
        seed=3,
    )


def test_only_what_changed_is_developed_and_it_shows_no_seam() -> None:
    light = np.full((200, 300, 3), 0.2, np.float32)
    moved = light.copy()
    moved[90:110, 140:165] = 0.8
    step_by_step = ClipDeveloper(how())
    step_by_step.develop(light)
    found = step_by_step.develop(moved)
    at_once = ClipDeveloper(how()).develop(moved)
    assert np.abs(found.astype(int) - at_once).max() <= 1
    windows = list(changed_windows(light, moved))
    assert len(windows) == 1
    top, left, bottom, right = windows[0]
    assert top <= 74
    assert left <= 124
    assert bottom >= 126
    assert right >= 181
    assert list(changed_windows(moved, moved)) == []


def test_noise_is_new_in_every_frame() -> None:
    developer = ClipDeveloper(how(noise=3.0))
    light = np.full((64, 64, 3), 0.2, np.float32)
    first, second = developer.develop(light), developer.develop(light)
    assert np.abs(first.astype(int) - second).mean() > 0.5


def test_a_rolling_shutter_shows_lower_balls_later(plan: ClipPlan) -> None:
    clip = dress_clip(plan, size=(320, 180), fps=Fraction(30), exposure=0.002)
    rolling = replace(clip, readout=0.02)
    t = plan.strikes[0].t + 0.15
    turns = plan.motion.orientations(np.array([t]))[:, 0]
    at_once = frame_state(replace(clip, readout=0.0), t, turns).middle
    in_turn = frame_state(rolling, t, turns).middle
    rows = clip.camera.uv_from_xyz(at_once)[:, 1]
    moving = plan.motion.velocities(np.array([t]))[:, 0]
    late = 0.02 * np.clip((rows - 89.5) / 180, -0.5, 0.5)
    np.testing.assert_allclose(in_turn, at_once + late[:, None] * moving, atol=2e-4)
    assert np.abs(in_turn - at_once).max() > 5e-4


def test_a_projector_brightens_the_cloth_and_moves_no_label(plan: ClipPlan) -> None:
    plain = replace(dress_clip(plan, size=(320, 180)), projector_seed=None)
    _, dark = next(expose_clip(plain))
    _, lit = next(expose_clip(replace(plain, projector_seed=4)))
    np.testing.assert_array_equal(dark.balls.uv, lit.balls.uv)
    assert (lit.light - dark.light).max() > 0.05
    assert (lit.light - dark.light).min() > -0.05


@pytest.mark.parametrize("codec", ["h264", "h265", "mjpeg"])
def test_videos_of_every_codec_keep_times_and_pictures(
    tmp_path: Path, codec: str
) -> None:
    image = np.full((96, 160, 3), (60, 120, 30), np.uint8)
    image[30:60, 60:100] = (40, 40, 220)
    path = tmp_path / "a.mp4"
    rate = Fraction(25)
    write_video(path, [image] * 5, rate, (160, 96), codec=codec, bit_rate=900_000)
    with av.open(str(path)) as container:
        frames = list(container.decode(video=0))
    assert [float(frame.time) for frame in frames] == pytest.approx(
        [n / 25 for n in range(5)]
    )
    shown = frames[-1].to_ndarray(format="bgr24")
    assert np.abs(shown.astype(int) - image).mean() < 8


def test_motion_jpeg_without_a_bit_rate_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSceneError, match="bit rate"):
        write_video(tmp_path / "a.mp4", [], Fraction(25), (160, 96), codec="mjpeg")
