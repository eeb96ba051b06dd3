"""Clips with exact truth: a plan, a camera and a look become video and JSON."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Discipline
from adjudicator.table import TableGeometry
from vision.synthesis.ball_looks import SetKind
from vision.synthesis.camera import Camera
from vision.synthesis.camera_drift import STEADY, Drift, draw_drift
from vision.synthesis.camera_looks import draw_camera
from vision.synthesis.clip_developer import ClipDeveloper
from vision.synthesis.clip_plan import ClipPlan
from vision.synthesis.clip_players import occluders_at
from vision.synthesis.colours import linear_bgr
from vision.synthesis.develop import Development, draw_development
from vision.synthesis.graphics import draw_graphics, shone_upon
from vision.synthesis.looks import Look, draw_look
from vision.synthesis.render import Exposure, Stage, expose, prepare_stage
from vision.synthesis.scene import FrameState
from vision.synthesis.seeds import draw_variant, split_of
from vision.synthesis.truth_files import (
    clip_calls,
    clip_truth,
    corners_uv,
    dump_truth,
    frame_count,
)
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
        drift: Of the camera's exposure and white balance.
        graphics_seed: Of score boxes over the picture; None for none.
        picture_fps: New pictures a second, if fewer than frames: the others repeat
            the picture before, as in recordings that were converted.
        readout: Of the rolling shutter, seconds from the first row to the last; the
            middle row is exposed at the frame's time. Players are seen all at once.
        projector_seed: Of lines and rings that a projector throws on the cloth; None
            for none.
    """

    plan: ClipPlan
    camera: Camera
    look: Look
    development: Development
    fps: Fraction
    exposure: float
    drift: Drift = STEADY
    graphics_seed: int | None = None
    picture_fps: Fraction | None = None
    readout: float = 0.0
    projector_seed: int | None = None

    @property
    def frame_count(self) -> int:
        """How many frames there are."""
        return frame_count(self.plan, self.fps)

    @property
    def times(self) -> Floats:
        """Presentation times of the frames, seconds."""
        return np.arange(self.frame_count) / float(self.fps)

    @property
    def picture_times(self) -> Floats:
        """When what each frame shows was taken, seconds."""
        if self.picture_fps is None:
            return self.times
        rate = float(self.picture_fps)
        return np.floor(self.times * rate + 1e-6) / rate


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
        overhead: Whether a steady camera must look nearly straight down.

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
    drift = STEADY if overhead else draw_drift(rng)
    on_air = not overhead and rng.random() < 0.15
    graphics = int(rng.integers(2**31)) if on_air else None
    clip = Clip(plan, camera, look, plain, fps, exposure, drift, graphics)
    if overhead:
        return clip
    readout = float(rng.uniform(0.2, 0.8)) / float(fps) if rng.random() < 0.4 else 0.0
    shone = int(rng.integers(2**31)) if rng.random() < 0.1 else None
    return replace(clip, readout=readout, projector_seed=shone)


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
    taken = clip.picture_times
    shown: Exposure | None = None
    for number, exposure in expose_clip(clip):
        if exposure is not shown:
            gains = clip.drift.gains(float(taken[number]))
            image = developer.develop(exposure.light, gains)
            if clip.graphics_seed is not None:
                rng = np.random.default_rng(clip.graphics_seed)
                image = draw_graphics(rng, image)
        shown = exposure
        yield image


def expose_clip(clip: Clip) -> Iterator[tuple[int, Exposure]]:
    """Yield number, light and exact labels of each frame.

    A frame that repeats the picture before yields the same object again.
    """
    plan = clip.plan
    names = [ball.name for ball in plan.motion.balls]
    stage: Stage = prepare_stage(clip.camera, plan.table, clip.look, names)
    if clip.projector_seed is not None:
        rng = np.random.default_rng(clip.projector_seed)
        stage = shone_upon(rng, stage, plan.motion.positions(np.zeros(1))[:, 0, :2])
    taken = clip.picture_times
    orientations = plan.motion.orientations(taken)
    for number, t in enumerate(taken):
        if number == 0 or t != taken[number - 1]:
            state = frame_state(clip, float(t), orientations[:, number])
            players = occluders_at(plan, float(t), clip.exposure)
            exposure = expose(stage, state, players)
        yield number, exposure


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
    if clip.readout > 0:
        late = clip.readout * _rows_after_middle(clip.camera, places[_SAMPLES // 2])
        rows = zip(motion.trajectories, late, strict=True)
        places = np.stack([path.position(times + delay) for path, delay in rows], 1)
    if np.array_equal(places[0], places[-1]):
        places = places[:1]
    present = motion.visible(np.array([t]))[:, 0]
    return FrameState(t, places, orientations, present)


def _rows_after_middle(camera: Camera, xyz: Floats) -> Floats:
    """Return how far below the middle row points are, as a share of all rows."""
    height = camera.size[1]
    share: Floats = (camera.uv_from_xyz(xyz)[:, 1] - (height - 1) / 2) / height
    return np.clip(share, -0.5, 0.5)


def write_clip(
    clip: Clip,
    path: Path,
    *,
    crf: int = 23,
    codec: str = "h264",
    bit_rate: int | None = None,
    progress: Progress | None = None,
) -> Path:
    """Render a clip to `path` (.mp4), its truth and its calls beside it.

    Args:
        clip: What is rendered.
        path: Of the video; its folder exists.
        crf: Quality of H.264 and H.265.
        codec: h264, h265 or mjpeg.
        bit_rate: Bits a second instead of a quality; motion JPEG needs it.
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

    write_video(
        path,
        reported(),
        clip.fps,
        clip.camera.size,
        crf=crf,
        codec=codec,
        bit_rate=bit_rate,
    )
    known = clip_truth(clip.plan, clip.camera, clip.fps, clip.exposure)
    if clip.picture_fps is not None:
        known["picture_fps"] = float(clip.picture_fps)
    if clip.readout > 0:
        known["readout"] = round(clip.readout, 6)
    truth = path.with_name(path.stem + ".truth.json")
    truth.write_text(dump_truth(known), encoding="utf-8")
    calls = clip_calls(clip.plan)
    if calls:
        text = "".join(f"{json.dumps(call)}\n" for call in calls)
        path.with_name(path.stem + ".calls.jsonl").write_text(text, encoding="utf-8")
    return truth
