"""Rendered clips in which players, hands and tools cover the table, with exact truth.

Each clip shows shots as the clips of `cueref synthesize` do; after the last one a hand
reaches over balls at rest and a rack, a mechanical bridge or a piece of chalk is laid
on the cloth. Half of the clips begin when the player already stands at the table.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Discipline
from adjudicator.table import TableGeometry
from vision.synthesis.camera import Camera
from vision.synthesis.clip_developer import ClipDeveloper
from vision.synthesis.clip_players import occluders_at
from vision.synthesis.clip_scripts import draw_clip_plan
from vision.synthesis.clips import Clip, dress_clip, frame_state
from vision.synthesis.graphics import draw_graphics
from vision.synthesis.occluders import Occluder
from vision.synthesis.players import (
    draw_bridge,
    draw_chalk,
    draw_hand,
    draw_rack,
)
from vision.synthesis.render import Exposure, expose, prepare_stage
from vision.synthesis.scene import BallImages
from vision.synthesis.video_writer import write_video

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

FPS = 8.0
"""Pictures a second that are looked at."""

LATE_START = 1.0
"""Where clips begin in which the player is already there, seconds."""

STAYS = 2.2
"""How long the hand reaches over the table after the last shot, seconds."""

THINGS = ("rack", "bridge", "chalk")


@dataclass(frozen=True, slots=True)
class Truth:
    """One picture and what covers what in it.

    Attributes:
        t: Seconds.
        image_bgr: uint8, shape (h, w, 3).
        uv: Balls' centres, shape (k, 2); only balls on the table.
        radius_px: Shape (k,).
        visible: Share of each ball that is seen, shape (k,).
        still: Whether each ball is at rest, shape (k,).
        cover: What players and things hide, 255 wholly, uint8, shape (h, w).
        tip_uv: Tip of the cue as seen; None without one, shape (2,).
        butt_uv: Its other end, shape (2,).
        kinds: Of the things that hide something.
    """

    t: float
    image_bgr: Image
    uv: Floats
    radius_px: Floats
    visible: Floats
    still: NDArray[np.bool_]
    cover: NDArray[np.uint8]
    tip_uv: Floats | None
    butt_uv: Floats | None
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoveredClip:
    """A clip and its truth.

    Attributes:
        seed: Of the clip.
        clip: Plan, camera and look.
        frames: In order of time.
    """

    seed: int
    clip: Clip
    frames: Sequence[Truth]

    @property
    def table(self) -> TableGeometry:
        """The table that is played on."""
        return self.clip.plan.table


def covered_clip(
    seed: int, *, size: tuple[int, int] = (960, 540), crf: int = 26
) -> CoveredClip:
    """Render the clip of a seed, through H.264 as a recording would be.

    Args:
        seed: Of the validation or the test split.
        size: Of the pictures.
        crf: Quality of the H.264 file.
    """
    games = list(Discipline)
    plan = draw_clip_plan(seed, games[seed % len(games)], shots=1)
    clip = dress_clip(plan, size=size, fps=Fraction(60))
    start = LATE_START if seed % 2 else 0.0
    times = np.arange(start, plan.duration + 2 * STAYS, 1 / FPS)
    labels: list[_Labels] = []
    images = _through_h264(_developed(clip, times, labels), size, crf)
    frames = [_truth(label, image) for label, image in zip(labels, images, strict=True)]
    return CoveredClip(seed, clip, frames)


@dataclass(frozen=True, slots=True)
class _Labels:
    """What is known of one picture before it went through the codec."""

    t: float
    on: NDArray[np.bool_]
    still: NDArray[np.bool_]
    balls: BallImages
    cover: NDArray[np.uint8]
    ends_uv: Floats | None
    kinds: tuple[str, ...]


def _developed(clip: Clip, times: Floats, labels: list[_Labels]) -> Iterator[Image]:
    """Yield the pictures and write down what is in them."""
    motion = clip.plan.motion
    names = [ball.name for ball in motion.balls]
    stage = prepare_stage(clip.camera, clip.plan.table, clip.look, names)
    turns = motion.orientations(times)
    developer = ClipDeveloper(clip.development)
    for number, t in enumerate(times.tolist()):
        state = frame_state(clip, t, turns[:, number])
        players = occluders_at(clip.plan, t, clip.exposure)
        exposure = expose(stage, state, (*players, *_extras(clip, t)))
        labels.append(_labels(clip, t, exposure))
        image = developer.develop(exposure.light, clip.drift.gains(t))
        if clip.graphics_seed is not None:
            image = draw_graphics(np.random.default_rng(clip.graphics_seed), image)
        yield image


def _labels(clip: Clip, t: float, exposure: Exposure) -> _Labels:
    motion = clip.plan.motion
    before, after = motion.positions(np.array([t - 0.05, t + 0.05])).swapaxes(0, 1)
    width, height = clip.camera.size
    cover = np.zeros((height, width), np.float32)
    ends = None
    for other in exposure.occluders:
        _lay(cover, other.corner, other.cover)
        ends = other.tip_uv if other.kind == "cue" else ends
    return _Labels(
        t,
        motion.on_table(np.array([t]))[:, 0],
        np.linalg.norm(after - before, axis=1) < 1e-5,
        exposure.balls,
        (cover * 255).astype(np.uint8),
        ends,
        tuple(other.kind for other in exposure.occluders),
    )


def _extras(clip: Clip, t: float) -> list[Occluder]:
    """Return the hand and the thing that come after the last shot."""
    plan = clip.plan
    since = t - plan.duration
    rng = np.random.default_rng([plan.seed, 91])
    table = plan.table
    balls = np.array([[*xy] for xy in plan.motion.layout(plan.duration).balls.values()])
    target = balls[int(rng.integers(len(balls)))] + rng.normal(0, 0.02, 2)
    side = np.copysign(table.width / 2 + 0.3, target[1])
    start = np.array([target[0] + rng.normal(0, 0.3), side])
    toward = (target - start) / np.linalg.norm(target - start)
    things: list[Occluder] = []
    if 0 < since < STAYS:
        away = 1.2 * max(1 - since / 0.5, (since - STAYS + 0.5) / 0.5, 0.0)
        reach = float(np.linalg.norm(target - start))
        pose = str(rng.choice(["open", "fist", "bridge"]))
        place = target - away * toward
        things.append(draw_hand(rng, place, toward, pose, height=0.05, reach=reach))
    if since > STAYS + 0.3:
        things.append(_thing(rng, table, balls))
    return things


def _thing(rng: np.random.Generator, table: TableGeometry, balls: Floats) -> Occluder:
    kind = str(rng.choice(THINGS))
    place = rng.uniform(-0.8, 0.8, 2) * [table.length / 2, table.width / 2]
    if kind == "rack":
        return draw_rack(rng, table, place, rng.uniform(0, 6))
    if kind == "bridge":
        turn = rng.uniform(0, 6)
        toward = np.array([np.cos(turn), np.sin(turn)])
        return draw_bridge(rng, balls[0] - toward * 0.15, toward)
    return draw_chalk(rng, place, 0.0)


def _through_h264(
    images: Iterator[Image], size: tuple[int, int], crf: int
) -> list[Image]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        write_video(path, images, Fraction(int(FPS)), size, crf=crf)
        with av.open(str(path)) as container:
            decoded = container.decode(video=0)
            return [frame.to_ndarray(format="bgr24") for frame in decoded]


def _truth(label: _Labels, image: Image) -> Truth:
    balls, on = label.balls, label.on
    ends = label.ends_uv
    return Truth(
        label.t,
        image,
        balls.uv[on],
        balls.radius_px[on],
        balls.visible[on],
        label.still[on],
        label.cover,
        None if ends is None else ends[0],
        None if ends is None else ends[1],
        label.kinds,
    )


def _lay(
    cover: NDArray[np.float32],
    corner: tuple[int, int],
    patch: NDArray[np.float32] | None,
) -> None:
    """Lay a patch's cover over the whole picture's, in place."""
    if patch is None:
        return
    height, width = cover.shape
    left, top = corner
    u0, v0 = max(left, 0), max(top, 0)
    u1, v1 = min(left + patch.shape[1], width), min(top + patch.shape[0], height)
    if u0 < u1 and v0 < v1:
        window = patch[v0 - top : v1 - top, u0 - left : u1 - left]
        np.maximum(cover[v0:v1, u0:u1], window, out=cover[v0:v1, u0:u1])


def bed_outline(
    camera: Camera, table: TableGeometry, count: int = 12, *, height: float = 0.0
) -> Floats:
    """Return the outline of the playing surface as seen, shape (m, 2), pixels.

    Args:
        camera: Who looks.
        table: What is looked at.
        count: Points a side.
        height: Above the cloth, metres.
    """
    x, y = table.length / 2, table.width / 2
    corners = np.array([[-x, y], [x, y], [x, -y], [-x, -y]])
    share = np.linspace(0, 1, count, endpoint=False)[:, None]
    ring = np.concatenate(
        [corners[k] + share * (corners[(k + 1) % 4] - corners[k]) for k in range(4)]
    )
    return camera.uv_from_xyz(np.column_stack([ring, np.full(len(ring), height)]))
