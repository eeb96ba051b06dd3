"""Where one ball's motion changes: cuts of the segmentation, repaired, with edges."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tracking.arrays import FloatArray, quadratic_form
from tracking.motion.edges import WINDOW, Edge, evidences, fit_edge, rest_edge
from tracking.motion.samples import Samples
from tracking.motion.segmentation import Segment, segment
from tracking.motion.trajectory import MotionKind

_SMOOTH: Final = 14.0
_SAME_REST: Final = 14.0
_FEWEST_TO_JOIN: Final = 4
_SLOWEST_STOP: Final = 0.05
_LONGEST_DRIFT: Final = 0.006
_SHORTEST_CRAWL: Final = 0.25
_VELOCITY_SLACK: Final = 0.02
_SHIFTS: Final = (-2, -1, 0, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Knot:
    """A change of motion between two samples of one ball.

    Attributes:
        ball: Index of the ball among the shot's samples.
        index: First sample after the change.
        t_low: Time of the last sample before, seconds.
        t_high: Time of the first sample after, seconds.
        left: Motion before.
        right: Motion after.
    """

    ball: int
    index: int
    t_low: float
    t_high: float
    left: Edge
    right: Edge

    @property
    def starts(self) -> bool:
        """Whether the ball lay still before."""
        return self.left.at_rest and not self.right.at_rest

    @property
    def stops(self) -> bool:
        """Whether the ball lies still afterwards."""
        return self.right.at_rest and not self.left.at_rest


def cut(samples: Samples) -> list[Segment]:
    """Cut a ball's samples into segments, with the boundaries repaired."""
    if len(samples) == 0:
        return []
    variance = np.diagonal(samples.covariance, axis1=1, axis2=2)
    segments = segment(samples.t, samples.xy, variance)
    segments = [_no_short_rest(samples, piece) for piece in segments]
    segments = [_drift_is_rest(samples, piece) for piece in segments]
    segments = _merge_rests(samples, segments)
    if len(segments) == 1:
        return segments
    segments = _absorb_short(samples, _merge_singles(segments))
    return _shift_cuts(samples, segments)


def find_knots(
    samples: Samples,
    segments: list[Segment],
    ball: int,
    forced: frozenset[int] = frozenset(),
) -> list[Knot]:
    """Return the changes of motion of one ball, with the edges on both sides.

    Args:
        samples: Of the ball.
        segments: Its pieces of motion.
        ball: Index of the ball.
        forced: First samples of pieces that motion does not run on into.
    """
    if len(segments) < 2:
        return []
    smooth = [
        b.start not in forced and _is_smooth(samples, a, b)
        for a, b in itertools.pairwise(segments)
    ]
    return [
        _knot(samples, ball, *_flights(segments, smooth, i))
        for i in range(len(segments) - 1)
    ]


def _flights(
    segments: list[Segment], smooth: list[bool], i: int
) -> tuple[Segment, Segment]:
    """The motion on both sides of cut `i`, joined across smooth cuts."""
    left, right = segments[i], segments[i + 1]
    if left.kind is not MotionKind.REST:
        j = i
        while j > 0 and smooth[j - 1] and segments[j - 1].kind is not MotionKind.REST:
            j -= 1
        left = replace(left, start=segments[j].start)
    if right.kind is not MotionKind.REST:
        j = i + 1
        while (
            j < len(smooth)
            and smooth[j]
            and segments[j + 1].kind is not MotionKind.REST
        ):
            j += 1
        right = replace(right, stop=segments[j].stop)
    return left, right


def _knot(samples: Samples, ball: int, left: Segment, right: Segment) -> Knot:
    k = right.start
    return Knot(
        ball,
        k,
        float(samples.t[k - 1]),
        float(samples.t[k]),
        edge(samples, left, -1),
        edge(samples, right, +1),
    )


def edge(samples: Samples, piece: Segment, sign: int) -> Edge:
    """Fit the last (sign -1) or first (sign +1) part of a piece."""
    t_edge = float(samples.t[piece.start if sign > 0 else piece.stop - 1])
    if piece.kind is MotionKind.REST:
        return rest_edge(samples, piece.start, piece.stop, t_edge, sign)
    return fit_edge(samples, piece.start, piece.stop, t_edge, sign)


def misfit_of_nothing(left: Edge, right: Edge, t: FloatArray) -> FloatArray:
    """Chi square (4 degrees) of one unbroken motion that changes at `t`, shape (g,)."""
    mean_left, cov_left = left.states(t)
    mean_right, cov_right = right.states(t)
    covariance = cov_left + cov_right
    covariance[:, 2, 2] += _VELOCITY_SLACK**2
    covariance[:, 3, 3] += _VELOCITY_SLACK**2
    return quadratic_form(mean_right - mean_left, covariance)


def _is_smooth(samples: Samples, left: Segment, right: Segment) -> bool:
    """Whether velocity and position run on across a cut."""
    if left.kind is MotionKind.REST:
        return False
    if min(left.stop - left.start, right.stop - right.start) < _FEWEST_TO_JOIN:
        return False
    t = np.linspace(samples.t[left.stop - 1], samples.t[right.start], 5)
    misfit = misfit_of_nothing(edge(samples, left, -1), edge(samples, right, +1), t)
    return float(np.min(misfit)) < _SMOOTH


def _merge_rests(samples: Samples, segments: list[Segment]) -> list[Segment]:
    """Join neighbouring rests at one place, and rests that one stray piece parts."""
    out: list[Segment] = []
    for piece in segments:
        if out and out[-1].kind is piece.kind is MotionKind.REST:
            if _same_place(samples, out[-1], piece):
                out[-1] = replace(out[-1], stop=piece.stop)
                continue
        elif (
            len(out) > 1
            and piece.kind is out[-2].kind is MotionKind.REST
            and out[-1].stop - out[-1].start <= 3
            and _same_place(samples, out[-2], piece)
        ):
            out[-2:] = [replace(out[-2], stop=piece.stop)]
            continue
        out.append(piece)
    return out


def _same_place(samples: Samples, a: Segment, b: Segment) -> bool:
    left, right = edge(samples, a, -1), edge(samples, b, +1)
    step = right.mean[0, :2] - left.mean[0, :2]
    covariance = left.covariance[0, :2, :2] + right.covariance[0, :2, :2]
    covariance = covariance + np.eye(2) * 0.0003**2
    return float(quadratic_form(step, covariance)) < _SAME_REST


def _drift_is_rest(samples: Samples, piece: Segment) -> Segment:
    """Call a crawl a rest if rolling friction would have ended it long before.

    A moving camera or a drifting map makes still balls crawl.
    """
    if piece.kind is MotionKind.REST or piece.stop - piece.start < 6:
        return piece
    part = slice(piece.start, piece.stop)
    n = max((piece.stop - piece.start) // 4, 2)
    ends = samples.xy[part][:n].mean(axis=0), samples.xy[part][-n:].mean(axis=0)
    moved = float(np.hypot(*(ends[1] - ends[0])))
    lasted = float(samples.t[piece.stop - 1] - samples.t[piece.start])
    reach = float(np.max(np.ptp(samples.xy[part], axis=0)))
    crawls = moved < min(_SLOWEST_STOP / 2 * lasted**2, _LONGEST_DRIFT)
    if crawls and reach < 2 * _LONGEST_DRIFT and lasted > _SHORTEST_CRAWL:
        return replace(piece, kind=MotionKind.REST)
    return piece


def _no_short_rest(samples: Samples, piece: Segment) -> Segment:
    """Call a rest of one or two samples a slide: it shows no stillness."""
    n = piece.stop - piece.start
    if piece.kind is MotionKind.REST and n < 3 and len(samples) > n:
        return replace(piece, kind=MotionKind.SLIDE)
    return piece


def _merge_singles(segments: list[Segment]) -> list[Segment]:
    """Join two neighbouring pieces of one sample: nothing tells them apart."""
    out: list[Segment] = []
    for piece in segments:
        single = piece.stop - piece.start == 1 and piece.kind is not MotionKind.REST
        last = out[-1] if out else None
        if (
            single
            and last is not None
            and last.stop - last.start == 1
            and last.kind is not MotionKind.REST
        ):
            out[-1] = Segment(last.start, piece.stop, MotionKind.SLIDE)
            continue
        out.append(piece)
    return out


def cut_again(
    samples: Samples, segments: list[Segment], t: float
) -> list[Segment] | None:
    """Cut a moving piece once more near a time; None if it cannot be cut there."""
    at = int(np.searchsorted(samples.t, t))
    for i, piece in enumerate(segments):
        if piece.kind is MotionKind.REST or not piece.start < at < piece.stop:
            continue
        choices = [
            k for k in range(at - 1, at + 2) if piece.start + 1 < k < piece.stop - 1
        ]
        if not choices:
            return None
        left, right = replace(piece, stop=choices[0]), replace(piece, start=choices[-1])
        scores = _split_evidences(samples, left, right, choices)
        k = choices[int(np.argmax(scores))]
        halves = [
            Segment(piece.start, k, piece.kind),
            Segment(k, piece.stop, MotionKind.SLIDE),
        ]
        return [*segments[:i], *halves, *segments[i + 1 :]]
    return None


def _absorb_short(samples: Samples, segments: list[Segment]) -> list[Segment]:
    """Drop a piece of one or two samples if its neighbours meet and explain it."""
    i = 1
    while i < len(segments) - 1:
        before, piece, after = segments[i - 1 : i + 2]
        n = piece.stop - piece.start
        cut_at = _explained_by_neighbours(samples, before, piece, after)
        if n > 2 or cut_at is None:
            i += 1
            continue
        segments[i - 1 : i + 2] = [
            replace(before, stop=cut_at),
            replace(after, start=cut_at),
        ]
    return segments


def _explained_by_neighbours(
    samples: Samples, before: Segment, piece: Segment, after: Segment
) -> int | None:
    """Where to cut between the neighbours so that they explain the piece, or None."""
    if piece.stop - piece.start > 2 or not (_tells(before) and _tells(after)):
        return None
    left, right = edge(samples, before, -1), edge(samples, after, +1)
    t = np.linspace(samples.t[piece.start - 1], samples.t[piece.stop], 33)
    mean_left, cov_left = left.states(t)
    mean_right, cov_right = right.states(t)
    gap = mean_right[:, :2] - mean_left[:, :2]
    meet = quadratic_form(gap, cov_left[:, :2, :2] + cov_right[:, :2, :2])
    part = slice(piece.start, piece.stop)
    times = samples.t[part]
    misfits = [
        _sample_misfit(samples, part, side.states(times)) for side in (left, right)
    ]
    on_left = t[:, None] > times
    chi2 = np.where(on_left, misfits[0], misfits[1]).sum(axis=1)
    total = meet + chi2
    best = int(np.argmin(total))
    if meet[best] > 14 or chi2[best] > 14 + 6 * (len(times) - 1):
        return None
    return piece.start + int(np.sum(on_left[best]))


def _tells(piece: Segment) -> bool:
    """Whether a piece has enough samples to predict others."""
    fewest = 2 if piece.kind is MotionKind.REST else 3
    return piece.stop - piece.start >= fewest


def _sample_misfit(
    samples: Samples, part: slice, states: tuple[FloatArray, FloatArray]
) -> FloatArray:
    mean, covariance = states
    residual = samples.xy[part] - mean[:, :2]
    return quadratic_form(residual, covariance[:, :2, :2] + samples.covariance[part])


def _shift_cuts(samples: Samples, segments: list[Segment]) -> list[Segment]:
    """Move each cut by up to a few samples to where both sides fit best."""
    for i in range(len(segments) - 1):
        left, right = segments[i], segments[i + 1]
        if right.kind is MotionKind.REST:
            continue
        choices = [
            right.start + shift
            for shift in _SHIFTS
            if left.start < right.start + shift < right.stop
        ]
        if not choices:
            continue
        scores = _split_evidences(samples, left, right, choices)
        k_best = choices[int(np.argmax(scores))]
        segments[i] = replace(left, stop=k_best)
        segments[i + 1] = replace(right, start=k_best)
    return segments


def _split_evidences(
    samples: Samples, left: Segment, right: Segment, cuts: Sequence[int]
) -> FloatArray:
    """Evidence of the samples around each of some cuts, on a fixed stretch."""
    t = samples.t
    first = int(np.searchsorted(t, t[left.stop - 1] - 0.7 * WINDOW))
    last = int(np.searchsorted(t, t[right.start] + 0.8 * WINDOW, side="right"))
    before = [(max(left.start, min(first, k - 1)), k) for k in cuts]
    after = [(k, min(right.stop, max(last, k + 1))) for k in cuts]
    if left.kind is not MotionKind.REST:
        return evidences(samples, before, -1) + evidences(samples, after, +1)
    still = [
        edge(samples, Segment(start, stop, left.kind), -1).evidence
        for start, stop in before
    ]
    return np.array(still) + evidences(samples, after, +1)
