"""Finding the balls of a picture with the shipped network.

The table's region is scaled until a ball's radius is ``RADIUS_PX``, the middle of what
the network was trained on, or, while the radius is unknown, until the longer side has
``LONG_SIDE_PX`` pixels. Boxes go back to picture coordinates, one a ball.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.detections import BALL_LABEL, Detections
from vision.errors import InvalidFrameError, InvalidModelError, ModelNotFoundError
from vision.faint_streaks import find_streak
from vision.streak_ends import streak_width
from vision.streaks import streaks_of, too_large, typical_radius
from vision.suppression import suppress

SHIPPED_MODEL = Path(__file__).parent / "weights" / "balls.onnx"
LONG_SIDE_PX = 960
RADIUS_PX = 9.0
STRIDE_PX = 32
SCORE_THRESHOLD = 0.45
CANDIDATES = 400
PAD_VALUE = 114
FAINT_SCORE = 0.06
MOST_FAINT = 8
SMALL = 0.65
LONG = 1.5
NARROW = 1.38

Region = tuple[int, int, int, int]
RadiusRange = tuple[float, float]
Floats = NDArray[np.float64]
Image = NDArray[Any]


class BallDetector(Protocol):
    """Anything that finds the balls of a picture."""

    def detect(
        self,
        image_bgr: NDArray[np.uint8],
        region_px: Region | None = None,
        *,
        expected_radius_px: RadiusRange | None = None,
    ) -> Detections:
        """Finds the balls.

        Args:
            image_bgr: (h, w, 3) uint8.
            region_px: (u0, v0, u1, v1), u1 and v1 exclusive: where to look; everywhere
                when None.
            expected_radius_px: Smallest and largest radius of a sharp ball here.

        Returns:
            The balls, best score first, in coordinates of the whole picture.
        """
        ...


class OnnxBallDetector:
    """The trained network, run by onnxruntime on the CPU."""

    def __init__(
        self,
        model: Path | None = None,
        *,
        threads: int = 1,
        score_threshold: float = SCORE_THRESHOLD,
        long_side_px: int = LONG_SIDE_PX,
        radius_px: float = RADIUS_PX,
    ) -> None:
        """Loads the network.

        Args:
            model: ONNX file; the shipped one when None.
            threads: Threads of one run.
            score_threshold: Boxes below it are left out.
            long_side_px: Longer side of the region as the network sees it, at most.
            radius_px: Radius of a ball as the network sees it, where it is known.

        Raises:
            ModelNotFoundError: No file there.
            InvalidModelError: Not a network with one image input and (1, 5, n) output.
        """
        path = model or SHIPPED_MODEL
        if not path.is_file():
            raise ModelNotFoundError(
                f"{path}: found no file, expected the detector's ONNX weights; "
                "reinstall the package or train them with 'cueref train'"
            )
        self._session = _open(path, threads)
        self._input = self._session.get_inputs()[0].name
        self._score_threshold = score_threshold
        self._long_side_px = long_side_px
        self._radius_px = radius_px

    def detect(
        self,
        image_bgr: NDArray[np.uint8],
        region_px: Region | None = None,
        *,
        expected_radius_px: RadiusRange | None = None,
    ) -> Detections:
        """Finds the balls.

        Args:
            image_bgr: (h, w, 3) uint8.
            region_px: (u0, v0, u1, v1), u1 and v1 exclusive; the whole picture when
                None.
            expected_radius_px: Smallest and largest radius of a sharp ball in this
                picture, from calibration. Boxes much smaller are left out; so are boxes
                that are larger both ways and that no streak crosses.

        Returns:
            The balls, best score first, in coordinates of the whole picture.

        Raises:
            InvalidFrameError: Not a picture, or a region outside of it.
        """
        left, top, right, bottom = _checked_region(image_bgr, region_px)
        part = image_bgr[top:bottom, left:right]
        if expected_radius_px is None:
            boxes, scores = self._of_any_size(part)
        else:
            boxes, scores = self._boxes(part, self._scale(part, expected_radius_px))
        boxes[:, :2] += (left, top)
        sure = scores > self._score_threshold
        seen = _detections(image_bgr, boxes[sure], scores[sure], expected_radius_px)
        if expected_radius_px is None or np.all(sure):
            return seen
        radius = math.sqrt(expected_radius_px[0] * expected_radius_px[1])
        return _with_faint(image_bgr, seen, boxes[~sure], radius, self._score_threshold)

    def _of_any_size(self, image_bgr: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Looks at two sizes, then at the one that the balls found there ask for."""
        largest = self._scale(image_bgr, None)
        looks = [self._boxes(image_bgr, largest / part) for part in (1, 2)]
        boxes, scores = max(looks, key=lambda look: self._support(look[1]))
        radius = typical_radius(boxes, scores * (scores > self._score_threshold))
        if radius is None or not self._support(scores):
            return boxes, scores
        wanted = min(largest, self._radius_px / radius)
        again = self._boxes(image_bgr, wanted)
        better = self._support(again[1]) > self._support(scores)
        return again if better else (boxes, scores)

    def _support(self, scores: Floats) -> float:
        return float(scores[scores > self._score_threshold].sum())

    def _scale(
        self, image_bgr: NDArray[np.uint8], expected: RadiusRange | None
    ) -> float:
        largest = self._long_side_px / float(max(image_bgr.shape[:2]))
        if expected is None:
            return largest
        return min(largest, self._radius_px / math.sqrt(expected[0] * expected[1]))

    def _boxes(
        self, image_bgr: NDArray[np.uint8], scale: float
    ) -> tuple[Floats, Floats]:
        height, width = image_bgr.shape[:2]
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        blob = network_input(image_bgr, size)
        raw = np.asarray(self._session.run(None, {self._input: blob})[0][0], np.float64)
        least = min(FAINT_SCORE, self._score_threshold)
        likely = np.flatnonzero(raw[4] > least)
        likely = likely[np.argsort(-raw[4, likely], kind="stable")[:CANDIDATES]]
        boxes, scores = raw[:4, likely].T, raw[4, likely]
        kept = suppress(boxes, scores)
        factor = np.array([width / size[0], height / size[1]])
        # The network counts from the corner of the first pixel, we from its centre.
        centres = boxes[kept, :2] * factor - 0.5
        return np.hstack([centres, boxes[kept, 2:] * factor]), scores[kept]


def network_input(
    image_bgr: NDArray[np.uint8], size: tuple[int, int]
) -> NDArray[np.float32]:
    """Scales a picture and pads it to what the network takes.

    Args:
        image_bgr: (h, w, 3) uint8.
        size: (width, height) of the scaled picture; padded right and below to multiples
            of 32.

    Returns:
        (1, 3, h, w) float32, 0 to 1, BGR.
    """
    scaled = _resized(image_bgr, size)
    right, below = (-size[0]) % STRIDE_PX, (-size[1]) % STRIDE_PX
    shape = (1, 3, size[1] + below, size[0] + right)
    blob = np.full(shape, PAD_VALUE / 255, dtype=np.float32)
    for channel, plane in enumerate(cv2.split(scaled)):
        inner = blob[0, channel, : size[1], : size[0]]
        np.multiply(plane, np.float32(1 / 255), out=inner)
    return blob


def _resized(image_bgr: NDArray[np.uint8], size: tuple[int, int]) -> Image:
    """Halves while it can (exact means of four, fast), then interpolates."""
    image: Image = image_bgr
    while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1]:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = cv2.resize(image, half, interpolation=cv2.INTER_AREA)
    if image.shape[1::-1] == size:
        return image
    return cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)


def _open(path: Path, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Parts of all sizes come: an arena would keep room for the largest, twice over.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    try:
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime has no public error classes
        raise InvalidModelError(f"{path}: not an ONNX network: {error}") from error
    inputs, outputs = session.get_inputs(), session.get_outputs()
    if len(inputs) != 1 or len(outputs) != 1 or outputs[0].shape[1] != 5:
        raise InvalidModelError(
            f"{path}: expected one image input and one output of shape (1, 5, n), got "
            f"{[i.shape for i in inputs]} and {[o.shape for o in outputs]}"
        )
    return session


def _checked_region(image_bgr: NDArray[np.uint8], region_px: Region | None) -> Region:
    if image_bgr.ndim != 3 or image_bgr.shape[2] != 3 or image_bgr.dtype != np.uint8:
        raise InvalidFrameError(
            f"expected uint8 of shape (h, w, 3), got {image_bgr.dtype} of shape "
            f"{image_bgr.shape}"
        )
    height, width = image_bgr.shape[:2]
    left, top, right, bottom = region_px or (0, 0, width, height)
    region = (max(left, 0), max(top, 0), min(right, width), min(bottom, height))
    if region[2] - region[0] < 2 or region[3] - region[1] < 2:
        raise InvalidFrameError(
            f"region {region_px} lies outside of a picture of {width} x {height} px"
        )
    return region


def _detections(
    image_bgr: NDArray[np.uint8],
    boxes: Floats,
    scores: Floats,
    expected_radius_px: RadiusRange | None,
) -> Detections:
    if expected_radius_px is not None:
        middle = math.sqrt(expected_radius_px[0] * expected_radius_px[1])
        fits = boxes[:, 2:].min(axis=1) / 2 > SMALL * middle
        fits &= ~too_large(image_bgr, boxes, middle)
        boxes, scores = boxes[fits], scores[fits]
    typical = typical_radius(boxes, scores, expected_radius_px)
    if typical is None:
        return Detections.empty()
    low, high = expected_radius_px or (0.6 * typical, 1.5 * typical)
    sharp = np.sqrt(np.prod(boxes[:, 2:], axis=1)) / 2
    radius = np.clip(sharp, low, high)
    smeared = boxes[:, 2:].max(axis=1) / 2 > 1.25 * np.clip(typical, low, high)
    radius[smeared] = np.minimum(
        np.clip(typical, low, high), boxes[smeared, 2:].min(axis=1) / 2
    )
    streaks = np.where(smeared[:, None], streaks_of(image_bgr, boxes, radius), 0.0)
    wide = ~_narrow(image_bgr, boxes[:, :2], streaks, radius)
    boxes, scores, radius, streaks = (x[wide] for x in (boxes, scores, radius, streaks))
    label = np.full(len(boxes), BALL_LABEL, np.int64)
    return Detections(boxes[:, :2], radius, np.clip(scores, 0, 1), label, streaks)


def _narrow(
    image_bgr: NDArray[np.uint8], uv: Floats, streaks: Floats, radius: Floats
) -> NDArray[np.bool_]:
    """Tells which long marks are too narrow for a ball: a line, a cue, a chalk mark."""
    narrow = np.zeros(len(uv), dtype=np.bool_)
    for row in np.flatnonzero(np.linalg.norm(streaks, axis=1) > LONG * radius):
        width = streak_width(image_bgr, uv[row], streaks[row], float(radius[row]))
        narrow[row] = width is not None and width < NARROW * radius[row]
    return narrow


def _with_faint(
    image_bgr: NDArray[np.uint8],
    seen: Detections,
    faint: Floats,
    radius: float,
    score: float,
) -> Detections:
    """Adds the streaks that the network doubts and the picture confirms."""
    uv, streaks = list(seen.uv), list(seen.streak_px)
    for box in faint[:MOST_FAINT]:
        known = np.array(uv).reshape(-1, 2)
        streak = find_streak(image_bgr, box[:2], radius, known)
        if streak is not None:
            uv.append(streak.uv)
            streaks.append(streak.motion)
    extra = len(uv) - len(seen)
    return Detections(
        np.array(uv).reshape(-1, 2),
        np.append(seen.radius_px, np.full(extra, radius)),
        np.append(seen.score, np.full(extra, score)),
        np.full(len(uv), BALL_LABEL, np.int64),
        np.array(streaks).reshape(-1, 2),
    )
