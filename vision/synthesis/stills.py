"""Single pictures with exact labels: what a ball detector learns from.

`still(seed, split)` is a pure function of its arguments; data sets are seeds.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TABLES, PocketShape, TableGeometry, TableKind
from vision.synthesis.camera import Camera
from vision.synthesis.camera_looks import draw_camera
from vision.synthesis.colours import linear_bgr
from vision.synthesis.develop import develop, draw_development
from vision.synthesis.errors import InvalidSceneError
from vision.synthesis.graphics import shone_upon, shown_through
from vision.synthesis.layouts import draw_names, draw_places, draw_turns
from vision.synthesis.looks import Look, draw_look
from vision.synthesis.occluders import Occluder
from vision.synthesis.render import Stage, expose, prepare_stage
from vision.synthesis.scene import BallImages, FrameState, OccluderImage
from vision.synthesis.seeds import SEEDS, Split, draw_variant
from vision.synthesis.still_occluders import draw_occluders

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

_SHUTTERS: Final = (1 / 30, 1 / 50, 1 / 60, 1 / 100, 1 / 120, 1 / 250, 1 / 500)
_FASTEST = 10.0
_PATH_SAMPLES = 9
_TOUCHING = 1.96
_COVERED = 0.3
_SHARP_PX = 2.0
"""Longer streaks in a video look as its codec predicts them from the frame before."""


@dataclass(frozen=True, slots=True)
class Still:
    """A picture and its truth, n balls.

    Attributes:
        image_bgr: uint8, shape (h, w, 3).
        uv: Centres of the outlines, pixels, shape (n, 2).
        sphere_uv: Images of the balls' centres, pixels, shape (n, 2).
        radius_px: Shape (n,).
        box_px: u0, v0, u1, v1 with motion blur, shape (n, 4).
        streak_px: Between the ends of the motion blur, shape (n, 2).
        names: Of the balls; keys of `look.balls`.
        visible: Share that is seen, shape (n,): not behind other balls, hands or
            cues, not under a graphic, not outside of the picture.
        in_play: False for balls that lie in a pocket, shape (n,).
        xyz: Centres, table frame, metres, shape (n, 3).
        occluders: Boxes and kinds of other things.
        camera: Who looked.
        look: How it looked.
        table: What was looked at.
    """

    image_bgr: Bytes
    uv: Floats
    sphere_uv: Floats
    radius_px: Floats
    box_px: Floats
    streak_px: Floats
    names: tuple[str, ...]
    visible: Floats
    in_play: NDArray[np.bool_]
    xyz: Floats
    occluders: tuple[OccluderImage, ...]
    camera: Camera
    look: Look
    table: TableGeometry


def still(seed: int, split: Split | str, size: tuple[int, int] | None = None) -> Still:
    """Return the picture of a seed.

    Args:
        seed: One of the split's seeds.
        split: train, validation or test.
        size: Width and height, pixels; None draws one.

    Raises:
        InvalidSceneError: The seed belongs to another split.
    """
    split = Split(split)
    if seed not in SEEDS[split]:
        raise InvalidSceneError(
            f"seed {seed} is not one of {split}: {SEEDS[split]}; choose another"
        )
    rng = np.random.default_rng(seed)
    table = draw_table(rng)
    look = draw_look(rng, split, table)
    camera = draw_camera(
        rng, draw_variant(split, rng), table, margin=look.rails.width, size=size
    )
    names, state, in_play = _draw_state(rng, table, look)
    stage = prepare_stage(camera, table, look, names)
    if rng.random() < 0.12:
        stage = shone_upon(rng, stage, state.middle[:, :2])
    occluders = draw_occluders(rng, table, state.middle[:, :2])
    return _taken(rng, stage, state, in_play, occluders)


def draw_table(rng: np.random.Generator) -> TableGeometry:
    """Draw a table: pool, pyramid, snooker, English pool or a small one."""
    choice = rng.random()
    if choice < 0.5:
        kinds = (TableKind.POOL_9FT, TableKind.POOL_8FT, TableKind.POOL_7FT)
        return TABLES[kinds[int(rng.choice(3, p=[0.6, 0.2, 0.2]))]]
    if choice < 0.7:
        kinds = (TableKind.PYRAMID_12FT, TableKind.PYRAMID_10FT, TableKind.PYRAMID_8FT)
        return TABLES[kinds[int(rng.choice(3, p=[0.5, 0.3, 0.2]))]]
    snooker = TABLES[TableKind.SNOOKER_12FT]
    if choice < 0.8:
        return snooker
    if choice < 0.92:  # English pool and small snooker tables
        length = rng.uniform(1.6, 2.1)
        small = snooker.scaled(length, length / 2, rng.uniform(0.0235, 0.0265))
        return replace(
            small,
            corner=replace(snooker.corner, jaw_radius=0.045, mouth=0.082),
            center=replace(snooker.center, jaw_radius=0.03, mouth=0.085),
        )
    return _small_pool_table(rng.uniform(0.9, 1.7))


def _small_pool_table(length: float) -> TableGeometry:
    pool = TABLES[TableKind.POOL_7FT]
    scale = 0.35 + 0.65 * length / pool.length

    def smaller(shape: PocketShape) -> PocketShape:
        return replace(
            shape,
            mouth=shape.mouth * scale,
            depth=shape.depth * scale,
            radius=shape.radius * scale,
            jaw_radius=shape.jaw_radius * scale,
        )

    return replace(
        pool.scaled(length, length / 2, pool.ball_radius * scale),
        nose_height=pool.nose_height * scale,
        corner=smaller(pool.corner),
        center=smaller(pool.center),
    )


def _draw_state(
    rng: np.random.Generator, table: TableGeometry, look: Look
) -> tuple[tuple[str, ...], FrameState, NDArray[np.bool_]]:
    """Draw which balls are where, some of them moving, some in pockets."""
    names = draw_names(rng, look.set_kind)
    if rng.random() < 0.03:
        names = names[:1]
    places = draw_places(rng, table, len(names))
    radius = table.ball_radius
    middle = np.column_stack([places, np.full(len(places), radius)])
    in_play = np.ones(len(names), np.bool_)
    if rng.random() < 0.2 and len(names) > 2:
        for ball in range(1, min(len(names), 1 + int(rng.integers(1, 4)))):
            pocket = table.pockets[int(rng.integers(6))]
            offset = rng.uniform(-0.2, 0.2, 2) * pocket.radius
            middle[ball] = [*(np.array(pocket.center) + offset), -1.3 * radius]
            in_play[ball] = False
    positions = np.repeat(middle[None], _PATH_SAMPLES, axis=0)
    if rng.random() < 0.5:
        _set_moving(rng, positions, in_play, table)
    turns = draw_turns(rng, len(names))
    state = FrameState(0.0, positions, turns, np.ones(len(names), np.bool_))
    return tuple(names), state, in_play


def _set_moving(
    rng: np.random.Generator,
    positions: Floats,
    in_play: NDArray[np.bool_],
    table: TableGeometry,
) -> None:
    """Spread some balls over the paths they travel in one exposure, in place."""
    shutter = float(rng.choice(_SHUTTERS, p=[0.15, 0.2, 0.2, 0.15, 0.1, 0.1, 0.1]))
    share = rng.choice([0.1, 0.3, 1.0], p=[0.5, 0.3, 0.2])
    half = np.array([table.length, table.width]) / 2 - table.ball_radius
    when = np.linspace(-0.5, 0.5, _PATH_SAMPLES)[:, None] * shutter
    for ball in np.flatnonzero(in_play & (rng.random(len(in_play)) < share)):
        speed = min(float(rng.gamma(1.2, 1.5)), _FASTEST)
        turn = rng.uniform(0, 2 * np.pi)
        path = positions[:, ball, :2] + when * speed * np.array(
            [np.cos(turn), np.sin(turn)]
        )
        if np.all(np.abs(path[_PATH_SAMPLES // 2]) <= half):
            path = np.where(path > half, 2 * half - path, path)
            path = np.where(path < -half, -2 * half - path, path)
        others = positions[:, in_play & (np.arange(len(in_play)) != ball), :2]
        if _is_clear(path, others, table.ball_radius):
            positions[:, ball, :2] = path


def _is_clear(path: Floats, others: Floats, radius: float) -> bool:
    """Tell whether a ball's path, (m, 2), runs through none of (m, k, 2) others."""
    gaps = np.linalg.norm(others - path[:, None], axis=2)
    return bool(np.all(gaps > _TOUCHING * radius))


def _earlier(state: FrameState) -> FrameState:
    """Return where the balls were one frame before."""
    travel = state.positions[-1] - state.positions[0]
    return replace(state, positions=state.positions - 1.5 * travel)


def _taken(
    rng: np.random.Generator,
    stage: Stage,
    state: FrameState,
    in_play: NDArray[np.bool_],
    occluders: list[Occluder],
) -> Still:
    exposure = expose(stage, state, occluders)
    cloth = linear_bgr(stage.look.cloth.rgb)
    how = draw_development(rng, cloth, scale=min(stage.camera.size) / 540)
    graphics = int(rng.integers(2**31)) if rng.random() < 0.15 else None
    balls: BallImages = exposure.balls
    before = None
    if how.codec in ("h264", "h265") and np.abs(balls.streak_px).max() > _SHARP_PX:
        before = expose(stage, _earlier(state), occluders).light
    image = develop(exposure.light, how, graphics_seed=graphics, before=before)
    visible = balls.visible
    if graphics is not None:
        clear = shown_through(graphics, stage.camera.size) > _COVERED
        visible = visible * _share_of(clear, balls.uv, balls.radius_px)
    return Still(
        image_bgr=image,
        uv=balls.uv,
        sphere_uv=balls.sphere_uv,
        radius_px=balls.radius_px,
        box_px=balls.box_px,
        streak_px=balls.streak_px,
        names=stage.names,
        visible=visible,
        in_play=in_play,
        xyz=state.middle,
        occluders=exposure.occluders,
        camera=stage.camera,
        look=stage.look,
        table=stage.table,
    )


def _share_of(clear: NDArray[np.bool_], uv: Floats, radius: Floats) -> Floats:
    """Return the share of each disc, (n,), where a mask holds; 1 outside of it."""
    shares = np.ones(len(uv))
    rows, columns = np.indices(clear.shape)
    for ball, (u, v) in enumerate(uv):
        disc = np.hypot(columns - u, rows - v) <= radius[ball]
        if disc.any():
            shares[ball] = clear[disc].mean()
    return shares
