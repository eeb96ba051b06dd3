"""Where to hang the camera: which lens shows the whole table, and how finely.

A pinhole camera above the table, beside its middle if the lamp hangs there, looks at
the table's centre; the long side of the picture lies along the table.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from cueref.errors import MountError

FloatArray = NDArray[np.float64]

LENSES_MM: Final = (1.8, 2.1, 2.5, 2.8, 3.2, 3.6, 4.0, 6.0, 8.0, 12.0, 16.0)
"""Focal lengths that board and security cameras are sold with."""

SENSORS_MM: Final = {
    "1/4": 3.6,
    "1/3": 4.8,
    "1/2.9": 5.0,
    "1/2.8": 5.6,
    "1/2.7": 5.4,
    "1/2.5": 5.8,
    "1/2.3": 6.2,
    "1/2": 6.4,
    "1/1.8": 7.2,
    "2/3": 8.8,
    "1": 12.8,
}
"""Width of a sensor by its usual name, millimetres."""

RAIL: Final = 0.13
"""What must be seen beyond the noses: cushions, pockets and diamonds, metres."""

_FASTEST: Final = 8.0
"""A hard break, m/s."""

_BLUR: Final = 0.5
"""The blur of a hard break that costs nothing, ball diameters."""

_FINE, _FAIR = 1.2, 2.0
"""Millimetres a pixel up to which touches are told apart well, and tolerably."""


@dataclass(frozen=True, slots=True)
class Mount:
    """What a camera in some place shows.

    Attributes:
        focal_px: Focal length with which the table just fits, pixels.
        lens_mm: The same for the sensor, millimetres; None if no sensor is given.
        lens: The longest lens on sale that shows everything; None if none does.
        mm_per_px: On the cloth with the lens taken: nearest and farthest corner.
        ball_px: Radius of a ball at the farthest corner, pixels.
        tilt_deg: Between the view and straight down.
        shutter: Longest exposure that keeps a break sharp enough, seconds.
        fits: Whether the lens that was named shows the whole table.
    """

    focal_px: float
    lens_mm: float | None
    lens: float | None
    mm_per_px: tuple[float, float]
    ball_px: float
    tilt_deg: float
    shutter: float
    fits: bool

    @property
    def advice(self) -> tuple[str, ...]:
        """What to improve, one sentence each."""
        lines = []
        if not self.fits:
            lines.append("this lens cuts the table off: take a shorter one")
        if self.mm_per_px[1] > _FAIR:
            lines.append("too coarse: take a camera of more pixels or hang it lower")
        elif self.mm_per_px[1] > _FINE:
            lines.append("light touches may be missed: more pixels tell them better")
        if self.tilt_deg > 35:
            lines.append("too slanted: hang it higher or nearer to the middle")
        return tuple(lines)


def sensor_width_mm(name: str) -> float:
    """Return the width of a sensor: a name as `1/2.8`, or millimetres.

    Raises:
        MountError: It is neither.
    """
    if name in SENSORS_MM:
        return SENSORS_MM[name]
    try:
        width = float(name)
    except ValueError:
        width = 0.0
    if not 1 <= width <= 60:
        known = ", ".join(SENSORS_MM)
        raise MountError(
            f"sensor {name!r} is not known: give its width in mm, or one of {known}"
        )
    return width


def mount(
    table: TableGeometry,
    height: float,
    size: tuple[int, int],
    *,
    aside: float = 0.0,
    sensor_mm: float | None = None,
    lens_mm: float | None = None,
) -> Mount:
    """Return what a camera shows of a table.

    Args:
        table: The table.
        height: Of the lens above the cloth, metres.
        size: Width and height of the picture, pixels.
        aside: From the middle of the table to the point below the lens, across it,
            metres.
        sensor_mm: Width of the sensor; needed for a lens.
        lens_mm: Focal length of a lens that is at hand.

    Raises:
        MountError: The camera would hang in the table or far from it.
    """
    if not 0.5 <= height <= 20:
        raise MountError(f"a height of {height:g} m is no place for a camera: 0.5..20")
    if lens_mm is not None and sensor_mm is None:
        raise MountError("a lens means nothing without its sensor: give --sensor")
    view, depth = _seen(table, height, aside)
    longest = float(min(size[0] / 2 / view[:, 0].max(), size[1] / 2 / view[:, 1].max()))
    exact = None if sensor_mm is None else longest * sensor_mm / size[0]
    lens = lens_mm
    if lens is None and exact is not None:
        lens = max((one for one in LENSES_MM if one <= exact), default=None)
    focal = longest
    if lens is not None and sensor_mm is not None:
        focal = lens / sensor_mm * size[0]
    scale = 1000 * depth / focal
    return Mount(
        focal_px=longest,
        lens_mm=exact,
        lens=lens,
        mm_per_px=(float(scale.min()), float(scale.max())),
        ball_px=float(1000 * table.ball_radius / scale.max()),
        tilt_deg=float(np.degrees(np.arctan2(aside, height))),
        shutter=_BLUR * 2 * table.ball_radius / _FASTEST,
        fits=focal <= longest * 1.0001,
    )


def _seen(
    table: TableGeometry, height: float, aside: float
) -> tuple[FloatArray, FloatArray]:
    """Return slopes of the lines of sight to the corners, and the corners' depths."""
    half = np.array([table.length / 2 + RAIL, table.width / 2 + RAIL])
    signs = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    corners = np.column_stack([signs * half, np.zeros(4)])
    camera = np.array([0.0, aside, height])
    ahead = -camera / np.linalg.norm(camera)
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(ahead, right)
    rays = corners - camera
    depth = rays @ ahead
    slopes = np.abs(np.column_stack([rays @ right, rays @ down])) / depth[:, None]
    return slopes, np.asarray(depth)
