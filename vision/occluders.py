"""Finds what covers the table, picture by picture: arms, people, cues, things.

What differs from the empty table and is neither a ball nor a shadow covers it. It comes
in from the edge (an arm, a body, a cue) or lies free and stays (a rack, chalk). Small
free things that pass are balls that the detector missed.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.background import EmptyTable
from vision.cue_scene import CueScene, cue_width
from vision.cue_stick import find_cue
from vision.detections import Detections
from vision.occlusion import CueStick, Occluder, OccluderKind, Occlusion
from vision.shrinking import shrunk
from vision.table_view import TableView

FloatArray = NDArray[np.float64]
FloatImage = NDArray[np.float32]
Image = NDArray[np.uint8]
Mask = NDArray[np.uint8]

_LEARN_EVERY: Final = 0.2
_SETTLES: Final = 0.5
"""A picture that changed as a whole is learned anew after so long, seconds."""

_WHOLE: Final = 0.55
"""More of the bed than this is never covered: the camera moved or the picture cut."""

_BALL_REACH: Final = 1.3
"""A ball's disc with its blurred rim, over its radius."""

_FREE_BALLS: Final = 1.6
"""A free region smaller than so many balls is a ball or its shadow."""

_LEAST_BALLS: Final = 0.3
"""Less of the bed than this is not worth to be told, areas of a ball."""

_LEAST_DEPTH: Final = 0.8
"""A strip along a nose is its shadow: how far a region must come in, radii."""

_OUTSIDE_BALLS: Final = 0.8
"""What reaches so far over the noses is no ball, areas of a ball."""

_BALL_BALLS, _BALL_WIDTHS = 1.9, 3.4
"""A region up to so many balls, and so many radii wide, may be a ball with shadow."""

_AT_EDGE: Final = 3.0
"""A region that comes so near to a nose or a pocket comes in there, pixels."""

_CHROMA_PX: Final = 4.0
"""A video keeps colours at half its size: they reach so far over edges, pixels."""

_THING_STAYS: Final = 0.6
"""A free region is a thing when it has been there for so long, seconds."""


class OccluderWatch:
    """Knows the empty table of one view and what covers it in each picture.

    Attributes:
        region_px: Part of the picture that is looked at: u0, v0, u1, v1.
        size: Width and height at which it is looked at, pixels.
    """

    def __init__(self, view: TableView) -> None:
        """Start without any picture.

        Args:
            view: Where the table is.
        """
        self._view = view
        self.region_px = view.region_px
        u0, v0, u1, v1 = view.region_px
        scale = view.scale
        self.size = (round((u1 - u0) / scale), round((v1 - v0) / scale))
        self._radius = view.ball_px / scale
        self._ball_area = float(np.pi * self._radius**2)
        self._bed = self._bed_mask()
        self._bed_area = cv2.countNonZero(self._bed)
        self._edge = _signed_distance(self._bed)
        self.reset()

    def reset(self) -> None:
        """Forget the empty table, as after the camera moved."""
        self._table: EmptyTable | None = None
        self._covered = np.zeros_like(self._bed)
        self._free: list[_Free] = []
        self._learned = -np.inf
        self._odd_from: float | None = None

    def update(self, image_bgr: Image, t: float, balls: Detections) -> Occlusion:
        """Return what covers the table in a picture.

        Args:
            image_bgr: The whole picture, shape (h, w, 3).
            t: Its time, seconds; pictures come in order.
            balls: That were found in it.
        """
        u0, v0, u1, v1 = self.region_px
        return self.update_small(shrunk(image_bgr[v0:v1, u0:u1], self.size), t, balls)

    def update_small(self, small: Image, t: float, balls: Detections) -> Occlusion:
        """Return what covers the table in a picture.

        Args:
            small: Its part `region_px`, made `size` large.
            t: Its time, seconds; pictures come in order.
            balls: That were found in it.
        """
        discs = self._discs(balls)
        if self._table is None:
            rim = max(2, round(self._radius))
            self._table = EmptyTable(small, self._bed, discs, rim)
            self._learned = t
        even = self._table.even(small, self._covered | discs)
        evidence, box = self._table.difference(even, discs)
        differs = (evidence > 1).astype(np.uint8)
        if box[2] and cv2.countNonZero(differs & self._bed) > _WHOLE * self._bed_area:
            return self._changed(t)
        self._odd_from = None
        mask, occluders = self._regions(differs, discs, box, t)
        if t - self._learned >= _LEARN_EVERY:
            self._table.learn(even, evidence, t - self._learned)
            self._learned = t
        cue = self._cue(even, evidence, box, mask, balls)
        self._covered = mask
        u0, v0, _, _ = self._view.region_px
        return Occlusion.of_mask(
            mask > 0, (float(u0), float(v0)), self._view.scale, occluders, cue
        )

    def _changed(self, t: float) -> Occlusion:
        """Wait for a changed picture to stay, then learn it."""
        if self._odd_from is None:
            self._odd_from = t
        if t - self._odd_from >= _SETTLES:
            self.reset()
        return Occlusion.unknown()

    def _bed_mask(self) -> Mask:
        width, height = self.size
        mask = np.zeros((height, width), np.uint8)
        for bed in self._view.beds_uv:
            outline = np.round(self._view.small(bed) * 16).astype(np.int32)
            cv2.fillPoly(mask, [outline], 255, cv2.LINE_8, 4)
        places = self._view.small(self._view.pockets_uv)
        for (u, v), radius in zip(places, self._view.pocket_px, strict=True):
            reach = round(1.15 * radius / self._view.scale)
            cv2.circle(mask, (round(u), round(v)), reach, 0, -1)
        return mask

    def _discs(self, balls: Detections) -> Mask:
        """Return a mask of the balls, with the ways of those that move."""
        mask = np.zeros(self._bed.shape, np.uint8)
        if not len(balls):
            return mask
        half = balls.streak_px / 2
        starts = np.round(self._view.small(balls.uv - half) * 16).astype(int)
        ends = np.round(self._view.small(balls.uv + half) * 16).astype(int)
        radii = _BALL_REACH * balls.radius_px / self._view.scale
        for start, end, radius in zip(starts, ends, radii, strict=True):
            if (start == end).all():
                reach = round(16 * (float(radius) + 0.5))
                cv2.circle(mask, start, reach, 255, -1, cv2.LINE_8, 4)
            else:
                thick = max(1, round(2 * float(radius) + 1))
                cv2.line(mask, start, end, 255, thick, cv2.LINE_8, 4)
        return mask

    def _regions(
        self,
        differs: Mask,
        discs: Mask,
        box: tuple[int, int, int, int],
        t: float,
    ) -> tuple[Mask, tuple[Occluder, ...]]:
        """Return the covered part of the small picture and its regions."""
        free, self._free = self._free, []
        mask = np.zeros_like(differs)
        if not box[2] or not cv2.countNonZero(differs):
            return mask, ()
        solid = self._solid(differs, discs)
        left, top, wide, high = cv2.boundingRect(solid)
        if not wide:
            return mask, ()
        own = (slice(top, top + high), slice(left, left + wide))
        _, label, stats, _ = cv2.connectedComponentsWithStats(solid[own])
        found: list[Occluder] = []
        for number in (np.argsort(-stats[1:, cv2.CC_STAT_AREA]) + 1).tolist():
            u, v, width, height, area = (int(value) for value in stats[number])
            labels = label[v : v + height, u : u + width]
            u, v = u + left, v + top
            part = (slice(v, v + height), slice(u, u + width))
            region = (labels == number) & (self._bed[part] > 0)
            inside = float(region.sum()) / self._ball_area
            if inside < _LEAST_BALLS:
                continue
            edge = self._edge[part][region]
            if float(edge.max()) < _LEAST_DEPTH * self._radius:
                continue
            outside = area / self._ball_area - inside
            near = float(edge.min())
            kind = self._kind((u, v, u + width, v + height), inside, outside, near)
            if kind is OccluderKind.OBJECT:
                kind = self._free_kind((u, v, u + width, v + height), free, t)
            if kind is not None:
                mask[part][region] = 1
                found.append(self._occluder(region, (u, v), kind, inside))
        return mask, tuple(found)

    def _solid(self, differs: Mask, discs: Mask) -> Mask:
        """Return what differs and is wider than lines, cues and streaks of light."""
        joined = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, _disc(0.7 * self._radius))
        joined[discs > 0] = 0
        solid = cv2.morphologyEx(joined, cv2.MORPH_OPEN, _disc(1.3 * self._radius))
        return np.asarray(solid, dtype=np.uint8)

    def _kind(
        self,
        box: tuple[int, int, int, int],
        inside: float,
        outside: float,
        edge: float,
    ) -> OccluderKind | None:
        """Tell what comes in from the edge from what lies free; None for a ball."""
        if edge < _AT_EDGE and outside >= _OUTSIDE_BALLS:
            return OccluderKind.ARM
        if self._is_ball(box[2] - box[0], box[3] - box[1], inside):
            return None
        if edge < _AT_EDGE:
            return OccluderKind.ARM
        return OccluderKind.OBJECT if inside >= _FREE_BALLS else None

    def _is_ball(self, width: int, height: int, balls: float) -> bool:
        """Whether a region is as large as a ball that was not found."""
        return balls < _BALL_BALLS and max(width, height) < _BALL_WIDTHS * self._radius

    def _free_kind(
        self, box: tuple[int, int, int, int], before: list["_Free"], t: float
    ) -> OccluderKind:
        """Tell a thing that stays from what merely passes."""
        known = [thing.since for thing in before if _overlap(thing.box, box) > 0.5]
        since = min(known, default=t)
        self._free.append(_Free(box, since))
        stays = t - since >= _THING_STAYS
        return OccluderKind.OBJECT if stays else OccluderKind.UNKNOWN

    def _occluder(
        self,
        region: NDArray[np.bool_],
        corner: tuple[int, int],
        kind: OccluderKind,
        balls: float,
    ) -> Occluder:
        contours, _ = cv2.findContours(
            region.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        outline = max(contours, key=len).reshape(-1, 2) + np.array(corner)
        area_px = float(region.sum()) * self._view.scale**2
        return Occluder(kind, self._view.whole(outline), area_px, balls)

    def _cue(
        self,
        even: Image,
        evidence: FloatImage,
        box: tuple[int, int, int, int],
        covered: Mask,
        balls: Detections,
    ) -> CueStick | None:
        if self._table is None or box[2] <= box[0]:
            return None
        scale = self._view.scale
        metre, blur = self._view.metre_px / scale, _CHROMA_PX / scale
        u0, v0, u1, v1 = box
        shade = self._table.thin_shade(even, box, cue_width(metre, blur))
        if shade is not None:
            part = evidence[v0:v1, u0:u1]
            np.maximum(part, shade, out=part)
        scene = CueScene(
            evidence,
            self._edge,
            covered,
            self._view.small(balls.uv),
            self._radius,
            metre,
            blur,
        )
        found = find_cue(scene, box)
        if found is None:
            return None
        tip, butt = self._view.whole(np.array([found.tip, found.butt]))
        along, across = found.sigma
        sigma_px = (along * scale, across * scale)
        return CueStick(tip, butt, sigma_px, found.at_ball, found.confidence)


@dataclass(frozen=True, slots=True)
class _Free:
    """A free region: where it is and since when, seconds."""

    box: tuple[int, int, int, int]
    since: float


def _disc(size: float) -> Mask:
    """Return a round kernel of a diameter, at least three pixels."""
    odd = max(3, round(size) | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (odd, odd))
    return np.asarray(kernel, dtype=np.uint8)


def _signed_distance(mask: Mask) -> FloatImage:
    """Return how far each pixel is inside a mask, negative outside it."""
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    outside = cv2.distanceTransform(cv2.bitwise_not(mask), cv2.DIST_L2, 3)
    return np.asarray(np.where(mask > 0, inside, 1 - outside), dtype=np.float32)


def _overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> float:
    """Return the common part of two boxes over both together."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(c[2] - c[0]) * (c[3] - c[1]) for c in (a, b)]
    return width * height / (sum(areas) - width * height)
