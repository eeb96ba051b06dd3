"""One shot under analysis: samples, segments, knots, causes and endings together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.arrays import FloatArray
from tracking.events.causes import Cause
from tracking.events.clusters import Cluster, find_clusters
from tracking.events.endings import (
    Ending,
    EndingKind,
    ending_after_contact,
    find_ending,
)
from tracking.events.explain import (
    Account,
    StillPlace,
    choose,
    find_causes,
    nothing_cost,
)
from tracking.events.opening import Opening, find_openings
from tracking.events.resimulate import explain_cluster
from tracking.motion.knots import cut, cut_again, edge, find_knots
from tracking.motion.moments import Moment, see
from tracking.motion.samples import Samples, folded, scaled
from tracking.motion.segmentation import Segment
from tracking.motion.strike import (
    StrikeFit,
    between_pictures,
    find_strike,
    start_time,
)
from tracking.motion.trajectory import MotionKind
from tracking.path import BallPath, picture_times

_STEPS_PER_FRAME: Final = 16
_FEWEST_SAMPLES: Final = 3
_MOST_BALLS: Final = 8
_EMPTY: Final = Account((), (), ())
_AT_ONCE: Final = 0.02
"""Last sightings so near to each other are of one picture, seconds."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything found out about one shot; balls are indices into `paths`.

    Attributes:
        paths: As seen.
        raw: Without slips, with the noise that they show.
        samples: The same with long rests folded, ready for fitting.
        segments: Pieces of motion of each ball.
        moments: Every change of motion.
        strike: The start of the cue ball, or None.
        account: What caused the other changes.
        openings: Tight clusters that opened.
        endings: How each path ends.
        frame_interval: Typical time between two pictures, seconds.
        window: First and last time that pictures cover, seconds.
    """

    paths: tuple[BallPath, ...]
    raw: tuple[Samples, ...]
    samples: tuple[Samples, ...]
    segments: tuple[list[Segment], ...]
    moments: list[Moment]
    strike: StrikeFit | None
    account: Account
    openings: tuple[Opening, ...]
    endings: tuple[Ending, ...]
    frame_interval: float
    window: tuple[float, float]


def looked_at(
    paths: Sequence[BallPath], window: tuple[float, float]
) -> tuple[float, float]:
    """Return the window up to the last picture in which balls were looked for.

    Where several balls are seen last in one picture, nobody looked at the table after
    it: they did not all vanish at once.

    Args:
        paths: As seen.
        window: First and last time that pictures cover, seconds.
    """
    ends = np.array([path.t[-1] for path in paths])
    last = float(ends.max())
    together = int((ends > last - _AT_ONCE).sum())
    return (window[0], min(window[1], last)) if together > 1 else window


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
    window = looked_at(seen, window or (float(times[0]), float(times[-1])))
    interval = float(np.median(np.diff(times)))
    raw = tuple(scaled(seen))
    samples = tuple(folded(one) for one in raw)
    segments = tuple(cut(one) for one in samples)
    endings = tuple(
        find_ending(path, one, pieces, table, window[1], interval)
        for path, one, pieces in zip(seen, samples, segments, strict=True)
    )
    cue = next((i for i, path in enumerate(seen) if path.key == cue_key), None)
    draft = Analysis(
        seen, raw, samples, segments, [], None, _EMPTY, (), endings, interval, window
    )
    draft = _explained(draft, cue, table, {})
    segments, forced = more_cuts(draft, table)
    if forced:
        draft = _explained(replace(draft, segments=segments), cue, table, forced)
    return draft


def _explained(
    draft: Analysis,
    cue: int | None,
    table: TableGeometry,
    forced: Mapping[int, frozenset[int]],
) -> Analysis:
    """Find the knots of the segments and what caused them."""
    samples, segments, interval = draft.samples, draft.segments, draft.frame_interval
    moments = _all_moments(samples, segments, interval, forced)
    strike = find_strike(moments, cue, interval, table.ball_radius)
    if strike is not None:
        strike = between_pictures(strike, samples[strike.ball])
    still = _still_places(samples, segments, draft.endings)
    openings = tuple(find_openings(moments, still, table, interval))
    settled = _settled(moments, strike, openings, draft.endings)
    causes = find_causes(moments, still, table)
    account = _account(moments, causes, openings, settled)
    inside = frozenset(i for opening in openings for i in opening.knots)
    clusters = find_clusters(moments, account, still, strike, table, interval, inside)
    account = _simulated(moments, samples, account, clusters, strike, table)
    return replace(
        draft,
        moments=moments,
        strike=strike,
        account=account,
        openings=openings,
        endings=_sent_off(draft.endings, account, still, table),
    )


def _all_moments(
    samples: Sequence[Samples],
    segments: Sequence[list[Segment]],
    interval: float,
    forced: Mapping[int, frozenset[int]],
) -> list[Moment]:
    step = interval / _STEPS_PER_FRAME
    moments = []
    for ball, (one, pieces) in enumerate(zip(samples, segments, strict=True)):
        for knot in find_knots(one, pieces, ball, forced.get(ball, frozenset())):
            moments.append(see(knot, one, step, interval))
    return moments


def _still_places(
    samples: Sequence[Samples],
    segments: Sequence[list[Segment]],
    endings: Sequence[Ending],
) -> list[StillPlace]:
    places = []
    for ball, (one, pieces) in enumerate(zip(samples, segments, strict=True)):
        for piece in pieces:
            if piece.kind is MotionKind.REST:
                span = float(one.t[piece.start]), float(one.t[piece.stop - 1])
                stays = endings[ball].kind is EndingKind.STAYS
                last = piece is pieces[-1] and not stays
                places.append(StillPlace(ball, *span, edge(one, piece, +1), last))
    return places


def _simulated(
    moments: list[Moment],
    samples: Sequence[Samples],
    account: Account,
    clusters: Sequence[Cluster],
    strike: StrikeFit | None,
    table: TableGeometry,
) -> Account:
    """Replace the causes of clusters by what their simulation says, if it fits."""
    for cluster in clusters:
        if len(cluster.balls) > _MOST_BALLS:
            continue
        knots = set(cluster.knots)
        cost = _cost(moments, account, knots)
        found = explain_cluster(cluster, moments, samples, strike, table)
        whole = knots.isdisjoint(account.unexplained)
        if not found.is_better(cost, whole=whole):
            continue
        kept = [c for c in account.accepted if knots.isdisjoint(c.knots)]
        accepted = sorted((*kept, *found.causes), key=lambda cause: cause.t)
        left = tuple(i for i in account.unexplained if i not in knots)
        account = Account(tuple(accepted), account.lost, left)
    return account


def _cost(moments: list[Moment], account: Account, knots: set[int]) -> float:
    """Chi square of an account of some knots."""
    causes = [c for c in account.accepted if not knots.isdisjoint(c.knots)]
    missing = [i for i in account.unexplained if i in knots]
    return sum(c.cost for c in causes) + sum(nothing_cost(moments[i]) for i in missing)


def _sent_off(
    endings: tuple[Ending, ...],
    account: Account,
    still: Sequence[StillPlace],
    table: TableGeometry,
) -> tuple[Ending, ...]:
    """Say where still balls went that were struck and not seen again."""
    last = {place.ball for place in still if place.is_last}
    out = list(endings)
    for cause in account.accepted:
        for k, ball in enumerate(cause.balls):
            if ball in last and len(cause.balls) == 2 and len(cause.knots) == 1:
                away = cause.places[k] - cause.places[1 - k]
                away = away / max(float(np.hypot(*away)), 1e-9) * cause.impulse
                out[ball] = ending_after_contact(cause.t, cause.places[k], away, table)
    return tuple(out)


def _settled(
    moments: list[Moment],
    strike: StrikeFit | None,
    openings: Sequence[Opening],
    endings: Sequence[Ending],
) -> set[int]:
    """Knots that need no cause: the strike, openings, and what follows a drop."""
    settled = set() if strike is None else {strike.knot}
    settled.update(i for opening in openings for i in opening.knots)
    for i, moment in enumerate(moments):
        ending = endings[moment.knot.ball]
        dropped = ending.kind is EndingKind.POCKETED
        if dropped and moment.knot.t_low >= ending.t:
            settled.add(i)
    return settled


def _account(
    moments: list[Moment],
    causes: list[Cause],
    openings: Sequence[Opening],
    settled: set[int],
) -> Account:
    """Choose the causes of all knots that are not settled."""
    usable = [cause for cause in causes if settled.isdisjoint(cause.knots)]
    account = choose(moments, usable)
    left = tuple(i for i in account.unexplained if i not in settled)
    first = [opening.first for opening in openings if opening.first is not None]
    accepted = sorted((*account.accepted, *first), key=lambda cause: cause.t)
    return Account(tuple(accepted), account.lost, left)


def more_cuts(
    draft: Analysis, table: TableGeometry
) -> tuple[tuple[list[Segment], ...], dict[int, frozenset[int]]]:
    """Cut balls that passed where another one changed without a cause.

    Returns:
        The segments with the added cuts, and their first samples by ball.
    """
    segments = list(draft.segments)
    forced: dict[int, frozenset[int]] = {}
    for i in draft.account.unexplained:
        moment = draft.moments[i]
        starts = moment.knot.starts
        t = start_time(moment) if starts else float(moment.t[moment.nothing_at])
        place = moment.place[int(np.argmin(np.abs(moment.t - t)))]
        for ball, samples in enumerate(draft.samples):
            if ball == moment.knot.ball or not _passed(draft, ball, t, place, table):
                continue
            pieces = cut_again(samples, segments[ball], t)
            if pieces is None:
                continue
            new = {piece.start for piece in pieces}
            new -= {piece.start for piece in segments[ball]}
            segments[ball] = pieces
            forced[ball] = forced.get(ball, frozenset()) | new
    return tuple(segments), forced


def _passed(
    draft: Analysis, ball: int, t: float, place: FloatArray, table: TableGeometry
) -> bool:
    """Whether a ball moved past a place, touching, without a change of its own."""
    samples, reach = draft.samples[ball], 1.6 * draft.frame_interval
    k = int(np.searchsorted(samples.t, t))
    if not 2 < k < len(samples) - 2:
        return False
    if any(
        m.knot.ball == ball and abs(m.knot.t_high - t) < reach for m in draft.moments
    ):
        return False
    near = samples.xy[k - 2 : k + 2]
    step = float(np.hypot(*(near[2] - near[1])))
    distance = float(np.min(np.hypot(*(near - place).T)))
    return step > 0.001 and distance < 2 * table.ball_radius + step + 0.01
