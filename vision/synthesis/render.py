"""Renders frames of one scene: a fixed camera, a fixed look, balls that move."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.arrays import floats64
from vision.synthesis.background import Background, render_background
from vision.synthesis.ball_picture import Patch, Surroundings, picture_ball
from vision.synthesis.camera import Camera
from vision.synthesis.colours import linear_bgr
from vision.synthesis.compose import (
    Shade,
    clip_window,
    hidden_by_table,
    lay_patch,
    lay_shade,
    shade_of_ball,
    smear,
)
from vision.synthesis.looks import Look
from vision.synthesis.occluders import Occluder, picture_occluder
from vision.synthesis.scene import BallImages, FrameState, OccluderImage

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_STILL_PX = 0.05
"""A path shorter than this is drawn as a ball at rest."""

_SHADOW_PLACES = 5


@dataclass(frozen=True)
class Stage:
    """Everything that stays the same from frame to frame.

    Attributes:
        camera: Who looks.
        table: What is looked at.
        look: How it looks.
        names: Of the balls, in the order of every state; keys of `look.balls`.
        background: The empty table.
    """

    camera: Camera
    table: TableGeometry
    look: Look
    names: tuple[str, ...]
    background: Background
    _drawn: dict[int | str, "_Drawn"] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A ball or an occluder as drawn last, kept while it does not move."""

    key: bytes
    patch: Patch
    shade: Shade | None
    whole: float
    image: OccluderImage | None = None


@dataclass(frozen=True, slots=True)
class Exposure:
    """Light of one frame and what is where in it.

    Attributes:
        light: Linear, shape (h, w, 3).
        balls: One row a ball.
        occluders: Boxes of other things.
    """

    light: Floats32
    balls: BallImages
    occluders: tuple[OccluderImage, ...]


def prepare_stage(
    camera: Camera, table: TableGeometry, look: Look, names: Sequence[str]
) -> Stage:
    """Render the empty table once.

    Args:
        camera: Who looks.
        table: What is looked at.
        look: How it looks.
        names: Of the balls that will be drawn.
    """
    background = render_background(camera, table, look)
    return Stage(camera, table, look, tuple(names), background)


def expose(
    stage: Stage, state: FrameState, occluders: Sequence[Occluder] = ()
) -> Exposure:
    """Render one frame.

    Args:
        stage: What stays the same.
        state: Where the balls are.
        occluders: Players and their things, lowest first.
    """
    light = stage.background.light.copy()
    order = _far_to_near(stage, state)
    drawn = {ball: _draw_ball(stage, state, ball) for ball in order}
    others = _draw_occluders(stage, occluders)
    seen: dict[int, Patch] = {}
    for ball in order:
        shade = drawn[ball].shade
        if shade is not None:
            lay_shade(light, shade)
    for ball in order:
        shown = drawn[ball].patch
        seen = {other: _covered(patch, shown) for other, patch in seen.items()}
        seen[ball] = shown
        lay_patch(light, shown)
    for other in others:
        if other.shade is not None:
            lay_shade(light, other.shade)
        lay_patch(light, other.patch)
        seen = {ball: _covered(patch, other.patch) for ball, patch in seen.items()}
    share = {
        ball: _in_frame(seen[ball], light.shape) / drawn[ball].whole for ball in order
    }
    images = tuple(other.image for other in others if other.image is not None)
    return Exposure(light, ball_labels(stage, state, share), images)


def _draw_occluders(stage: Stage, occluders: Sequence[Occluder]) -> list[_Drawn]:
    """Draw what hides balls, or take it from the frame before."""
    drawn = []
    for number, occluder in enumerate(occluders):
        name = f"{number} {occluder.kind}"
        key = occluder.travel.tobytes() + occluder.parts[0].points.tobytes()
        known = stage._drawn.get(name)
        if known is None or known.key != key:
            picture = picture_occluder(stage.camera, stage.look.lamps, occluder)
            if picture is None:
                continue
            known = _Drawn(key, picture.patch, picture.shade, 1.0, picture.image)
            stage._drawn[name] = known
        drawn.append(known)
    return drawn


def ball_labels(stage: Stage, state: FrameState, share: dict[int, float]) -> BallImages:
    """Return where the balls are in a frame.

    Args:
        stage: What stays the same.
        state: Where the balls are.
        share: Visible share by ball; what is missing is invisible.
    """
    samples, count = state.positions.shape[:2]
    radius = stage.table.ball_radius
    middle = state.middle
    uv, radius_px, _ = stage.camera.ball_images(middle, radius)
    flat = state.positions.reshape(-1, 3)
    centers, _, boxes = stage.camera.ball_images(flat, radius)
    centers = centers.reshape(samples, count, 2)
    boxes = boxes.reshape(samples, count, 4)
    box = np.concatenate(
        [boxes[..., :2].min(axis=0), boxes[..., 2:].max(axis=0)], axis=1
    )
    return BallImages(
        uv=uv,
        sphere_uv=stage.camera.uv_from_xyz(middle),
        radius_px=radius_px,
        box_px=box,
        streak_px=centers[-1] - centers[0],
        visible=np.array([share.get(ball, 0.0) for ball in range(count)]),
    )


def _far_to_near(stage: Stage, state: FrameState) -> list[int]:
    far = np.linalg.norm(state.middle - stage.camera.position, axis=1)
    return [int(ball) for ball in np.argsort(-far) if state.present[ball]]


def _draw_ball(stage: Stage, state: FrameState, ball: int) -> _Drawn:
    """Draw a ball and its shadow, or take them from the frame before."""
    path = state.positions[:, ball]
    orientations = state.orientations_of(ball)
    center = state.middle[ball]
    around = _neighbours(stage, state, ball)
    key = path.tobytes() + orientations.tobytes() + around.tobytes()
    known = stage._drawn.get(ball)
    if known is not None and known.key == key:
        return known
    radius = stage.table.ball_radius
    look = stage.look
    around_it = Surroundings(look.lamps, linear_bgr(look.cloth.rgb), around)
    turns = orientations[_spread(len(orientations), 4)]
    patch = picture_ball(
        stage.camera, center, radius, turns, look.balls[stage.names[ball]], around_it
    )
    centers = stage.camera.ball_images(path, radius)[0]
    offsets = centers - stage.camera.ball_images(center[None], radius)[0]
    longest = float(np.abs(offsets).max())
    if longest > _STILL_PX:
        patch = smear(patch, offsets)
    places = path[_spread(len(path), _shadow_places(longest, patch.cover.shape))]
    if len(places) == 1:
        places = center[None]
    shade = None
    if center[2] > 0:
        shade = shade_of_ball(
            stage.camera, stage.background, look.lamps, places, radius
        )
    else:
        patch = _sunk(patch, center[2], radius)
    whole = max(float(patch.cover.sum()), 1e-6)
    shown = hidden_by_table(patch, stage.background, stage.table.nose_height)
    drawn = _Drawn(key, shown, shade, whole)
    stage._drawn[ball] = drawn
    return drawn


def _shadow_places(longest: float, shape: tuple[int, ...]) -> int:
    """Return at how many places a moving ball's soft shadow has to be drawn."""
    return int(np.clip(np.ceil(6 * longest / min(shape)), 1, _SHADOW_PLACES))


def _sunk(patch: Patch, height: float, radius: float) -> Patch:
    """Dim a ball that has dropped below the bed."""
    gain = np.float32(np.clip(1 + height / (2.5 * radius), 0.15, 1))
    return Patch(patch.corner, patch.light * gain, patch.cover, patch.height)


def _spread(count: int, most: int) -> NDArray[np.intp]:
    """Return at most so many of the indices, evenly spread."""
    return np.unique(np.round(np.linspace(0, count - 1, min(count, most))).astype(int))


def _neighbours(stage: Stage, state: FrameState, ball: int) -> Floats:
    """Return the centres of balls that nearly touch one, shape (n, 3)."""
    middle = state.middle
    apart = np.linalg.norm(middle - middle[ball], axis=1)
    near = (apart < 2.6 * stage.table.ball_radius) & state.present
    near &= apart > 1e-6
    return floats64(middle[near])


def _covered(patch: Patch, over: Patch) -> Patch:
    """Return a patch less what another one hides."""
    corner = (over.corner[0] - patch.corner[0], over.corner[1] - patch.corner[1])
    window = clip_window(corner, over.cover.shape, patch.cover.shape)
    if window is None:
        return patch
    inner, outer = window
    cover = patch.cover.copy()
    cover[outer] *= 1 - over.cover[inner]
    return Patch(patch.corner, patch.light, cover, patch.height)


def _in_frame(patch: Patch, shape: tuple[int, ...]) -> float:
    window = clip_window(patch.corner, patch.cover.shape, shape)
    return 0.0 if window is None else float(patch.cover[window[0]].sum())
