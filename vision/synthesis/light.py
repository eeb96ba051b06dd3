"""Lamps over a table: how bright the cloth is and what shadow a ball throws.

Light is linear, relative to the light on the cloth's middle: a perfectly white sheet
there has radiance 1.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_LOWEST_SINE = 0.12
"""Shadows of flatter light are left out: they are faint and very long."""

_FARTHEST = 7.0
"""Shadows fade out at this distance from the ball, in its radii."""


@dataclass(frozen=True, slots=True)
class Lamps:
    """Round lamps that look down, and light from everywhere else.

    Attributes:
        positions: Table frame, metres, shape (m, 3).
        radii: Metres, shape (m,).
        power: Irradiance that each adds at the middle of the cloth, blue first,
            shape (m, 3).
        ambient: Irradiance from ceiling and walls, shape (3,).
        ceiling: Radiance of the ceiling as a ball mirrors it, shape (3,).
    """

    positions: Floats32
    radii: Floats32
    power: Floats32
    ambient: Floats32
    ceiling: Floats32

    def strength(self) -> Floats32:
        """Return intensity so that irradiance = strength x cos / distance^2, (m, 3)."""
        far2 = np.sum(self.positions**2, axis=1)
        down = self.positions[:, 2] / np.sqrt(far2)
        return floats32(self.power * (far2 / down)[:, None])

    def radiance(self) -> Floats32:
        """Return the radiance of each lamp's face, shape (m, 3)."""
        return floats32(self.strength() / self.radii[:, None] ** 2)

    def on_cloth(self, xy: Floats32) -> Floats32:
        """Return the irradiance of cloth without balls.

        Args:
            xy: Table frame, metres, shape (..., 2).

        Returns:
            Shape (..., 3).
        """
        total = np.broadcast_to(self.ambient, (*xy.shape[:-1], 3)).copy()
        for position, strength in zip(self.positions, self.strength(), strict=True):
            offset = (xy[..., 0] - position[0]) ** 2 + position[2] ** 2
            offset += (xy[..., 1] - position[1]) ** 2
            total += (position[2] / (offset * np.sqrt(offset)))[..., None] * strength
        return total


def make_lamps(
    positions: Floats,
    radii: Floats,
    share: Floats,
    tint: Floats,
    ambient: Floats,
    ceiling: float,
) -> Lamps:
    """Return lamps whose light on the middle of the cloth sums to one.

    Args:
        positions: Metres, shape (m, 3).
        radii: Metres, shape (m,).
        share: Relative power of the lamps, shape (m,).
        tint: Colour of the lamps, blue first, shape (3,) or (m, 3).
        ambient: Colour times share of the ambient light, shape (3,).
        ceiling: Radiance of the ceiling over its irradiance.
    """
    power = share[:, None] / share.sum() * tint * (1 - ambient.mean())
    return Lamps(
        positions.astype(np.float32),
        radii.astype(np.float32),
        power.astype(np.float32),
        ambient.astype(np.float32),
        (ambient * ceiling).astype(np.float32),
    )


def shadow_reach(lamps: Lamps, center: Floats, radius: float) -> tuple[Floats, Floats]:
    """Return the rectangle of cloth on which a ball's shadows can be seen.

    Args:
        lamps: All lamps.
        center: Of the ball, shape (3,).
        radius: Of the ball, metres.

    Returns:
        Lowest and highest xy, metres.
    """
    low = center[:2] - 2.2 * radius
    high = center[:2] + 2.2 * radius
    for position in lamps.positions.astype(np.float64):
        lift = max(position[2] - center[2], 0.05)
        offset = (center[:2] - position[:2]) / lift * max(center[2], radius)
        offset = np.clip(offset, -_FARTHEST * radius, _FARTHEST * radius)
        low = np.minimum(low, center[:2] + offset - 1.8 * radius)
        high = np.maximum(high, center[:2] + offset + 1.8 * radius)
    return low, high


def ball_shadow(lamps: Lamps, xy: Floats32, center: Floats, radius: float) -> Floats32:
    """Return by how much a ball dims the cloth.

    Args:
        lamps: All lamps.
        xy: Points of the cloth, metres, shape (n, 2).
        center: Of the ball, shape (3,).
        radius: Of the ball, metres.

    Returns:
        Factors 0..1, blue first, shape (n, 3).
    """
    there = lamps.on_cloth(center[None, :2].astype(np.float32))[0]
    toward = np.empty((len(xy), 3), np.float32)
    toward[:, :2] = center[:2].astype(np.float32) - xy
    toward[:, 2] = center[2]
    far2 = np.einsum("ij,ij->i", toward, toward)
    far = np.sqrt(far2)
    toward /= far[:, None]
    size = np.arcsin(np.minimum(radius / far, 0.999))
    open_sky = np.clip(toward[:, 2] * radius**2 / far2, 0, 1)
    dim = np.ones((len(xy), 3), np.float32) - open_sky[:, None] * (
        lamps.ambient / there
    )
    near = np.clip(_FARTHEST / 2 - far / (2 * radius), 0, 1)
    strengths = lamps.strength()
    for index in range(len(lamps.radii)):
        ray = np.empty_like(toward)
        ray[:, :2] = lamps.positions[index, :2] - xy
        ray[:, 2] = lamps.positions[index, 2]
        reach = np.sqrt(np.einsum("ij,ij->i", ray, ray))
        sine = ray[:, 2] / reach
        hidden = _hidden_share(
            np.einsum("ij,ij->i", ray, toward) / reach,
            size,
            lamps.radii[index] * np.sqrt(sine) / reach,
        )
        hidden *= np.clip((sine - _LOWEST_SINE) / 0.2, 0, 1) * near
        light = strengths[index] * (sine / reach**2)[:, None] / there
        dim -= hidden[:, None] * light
    return floats32(np.clip(dim, 0, 1))


def _hidden_share(cosine: Floats32, ball: Floats32, lamp: Floats32) -> Floats32:
    """Return the share of a round lamp that a round ball hides, by angular size."""
    apart = np.arccos(np.clip(cosine, -1, 1))
    edge = np.clip((ball + lamp - apart) / (2 * np.minimum(ball, lamp)), 0, 1)
    most = np.minimum(1, (ball / lamp) ** 2)
    hidden: Floats32 = most * edge * edge * (3 - 2 * edge)
    return hidden
