"""Sub-pixel centres read by a small network, each with its own doubt.

The network sees a patch around a rough centre and says where the middle of the ball's
outline lies and how far off it may be: glare, prints, half-lit sides, shadows, blur
and cloth of the ball's own colour are what it learned on, and where they hide the
outline it says so. Makes of cameras and codecs are part of the training scenes
(`vision.training.centres`).
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.errors import InvalidDetectionsError, InvalidModelError
from vision.patches import cut_patches, network_input
from vision.sessions import open_network
from vision.streak_ends import refine_streaks

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

PATCH_PX: Final = 40
"""Side of a patch that the network reads, pixels."""

REACH: Final = 2.0
"""Half the side of a patch over the radius of the ball in it."""

FURTHEST: Final = 0.9
"""A centre that would move by more radii than this is no centre of this ball."""

AGAIN: Final = 0.06
"""A patch that was off by more radii is cut again around the better centre."""

ROUNDS: Final = 8
"""So many times at most: a dark ball with its shadow looks like one thing, and each
patch leads a small part of the way."""

DOUBT: Final = 1.2
"""Errors in rendered clips over the doubt learned on stills: codecs smear more."""

LONG: Final = 0.8
"""Streaks longer than so many radii are measured by their ends."""

SHARP: Final = 0.05
"""A ball whose centre is known to so many radii is no streak, only has a shadow."""

ENDLESS: Final = 0.25
"""A streak whose middle is less sure, in radii, showed no ends."""

LEAST_PX: Final = 0.03
"""Least standard deviation of a coordinate, pixels: the labels are no better."""

_WEIGHTS: Final = Path(__file__).with_name("weights") / "centres.onnx"


class CentreNetwork:
    """Measures centres with the shipped network.

    Args:
        model: ONNX file; None takes the one that comes with the package.
        threads: Of the network's run time.

    Raises:
        ModelNotFoundError: There is no such file.
        InvalidModelError: The file is another kind of network.
    """

    def __init__(self, model: Path | None = None, *, threads: int = 1) -> None:
        """Load the network."""
        path = model or _WEIGHTS
        self._session = open_network(path, "centres", threads)
        self._input = self._session.get_inputs()[0].name
        outputs = self._session.get_outputs()[0].shape[-1]
        if outputs != 5:
            raise InvalidModelError(
                f"{os.fspath(path)} gives {outputs} numbers a ball, expected 5"
            )

    def measure(
        self, image_bgr: Bytes, uv: Floats, radius_px: Floats
    ) -> tuple[Floats, Floats]:
        """Return better centres and their covariance.

        Args:
            image_bgr: Picture, uint8 (h, w, 3).
            uv: Rough centres, pixels, (n, 2), off by half a radius at most.
            radius_px: Expected radii, pixels, (n,).

        Returns:
            Centres, pixels, (n, 2), and covariances, square pixels, (n, 2, 2). A
            ball whose centre would leave its neighbourhood keeps the rough one and
            gets a wide covariance.
        """
        if not len(uv):
            return np.zeros((0, 2)), np.zeros((0, 2, 2))
        shift, covariance = self._read(image_bgr, uv, radius_px)
        far = np.flatnonzero(np.linalg.norm(shift, axis=1) > AGAIN)
        for _ in range(ROUNDS):
            if not len(far):
                break
            start = uv[far] + shift[far] * radius_px[far, None]
            more, covariance[far] = self._read(image_bgr, start, radius_px[far])
            shift[far] += more
            far = far[np.linalg.norm(more, axis=1) > AGAIN]
        lost = ~(np.linalg.norm(shift, axis=1) < FURTHEST)
        shift[lost], covariance[lost] = 0.0, 0.25 * np.eye(2)
        covariance *= (DOUBT * radius_px[:, None, None]) ** 2
        covariance += LEAST_PX**2 * np.eye(2)
        return uv + shift * radius_px[:, None], covariance

    def refine(
        self, image_bgr: Bytes, detections: Detections, radius_px: Floats
    ) -> tuple[Detections, Floats]:
        """Return detections with measured centres, and the deviations of these.

        Args:
            image_bgr: Picture, uint8 (h, w, 3).
            detections: Balls as they were found.
            radius_px: Expected radii, pixels, (n,).

        Returns:
            The same balls with the expected radii, centres by the network, and those
            of long streaks between their two ends where these tell more; the standard
            deviation of a coordinate of each centre, pixels, (n,).

        Raises:
            InvalidDetectionsError: Not one positive radius a ball.
        """
        radius = np.asarray(radius_px, np.float64)
        if radius.shape != (len(detections),) or np.any(radius <= 0):
            raise InvalidDetectionsError(
                f"expected {len(detections)} positive radii, got shape {radius.shape}"
            )
        uv, covariance = self.measure(image_bgr, detections.uv, radius)
        sigma_px = np.sqrt(np.trace(covariance, axis1=1, axis2=2) / 2)
        streaks = np.linalg.norm(detections.streak_px, axis=1)
        is_long = streaks > LONG * radius
        refined = replace(detections, uv=uv, radius_px=radius)
        if not is_long.any():
            return refined, sigma_px
        rows = np.flatnonzero(is_long)
        long, long_sigma = refine_streaks(
            image_bgr, detections[rows], refined[rows], radius[rows], sigma_px[rows]
        )
        streak_px = detections.streak_px.copy()
        sharp = sigma_px[rows] < SHARP * radius[rows]
        told = ~sharp & (long_sigma < ENDLESS * radius[rows])
        told |= long_sigma < sigma_px[rows]
        streak_px[rows] = np.where(sharp[:, None], 0.0, long.streak_px)
        uv[rows[told]] = long.uv[told]
        sigma_px[rows[told]] = long_sigma[told]
        return replace(refined, uv=uv, streak_px=streak_px), sigma_px

    def _read(
        self, image_bgr: Bytes, uv: Floats, radius_px: Floats
    ) -> tuple[Floats, Floats]:
        """Return shifts and covariances in radii."""
        patches = cut_patches(image_bgr, uv, radius_px, side_px=PATCH_PX, reach=REACH)
        (read,) = self._session.run(None, {self._input: network_input(patches)})
        read = np.asarray(read, np.float64)
        return read[:, :2], covariance_of(read[:, 2:])


def covariance_of(numbers: Floats) -> Floats:
    """Return covariances (n, 2, 2) from what the network says of its doubt.

    Args:
        numbers: Logarithms of the two deviations and the skew, (n, 3): the rows of
            the inverse Cholesky factor are (exp(-a), 0) and (b exp(-c), exp(-c)).
    """
    a, c = np.clip(numbers[:, :2].T, -6, 1)
    b = np.clip(numbers[:, 2], -3, 3)
    lower = np.zeros((len(numbers), 2, 2))
    lower[:, 0, 0] = np.exp(a)
    lower[:, 1, 0] = -b * np.exp(a)
    lower[:, 1, 1] = np.exp(c)
    return np.asarray(lower @ lower.transpose(0, 2, 1))
