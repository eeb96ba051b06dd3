"""Simple pictures of tables with exact truth, drawn without any other package."""

import math
from dataclasses import replace

import cv2
import numpy as np

from adjudicator.table import TABLES, TableGeometry, TableKind
from calibration import homography
from calibration.camera import Camera
from calibration.first_pose import pose_from_corners
from calibration.lens import Lens
from calibration.pose import USUAL_CUSHION, Pose
from calibration.table_calibration import corners_xy

POOL = TABLES[TableKind.POOL_9FT]
SIZE = (640, 360)
_PPM = 400.0
_SUPER = 2


def camera_over(
    table: TableGeometry = POOL,
    size: tuple[int, int] = SIZE,
    tilt: float = 0.0,
    turn: float = 0.0,
    k1: float = 0.0,
    fill: float = 0.72,
    shift: tuple[float, float] = (0.0, 0.0),
) -> Camera:
    """Return a camera that looks at the table; angles in radians, shift in pixels."""
    width, height = size
    focal = 0.85 * math.hypot(width, height)
    distance = focal * table.length / (fill * width)
    spin = np.array(
        [
            [math.cos(turn), -math.sin(turn), 0],
            [math.sin(turn), math.cos(turn), 0],
            [0, 0, 1.0],
        ]
    )
    lean = np.array(
        [
            [1.0, 0, 0],
            [0, math.cos(tilt), -math.sin(tilt)],
            [0, math.sin(tilt), math.cos(tilt)],
        ]
    )
    down = np.diag([1.0, -1.0, -1.0])
    rotation = lean @ down @ spin
    inner = np.array(
        [
            [focal, 0, (width - 1) / 2 + shift[0]],
            [0, focal, (height - 1) / 2 + shift[1]],
            [0, 0, 1],
        ]
    )
    outer = np.column_stack((rotation, [0.0, 0.0, distance]))
    return Camera(inner @ outer, Lens.straight(size, k1), focal)


def picture(
    camera: Camera,
    table: TableGeometry = POOL,
    size: tuple[int, int] = SIZE,
    cloth: tuple[int, int, int] = (150, 110, 30),
    seed: int = 0,
) -> np.ndarray:
    """Return a BGR picture in which the noses are exactly where the table says."""
    sheet, origin = _sheet(table, cloth, seed)
    height, width = size[1] * _SUPER, size[0] * _SUPER
    v, u = np.mgrid[0:height, 0:width]
    uv = (np.column_stack((u.ravel(), v.ravel())) + 0.5) / _SUPER - 0.5
    xy = camera.xy_from_uv(uv, table.nose_height)
    columns = (xy[:, 0] * _PPM + origin[0]).astype(np.float32).reshape(height, width)
    rows = (-xy[:, 1] * _PPM + origin[1]).astype(np.float32).reshape(height, width)
    drawn = cv2.remap(
        sheet, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    small = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA).astype(np.float64)
    noise = np.random.default_rng(seed).normal(0, 1.5, small.shape)
    return np.clip(small + noise, 0, 255).astype(np.uint8)


def truth_corners(camera: Camera, table: TableGeometry = POOL) -> np.ndarray:
    """Return where the nose lines meet: (4, 2), head-left first."""
    return camera.uv_from_xy(corners_xy(table), table.nose_height)


def pose_over(camera: Camera, shift: float = 0.0) -> Pose:
    """Return the pose of a camera over the table, moved by `shift` pixels."""
    corners = truth_corners(camera) + shift
    x, y = corners[:, 0], corners[:, 1]
    if x @ np.roll(y, -1) - y @ np.roll(x, -1) < 0:
        corners = corners[[1, 0, 3, 2]]
    pose = pose_from_corners(corners, SIZE, 2.0, camera.focal_px, 0.0)
    return replace(pose, cushion=USUAL_CUSHION)


def homography_of(camera: Camera, table: TableGeometry = POOL) -> np.ndarray:
    """Return the map of the plane of the noses."""
    return homography.fit(
        corners_xy(table),
        homography.apply(camera.plane(table.nose_height), corners_xy(table)),
    )


def _sheet(
    table: TableGeometry, cloth: tuple[int, int, int], seed: int
) -> tuple[np.ndarray, tuple[float, float]]:
    """Draw the table from straight above; return it and the pixel of the origin."""
    half = (table.length / 2 + 0.9, table.width / 2 + 0.9)
    shape = (int(2 * half[1] * _PPM), int(2 * half[0] * _PPM))
    rng = np.random.default_rng(seed)
    rough = rng.uniform(30, 90, (shape[0] // 40 + 1, shape[1] // 40 + 1, 3))
    sheet = cv2.resize(rough.astype(np.float32), (shape[1], shape[0]))
    origin = ((shape[1] - 1) / 2, (shape[0] - 1) / 2)
    x = (np.arange(shape[1]) - origin[0]) / _PPM
    y = (origin[1] - np.arange(shape[0])) / _PPM
    outward = np.maximum(
        np.abs(x)[None, :] - table.length / 2, np.abs(y)[:, None] - table.width / 2
    )
    colour = np.array(cloth, dtype=np.float32)
    sheet[outward < 0.14] = (35, 40, 60)
    sheet[outward < 0.052] = np.minimum(colour * 1.08, 255)
    shade = 1 - 0.45 * np.exp(np.minimum(outward, 0) / 0.02)
    bed = outward < 0
    sheet[bed] = colour * shade[bed][:, None]
    for pocket in table.pockets:
        x_px = pocket.center.x * _PPM + origin[0]
        y_px = -pocket.center.y * _PPM + origin[1]
        cv2.circle(
            sheet,
            (round(x_px), round(y_px)),
            round((pocket.radius + 0.004) * _PPM),
            (12, 12, 12),
            cv2.FILLED,
        )
    for place in _sights(table):
        at = (round(place[0] * _PPM + origin[0]), round(-place[1] * _PPM + origin[1]))
        cv2.circle(sheet, at, 4, (230, 235, 235), cv2.FILLED)
    return sheet, origin


def _sights(table: TableGeometry) -> list[tuple[float, float]]:
    away = 0.094
    long = [
        (n * table.length / 8, s * (table.width / 2 + away))
        for n in (-3, -2, -1, 1, 2, 3)
        for s in (-1, 1)
    ]
    short = [
        (s * (table.length / 2 + away), n * table.width / 4)
        for n in (-1, 0, 1)
        for s in (-1, 1)
    ]
    return long + short
