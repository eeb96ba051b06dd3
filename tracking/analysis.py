"""One shot under analysis: samples, segments, knots, causes and endings together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.causes import Cause
from tracking.clusters import find_clusters
from tracking.endings import Ending, EndingKind, find_ending
from tracking.explain import Account, StillPlace, choose, find_causes
from tracking.knots import cut, edge, find_knots
from tracking.moments import Moment, see
from tracking.path import BallPath, picture_times
from tracking.resimulate import explain_cluster
from tracking.samples import Samples, prepare
from tracking.segmentation import Segment
from tracking.strike import StrikeFit, find_strike
from tracking.trajectory import MotionKind

_STEPS_PER_FRAME: Final = 16
_FEWEST_SAMPLES: Final = 3
_MOST_BALLS: Final = 8


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything found out about one shot; balls are indices into `paths`.

    Attributes:
        paths: As seen.
        samples: Ready for fitting.
        segments: Pieces of motion of each ball.
        moments: Every change of motion.
        strike: The start of the cue ball, or None.
        account: What caused the other changes.
        endings: How each path ends.
        frame_interval: Typical time between two pictures, seconds.
        window: First and last time that pictures cover, seconds.
    """

    paths: tuple[BallPath, ...]
    samples: tuple[Samples, ...]
    segments: tuple[list[Segment], ...]
    moments: list[Moment]
    strike: StrikeFit | None
    account: Account
    endings: tuple[Ending, ...]
    frame_interval: float
    window: tuple[float, float]


def analyse(
    paths: Sequence[BallPath],
    table: TableGeometry,
    cue_key: int | None,
    window: tuple[float, float] | None,
) -> Analysis | None:
    """Explain the motion of all balls on one shot; None if nothing was seen."""
    seen = tuple(path for path in paths if len(path) >= _FEWEST_SAMPLES)
    times = picture_times(seen)
    if len(times) < _FEWEST_SAMPLES:
        return None
    window = window or (float(times[0]), float(times[-1]))
    interval = float(np.median(np.diff(times)))
    samples = tuple(prepare(seen))
    segments = tuple(cut(one) for one in samples)
    moments = _all_moments(samples, segments, interval)
    cue = next((i for i, path in enumerate(seen) if path.key == cue_key), None)
    strike = find_strike(moments, cue, interval)
    endings = tuple(
        find_ending(path, one, pieces, table, window[1], interval)
        for path, one, pieces in zip(seen, samples, segments, strict=True)
    )
    still = _still_places(samples, segments)
    causes = find_causes(moments, still, table)
    account = _account(moments, causes, strike, endings)
    account = _simulated(moments, samples, account, still, strike, table, interval)
    return Analysis(
        seen, samples, segments, moments, strike, account, endings, interval, window
    )


def _all_moments(
    samples: Sequence[Samples], segments: Sequence[list[Segment]], interval: float
) -> list[Moment]:
    step = interval / _STEPS_PER_FRAME
    moments = []
    for ball, (one, pieces) in enumerate(zip(samples, segments, strict=True)):
        for knot in find_knots(one, pieces, ball):
            moments.append(see(knot, one, step, interval))
    return moments


def _still_places(
    samples: Sequence[Samples], segments: Sequence[list[Segment]]
) -> list[StillPlace]:
    places = []
    for ball, (one, pieces) in enumerate(zip(samples, segments, strict=True)):
        for piece in pieces:
            if piece.kind is MotionKind.REST:
                span = float(one.t[piece.start]), float(one.t[piece.stop - 1])
                places.append(StillPlace(ball, *span, edge(one, piece, +1)))
    return places


def _simulated(
    moments: list[Moment],
    samples: Sequence[Samples],
    account: Account,
    still: list[StillPlace],
    strike: StrikeFit | None,
    table: TableGeometry,
    interval: float,
) -> Account:
    """Replace the causes of clusters by what their simulation says, if it fits."""
    for cluster in find_clusters(moments, account, still, strike, table, interval):
        if len(cluster.balls) > _MOST_BALLS:
            continue
        found = explain_cluster(cluster, moments, samples, strike, table)
        if not found.is_good:
            continue
        knots = set(cluster.knots)
        kept = [c for c in account.accepted if knots.isdisjoint(c.knots)]
        accepted = sorted((*kept, *found.causes), key=lambda cause: cause.t)
        left = tuple(i for i in account.unexplained if i not in knots)
        account = Account(tuple(accepted), account.lost, left)
    return account


def _account(
    moments: list[Moment],
    causes: list[Cause],
    strike: StrikeFit | None,
    endings: Sequence[Ending],
) -> Account:
    """Choose the causes; the strike's knot and what follows a drop need none."""
    settled = set() if strike is None else {strike.knot}
    for i, moment in enumerate(moments):
        ending = endings[moment.knot.ball]
        dropped = ending.kind is EndingKind.POCKETED
        if dropped and moment.knot.t_low >= ending.t:
            settled.add(i)
    usable = [cause for cause in causes if settled.isdisjoint(cause.knots)]
    account = choose(moments, usable)
    left = tuple(i for i in account.unexplained if i not in settled)
    return replace(account, unexplained=left)
