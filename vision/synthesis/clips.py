"""Clips with exact truth: a plan, a camera and a look become video and JSON."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Ball, Discipline
from adjudicator.table import TableGeometry
from vision.synthesis.ball_looks import SetKind
from vision.synthesis.camera import Camera
from vision.synthesis.camera_looks import draw_camera
from vision.synthesis.clip_developer import ClipDeveloper
from vision.synthesis.clip_plan import ClipPlan
from vision.synthesis.clip_players import occluders_at
from vision.synthesis.colours import linear_bgr
from vision.synthesis.develop import Development, draw_development
from vision.synthesis.looks import Look, draw_look
from vision.synthesis.render import Exposure, Stage, expose, prepare_stage
from vision.synthesis.scene import FrameState
from vision.synthesis.seeds import draw_variant, split_of
from vision.synthesis.truth import event_to_json
from vision.synthesis.video_writer import write_video

Floats = NDArray[np.float64]

_SAMPLES: Final = 7
"""Instants of a moving ball in one exposure."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Clip:
    """A clip that can be rendered again and again, the same each time.

    Attributes:
        plan: What happens.
        camera: Who looks.
        look: How it looks.
        development: Lens, sensor and tone; its codec is not used.
        fps: Frames a second.
        exposure: Of a frame, seconds; its middle is the frame's time.
    """

    plan: ClipPlan
    camera: Camera
    look: Look
    development: Development
    fps: Fraction
    exposure: float

    @property
    def frame_count(self) -> int:
        """How many frames there are."""
        return int(self.plan.duration * self.fps) + 1

    @property
    def times(self) -> Floats:
        """Presentation times of the frames, seconds."""
        return np.arange(self.frame_count) / float(self.fps)


_SETS: Final = {
    Discipline.PYRAMID: SetKind.PYRAMID,
    Discipline.BONUS_BALL: SetKind.BONUS,
}


def dress_clip(
    plan: ClipPlan,
    *,
    size: tuple[int, int] = (1280, 720),
    fps: Fraction = Fraction(60),
    exposure: float | None = None,
    overhead: bool = False,
) -> Clip:
    """Draw camera, look and light of a plan from its seed.

    Args:
        plan: What happens; the split of its seed decides which looks may be used.
        size: Width and height, pixels.
        fps: Frames a second.
        exposure: Seconds; None draws it between 1/500 s and 0.6 of a frame.
        overhead: Whether the camera must look nearly straight down.

    Raises:
        InvalidSceneError: The seed lies in no split.
    """
    split = split_of(plan.seed)
    rng = np.random.default_rng([plan.seed, 31])
    set_kind = _SETS.get(plan.discipline, SetKind.POOL)
    look = draw_look(rng, split, plan.table, set_kind)
    camera = _draw_camera(rng, draw_variant(split, rng), plan, size, overhead=overhead)
    development = draw_development(rng, linear_bgr(look.cloth.rgb), scale=size[1] / 540)
    if exposure is None:
        low, high = np.log(1 / 500), np.log(0.6 / float(fps))
        exposure = float(np.exp(rng.uniform(low, high)))
    plain = replace(development, codec="none", shrink=1.0)
    return Clip(plan, camera, look, plain, fps, exposure)


def _draw_camera(
    rng: np.random.Generator,
    variant: int,
    plan: ClipPlan,
    size: tuple[int, int],
    *,
    overhead: bool,
) -> Camera:
    for _ in range(200):
        camera = draw_camera(rng, variant, plan.table, size=size, cut=False)
        if not overhead or _is_close_overhead(camera, plan.table):
            break
    return camera


def _is_close_overhead(camera: Camera, table: TableGeometry) -> bool:
    """Whether a camera looks nearly straight down and the table fills its picture."""
    seen = corners_uv(camera, table)
    extent = (seen.max(axis=0) - seen.min(axis=0)) / np.array(camera.size)
    down = -float(camera.camera_from_table[2, 2])
    return down > 0.996 and float(extent.max()) > 0.74


def render_clip(clip: Clip) -> Iterator[NDArray[np.uint8]]:
    """Yield the pictures of a clip, image_bgr, in order."""
    developer = ClipDeveloper(clip.development)
    for _, exposure in expose_clip(clip):
        yield developer.develop(exposure.light)


def expose_clip(clip: Clip) -> Iterator[tuple[int, Exposure]]:
    """Yield number, light and exact labels of each frame."""
    plan = clip.plan
    names = [ball.name for ball in plan.motion.balls]
    stage: Stage = prepare_stage(clip.camera, plan.table, clip.look, names)
    orientations = plan.motion.orientations(clip.times)
    for number, t in enumerate(clip.times):
        state = frame_state(clip, float(t), orientations[:, number])
        yield number, expose(stage, state, occluders_at(plan, float(t), clip.exposure))


def frame_state(clip: Clip, t: float, orientations: Floats) -> FrameState:
    """Return where the balls are while one frame is exposed.

    Args:
        clip: The clip.
        t: Middle of the exposure, seconds.
        orientations: Then, (k, 3, 3).
    """
    motion = clip.plan.motion
    times = t + clip.exposure * np.linspace(-0.5, 0.5, _SAMPLES)
    places = np.swapaxes(motion.positions(times), 0, 1)
    if np.array_equal(places[0], places[-1]):
        places = places[:1]
    present = motion.visible(np.array([t]))[:, 0]
    return FrameState(t, places, orientations, present)


def write_clip(
    clip: Clip, path: Path, *, crf: int = 23, progress: Progress | None = None
) -> Path:
    """Render a clip to `path` (.mp4) and its truth beside it.

    Args:
        clip: What is rendered.
        path: Of the video; its folder exists.
        crf: Quality of the H.264 file.
        progress: Called with frames done and frames in all.

    Returns:
        Path of the truth file.
    """
    total = clip.frame_count

    def reported() -> Iterator[NDArray[np.uint8]]:
        for number, image in enumerate(render_clip(clip), start=1):
            yield image
            if progress is not None:
                progress(number, total)

    write_video(path, reported(), clip.fps, clip.camera.size, crf=crf)
    truth = path.with_name(path.stem + ".truth.json")
    truth.write_text(dump_truth(clip_truth(clip)), encoding="utf-8")
    return truth


def clip_truth(clip: Clip) -> dict[str, Any]:
    """Return the truth of a clip as values that `json` can write."""
    plan, camera = clip.plan, clip.camera
    table, motion = plan.table, plan.motion
    rate = clip.fps
    return {
        "fps": rate.numerator if rate.denominator == 1 else float(rate),
        "size": list(camera.size),
        "frames": clip.frame_count,
        "table": {
            "length": table.length,
            "width": table.width,
            "ball_radius": table.ball_radius,
            "head_end": head_end(camera, table),
            "kind": table.kind.value,
        },
        "game": plan.discipline.value,
        "seed": plan.seed,
        "exposure": round(clip.exposure, 6),
        "cue_ball": None if plan.cue_ball is None else plan.cue_ball.name,
        "balls_at_start": _layout(clip, 0.0),
        "balls_at_end": _layout(clip, plan.duration + 10.0),
        "uv_at_start": _uv(clip, 0.0),
        "radius_px": round(_radius_px(camera, table), 3),
        "events": [event_to_json(event) for event in plan.events],
        "corners_uv": np.round(corners_uv(camera, table), 3).tolist(),
        "shots": [_shot(clip, number) for number in range(len(plan.strikes))],
        "rest_at": round(motion.t_end, 6),
    }


def dump_truth(truth: dict[str, Any]) -> str:
    """Return truth as text, one event a line."""
    events = truth["events"]
    rest = {key: value for key, value in truth.items() if key != "events"}
    text = json.dumps(rest, ensure_ascii=False, indent=1)
    lines = ",\n  ".join(json.dumps(event, ensure_ascii=False) for event in events)
    return text[:-2] + f',\n "events": [\n  {lines}\n ]\n}}\n'


def _shot(clip: Clip, number: int) -> dict[str, Any]:
    """Return one shot's number, cue ball, times and layouts around it."""
    strikes = clip.plan.strikes
    strike = strikes[number]
    limit = strikes[number + 1].t if number + 1 < len(strikes) else np.inf
    own = [
        event.t
        for event in clip.plan.motion.events
        if strike.t <= event.t < limit and type(event).__name__ in _SHOT_EVENTS
    ]
    end = max(own)
    return {
        "shot": number + 1,
        "t_start": round(strike.t, 6),
        "t_end": round(end, 6),
        "cue_ball": strike.cue_ball.name,
        "before": _layout(clip, strike.t - 1e-3),
        "after": _layout(clip, end + 1e-3),
    }


_SHOT_EVENTS: Final = {"Strike", "Contact", "RailTouch", "Pocketed", "Rest", "OffTable"}


def _layout(clip: Clip, t: float) -> dict[str, list[float]]:
    layout = clip.plan.motion.layout(t)
    return {
        ball.name: [round(xy.x, 6), round(xy.y, 6)]
        for ball, xy in sorted(layout.balls.items(), key=_by_name)
    }


def _by_name(item: tuple[Ball, object]) -> tuple[int, str, int]:
    return item[0].sort_key


def _uv(clip: Clip, t: float) -> dict[str, list[float]]:
    layout = sorted(clip.plan.motion.layout(t).balls.items(), key=_by_name)
    radius = clip.plan.table.ball_radius
    xyz = np.array([[xy.x, xy.y, radius] for _, xy in layout])
    uv = clip.camera.ball_images(xyz, radius)[0]
    return {
        ball.name: [round(float(u), 3), round(float(v), 3)]
        for (ball, _), (u, v) in zip(layout, uv, strict=True)
    }


def _radius_px(camera: Camera, table: TableGeometry) -> float:
    center = np.array([[0.0, 0.0, table.ball_radius]])
    return float(camera.ball_images(center, table.ball_radius)[1][0])


def corners_uv(camera: Camera, table: TableGeometry) -> Floats:
    """Return head-left, foot-left, foot-right, head-right at cloth level, (4, 2)."""
    x, y = table.length / 2, table.width / 2
    corners = np.array([[-x, y, 0], [x, y, 0], [x, -y, 0], [-x, -y, 0]], dtype=float)
    return camera.uv_from_xyz(corners)


def head_end(camera: Camera, table: TableGeometry) -> str:
    """Return at which side of the picture the head rail is."""
    ends = np.array([[-table.length / 2, 0.0, 0.0], [table.length / 2, 0.0, 0.0]])
    head, foot = camera.uv_from_xyz(ends)
    du, dv = head - foot
    if abs(du) >= abs(dv):
        return "left" if du < 0 else "right"
    return "top" if dv < 0 else "bottom"
