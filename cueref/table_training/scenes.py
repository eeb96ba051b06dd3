"""Rendered tables with exact cameras, and pictures in which no whole table is.

A scene is a function of its seed. Looks belong to the seed's split, so that those of
the test were never seen; the camera hangs within 35 degrees of overhead, its lens bends
with a k1 of -0.3 to 0.1 (in units of the focal length, less where the picture would
fold), and somebody leans over a rail.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from calibration.table_calibration import corners_xy
from vision.synthesis.camera import Camera
from vision.synthesis.colours import linear_bgr
from vision.synthesis.develop import develop, draw_development
from vision.synthesis.layouts import draw_names, draw_places, draw_turns
from vision.synthesis.looks import draw_look
from vision.synthesis.occluders import Occluder
from vision.synthesis.players import draw_body, draw_hand
from vision.synthesis.render import expose, prepare_stage
from vision.synthesis.scene import FrameState
from vision.synthesis.seeds import split_of
from vision.synthesis.still_occluders import draw_occluders
from vision.synthesis.stills import draw_table

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

MOST_TILT: Final = np.radians(35.0)
_SIZES: Final = ((854, 480), (960, 540), (1280, 720), (1920, 1080))
_SIZE_SHARES: Final = (0.2, 0.3, 0.42, 0.08)
_FOLD: Final = -0.24
_CUT: Final = 0.05
_ELSEWHERE: Final = 2 / 3


@dataclass(frozen=True)
class TableScene:
    """A picture, the camera that took it and what it saw.

    Attributes:
        seed: Of the scene.
        image_bgr: The picture.
        camera: Exact.
        table: Exact.
        is_whole: Whether all corners of the table are in the picture.
        cushion: Width of the cushions from nose to wood, metres.
    """

    seed: int
    image_bgr: Image
    camera: Camera
    table: TableGeometry
    is_whole: bool
    cushion: float

    @property
    def corners_uv(self) -> Floats:
        """Where the nose lines meet, (4, 2), pixels."""
        height = np.full(4, self.table.nose_height)
        xyz = np.column_stack((corners_xy(self.table), height))
        return self.camera.uv_from_xyz(xyz)

    def corner_errors_mm(self, corners_uv: Floats) -> Floats:
        """Return how far corners seen at `corners_uv` are from the true ones, (4,).

        Their order may begin at any corner and run either way.
        """
        true = corners_xy(self.table)
        xy = self.camera.xy_from_uv(corners_uv, self.table.nose_height)
        orders = [
            np.roll(way, turn, axis=0) for way in (xy, xy[::-1]) for turn in range(4)
        ]
        errors = [np.linalg.norm(order - true, axis=1) for order in orders]
        return np.asarray(1000 * min(errors, key=lambda error: float(error.max())))


def table_scene(
    seed: int, *, whole: bool = True, size: tuple[int, int] | None = None
) -> TableScene:
    """Return the scene of a seed.

    Args:
        seed: Of any split; looks are those of the split.
        whole: Whether the table is whole in view; else a corner or more is cut off.
        size: Of the picture, pixels; None draws one.
    """
    return next(table_recording(seed, whole=whole, size=size))


def table_recording(
    seed: int, *, whole: bool = True, size: tuple[int, int] | None = None
) -> Iterator[TableScene]:
    """Yield pictures of a recording of one table, without end; `table_scene` first.

    Camera, table, light and balls stay; noise is new in every picture, and the people
    are elsewhere in two pictures of three.

    Args:
        seed: Of any split; looks are those of the split.
        whole: Whether the table is whole in view; else a corner or more is cut off.
        size: Of the picture, pixels; None draws one.
    """
    split = split_of(seed)
    rng = np.random.default_rng([seed, int(whole)])
    table = draw_table(rng)
    look = draw_look(rng, split, table)
    drawn = _SIZES[int(rng.choice(len(_SIZES), p=_SIZE_SHARES))]
    camera = draw_overhead(rng, table, look.rails.width, size or drawn)
    if not whole:
        camera = _cut_off(rng, camera, table)
    names = draw_names(rng, look.set_kind)
    places = draw_places(rng, table, len(names))
    xyz = np.column_stack([places, np.full(len(places), table.ball_radius)])
    shown = np.ones(len(names), np.bool_)
    state = FrameState(0.0, xyz[None], draw_turns(rng, len(names)), shown)
    stage = prepare_stage(camera, table, look, names)
    people = _people(rng, table, places)
    light = expose(stage, state, people).light
    scale = min(camera.size) / 540
    how = draw_development(rng, linear_bgr(look.cloth.rgb), scale=scale)
    graphics = int(rng.integers(2**31)) if rng.random() < 0.15 else None
    for number in itertools.count(1):
        image = develop(light, how, graphics_seed=graphics)
        yield TableScene(seed, image, camera, table, whole, look.rails.cushion)
        rng = np.random.default_rng([seed, int(whole), number])
        if rng.random() < _ELSEWHERE:
            light = expose(stage, state, _people(rng, table, places)).light
        how = replace(how, seed=int(rng.integers(2**31)))


def _people(
    rng: np.random.Generator, table: TableGeometry, places: Floats
) -> list[Occluder]:
    """Return who and what is over the table, somebody leaning over a rail."""
    return [*draw_occluders(rng, table, places), *_leaning_player(rng, table)]


def draw_overhead(
    rng: np.random.Generator,
    table: TableGeometry,
    margin: float,
    size: tuple[int, int],
) -> Camera:
    """Draw a camera within 35 degrees of overhead that sees the rails whole.

    Args:
        rng: Draws.
        table: To be seen.
        margin: Width of the rails, metres.
        size: Of the picture, pixels.
    """
    focal = max(size) * float(np.exp(rng.uniform(np.log(0.6), np.log(1.8))))
    half = np.hypot(*size) / 2 / focal
    k1 = max(float(rng.uniform(-0.3, 0.1)), _FOLD / half**2)
    tilt = float(rng.uniform(0, MOST_TILT))
    azimuth = float(rng.choice([-0.5, 0.5]) * np.pi + rng.normal(0, 0.4))
    away = np.array(
        [np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)]
    )
    roll = azimuth + np.pi / 2 if tilt > 0.12 else float(rng.choice([0, np.pi]))
    roll += float(rng.normal(0, 0.06))
    rotation = _look_along(-away, roll)
    fill = float(rng.uniform(0.72, 0.96))
    principal = (np.array(size) - 1) / 2
    start = Camera(size, focal, principal, k1, rotation, away * 4)
    shift = rng.uniform(-0.6, 0.6, 2) * np.array(size) * (1 - fill) / 2
    return _at_distance(start, away, _outline(table, margin), fill, shift)


def _look_along(forward: Floats, roll: float) -> Floats:
    """Return camera_from_table for a view direction and the picture's right."""
    right = np.array([np.cos(roll), np.sin(roll), 0.0])
    right -= (right @ forward) * forward
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(forward, right), forward])


def _outline(table: TableGeometry, margin: float) -> Floats:
    turn = np.linspace(-1, 1, 17)
    x, y = table.length / 2 + margin, table.width / 2 + margin
    sides = [(x * turn, s * y + 0 * turn) for s in (-1, 1)]
    sides += [(s * x + 0 * turn, y * turn) for s in (-1, 1)]
    xy = np.concatenate([np.column_stack(side) for side in sides])
    return np.column_stack((xy, np.full(len(xy), table.nose_height)))


def _at_distance(
    camera: Camera, away: Floats, edge: Floats, fill: float, shift: Floats
) -> Camera:
    """Move the camera until the edge fills its share of the picture.

    Args:
        camera: Where it looks stays the same.
        away: From the table to the camera, unit vector.
        edge: Points that shall be seen, metres, shape (n, 3).
        fill: Their extent over the picture's.
        shift: Of their middle from the picture's, pixels.
    """
    size = np.array(camera.size)
    distance, aim = 3 * float(edge[:, 0].max()), np.zeros(3)
    for _ in range(40):
        moved = _placed(camera, away * distance + aim, camera.principal_uv)
        seen = moved.uv_from_xyz(edge)
        extent = seen.max(axis=0) - seen.min(axis=0)
        distance *= 0.5 + 0.5 * float((extent / size).max()) / fill
        middle = (seen.max(axis=0) + seen.min(axis=0)) / 2 - shift
        looked = moved.xy_from_uv(middle, 0.0)
        here = moved.xy_from_uv(moved.principal_uv, 0.0)
        aim = aim + 0.5 * np.append(looked - here, 0.0)
    return moved


def _placed(camera: Camera, position: Floats, principal: Floats) -> Camera:
    return Camera(
        camera.size,
        camera.focal_px,
        principal,
        camera.k1,
        camera.camera_from_table,
        position,
    )


def _cut_off(rng: np.random.Generator, camera: Camera, table: TableGeometry) -> Camera:
    """Shift or enlarge the picture until a corner of the table is clearly outside."""
    corners = np.column_stack((corners_xy(table), np.full(4, table.nose_height)))
    size = np.array(camera.size)
    turn = float(rng.uniform(0, 2 * np.pi))
    step = size * np.array([np.cos(turn), np.sin(turn)]) * 0.02
    zoom = float(rng.choice([1.0, 1.0, 1.02]))
    for _ in range(200):
        uv = camera.uv_from_xyz(corners)
        outside = np.maximum(-uv, uv - (size - 1)).max(axis=1)
        if outside.max() > _CUT * max(camera.size):
            break
        camera = Camera(
            camera.size,
            camera.focal_px * zoom,
            camera.principal_uv + step,
            camera.k1,
            camera.camera_from_table,
            camera.position,
        )
    return camera


def _leaning_player(
    rng: np.random.Generator, table: TableGeometry
) -> tuple[Occluder, ...]:
    """Return somebody who hides a part of a rail."""
    half = np.array([table.length, table.width]) / 2
    place = rng.uniform(-0.7, 0.7, 2) * half
    axis = int(rng.random() < 0.7)
    inward = np.zeros(2)
    inward[axis] = -float(rng.choice([-1, 1]))
    place[axis] = -inward[axis] * (half[axis] + rng.uniform(-0.05, 0.15))
    hand = draw_hand(rng, place + inward * 0.3, inward, "bridge", reach=0.4)
    if table.length < 1.7:
        return (hand,)
    return (hand, *draw_body(rng, place, inward))
