"""How a ball's path ends: at rest, in a pocket, off the table, or merely unseen."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from adjudicator.events import PocketName
from adjudicator.table import Pocket, TableGeometry
from tracking.arrays import FloatArray
from tracking.motion.edges import Edge
from tracking.motion.knots import edge
from tracking.motion.samples import Samples
from tracking.motion.segmentation import Segment
from tracking.motion.trajectory import MotionKind
from tracking.path import BallPath

_UNSEEN: Final = 0.2
_REACH: Final = 0.15
_HORIZON: Final = 0.6
_OVER: Final = 0.01
_FLIES: Final = 0.8
_SOON: Final = 4
_BEYOND_NOSE: Final = 0.03
_LAST_FEW: Final = 5

_ON_THE_LIP: Final = 0.004
"""A ball in sight to the end this near to a hole's edge hangs on it, metres."""

_BLIND: Final = 0.06
"""A ball that heads for a pocket falls unseen within so long, seconds."""

_DEEP: Final = 0.015
"""A centre so far inside a hole has fallen, and may seem as far outside, metres."""

_TURNED: Final = 0.5
"""Cosine between two steps of a ball below which it has met something."""

_RATTLES: Final = 0.1
"""A slower ball wavers rather than turns, m/s."""

_LAST_SEEN: Final = 0.13
"""Span of the last sightings that tell how a ball vanished, seconds."""

_HEADS_FOR: Final = 0.7
"""Cosine between the motion and the way to a pocket that counts as heading for it."""


class EndingKind(StrEnum):
    """How a path ends."""

    STAYS = "stays"
    POCKETED = "pocketed"
    OFF_TABLE = "off_table"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Ending:
    """How one ball's path ends.

    Attributes:
        kind: Stays on the table, pocketed, off the table, or lost from sight.
        t: When it dropped, left or was last seen, seconds.
        place: Centre then, metres, shape (2,).
        pocket: Where it dropped.
        confidence: In [0, 1].
    """

    kind: EndingKind
    t: float
    place: FloatArray
    pocket: PocketName | None = None
    confidence: float = 1.0


def find_ending(
    path: BallPath,
    samples: Samples,
    segments: list[Segment],
    table: TableGeometry,
    window_end: float,
    frame_interval: float,
) -> Ending:
    """Tell how a ball's path ends.

    Args:
        path: As seen.
        samples: The same, ready for fitting.
        segments: Its pieces of motion.
        table: Pockets and noses.
        window_end: Last time that pictures cover, seconds.
        frame_interval: Seconds.
    """
    dropped = _inside_for_good(path, table, window_end)
    if dropped is not None:
        return dropped
    t_last, place = float(path.t[-1]), path.xy[-1]
    if window_end - t_last <= max(_UNSEEN, 5.5 * frame_interval):
        return Ending(EndingKind.STAYS, t_last, place)
    last = edge(samples, segments[-1], -1)
    if last.at_rest or segments[-1].kind is MotionKind.REST:
        return _vanished_at_rest(t_last, place, table)
    return _vanished_moving(last, path, table)


def ending_after_contact(
    t: float, place: FloatArray, velocity: FloatArray, table: TableGeometry
) -> Ending:
    """Tell where a still ball went that was struck and not seen again.

    Args:
        t: Of the contact, seconds.
        place: Of the ball, metres, shape (2,).
        velocity: That the contact gave it, m/s, shape (2,).
        table: Its pockets.
    """
    speed = max(float(np.hypot(*velocity)), 0.05)
    for pocket in table.pockets:
        way = np.array(pocket.center) - place
        distance = float(np.hypot(*way)) - pocket.radius
        heading = float(way @ velocity) / (speed * max(float(np.hypot(*way)), 1e-9))
        if distance < _REACH and heading > 0.3:
            drop = t + max(distance, 0.0) / speed
            sure = 0.97 if distance < _REACH / 2 else 0.85
            return Ending(
                EndingKind.POCKETED, drop, place, pocket.name, confidence=sure
            )
    return Ending(EndingKind.UNSEEN, t, place, confidence=0.4)


def _inside_for_good(
    path: BallPath, table: TableGeometry, window_end: float
) -> Ending | None:
    """A ball that stays visible inside a hole has dropped when it entered it.

    Deep in the hole it is seen from aside, and may seem to come back to its edge.
    """
    in_sight = window_end - path.t[-1] < _UNSEEN
    for pocket in table.pockets:
        away = _distance(path.xy, pocket) - pocket.radius
        fallen = np.flatnonzero(away < -_DEEP)
        sunk = len(fallen) > 0 and bool(np.all(away[fallen[0] :] < _DEEP))
        hangs = in_sight and float(np.mean(away[-_LAST_FEW:])) > -_ON_THE_LIP
        if not sunk and (away[-1] >= 0 or hangs):
            continue
        before = away[: fallen[0]] if sunk else away
        outside = np.flatnonzero(before >= 0)
        first = int(outside[-1]) + 1 if len(outside) else 0
        if first == 0:
            return None
        first = _after_rattling(path, away, first)
        return Ending(
            EndingKind.POCKETED,
            float(path.t[first]),
            path.xy[first],
            pocket.name,
            0.99 if len(path) - first >= 3 else 0.95,
        )
    return None


def _after_rattling(path: BallPath, away: FloatArray, first: int) -> int:
    """Index of the first sighting of a drop after the last turn on a hole's edge.

    The edge is known to a centimetre only; a ball that turns there has not fallen yet.

    Args:
        path: Of the ball.
        away: Distance of its centre from the edge, negative inside, metres.
        first: Index of the first sighting inside.
    """
    steps = np.diff(path.xy, axis=0)
    speed = np.hypot(*steps.T) / np.diff(path.t)
    last = first
    for k in range(first, len(path) - 2):
        if away[k] < -_DEEP:
            break
        before, after = steps[k - 1], steps[k]
        size = float(np.hypot(*before) * np.hypot(*after))
        turned = float(before @ after) < _TURNED * size
        if turned and min(speed[k - 1], speed[k]) > _RATTLES:
            last = k + 1
    return last


def _distance(xy: FloatArray, pocket: Pocket) -> FloatArray:
    return np.asarray(np.hypot(*(xy - np.array(pocket.center)).T))


def _vanished_at_rest(t: float, place: FloatArray, table: TableGeometry) -> Ending:
    for pocket in table.pockets:
        if _distance(place[None], pocket)[0] < pocket.radius + 0.02:
            return Ending(EndingKind.POCKETED, t, place, pocket.name, 0.5)
    return Ending(EndingKind.UNSEEN, t, place, confidence=0.5)


def _vanished_moving(last: Edge, path: BallPath, table: TableGeometry) -> Ending:
    """Follow the motion on to the nearest pocket or over a rail."""
    t_last, place = float(path.t[-1]), path.xy[-1]
    t = t_last + np.linspace(0, _HORIZON, 121)
    mean, _ = last.states(t)
    seen = _seen_velocity(path)
    if np.hypot(*mean[0, 2:]) < 0.5 * np.hypot(*seen):
        # The fit gave the last sightings a rest of their own: believe the sightings.
        mean = np.hstack(
            (place + seen * (t - t_last)[:, None], np.tile(seen, (121, 1)))
        )
    speed = float(np.hypot(*mean[0, 2:]))
    stop = speed / 0.05
    track = mean[t - t_last <= stop, :2] if speed > 0 else mean[:1, :2]
    best: tuple[float, Pocket, int] | None = None
    for pocket in table.pockets:
        away = _distance(track, pocket) - pocket.radius
        start = float(_distance(place[None], pocket)[0]) - pocket.radius
        inside = np.flatnonzero(away < 0)
        at = int(inside[0]) if len(inside) else int(np.argmin(away))
        if away[at] < 0.02 and start < max(_REACH, 0.12 * speed):
            rank = max(float(away[at]), 0.0) + 0.1 * max(start, 0.0)
            if best is None or rank < best[0]:
                best = (rank, pocket, at)
        elif best is None and start < _blind_reach(mean[0], pocket):
            best = (0.1 + start, pocket, at)
    if best is not None:
        rank, pocket, at = best
        confidence = 0.99 if rank < 0.05 else 0.9 if rank < 0.1 else 0.7
        drop = _enters(t[: len(track)], _distance(track, pocket) - pocket.radius, at)
        return Ending(EndingKind.POCKETED, drop, track[at], pocket.name, confidence)
    half = np.array([table.length, table.width]) / 2
    limit = half - table.ball_radius
    soon = track[min(_SOON, len(track) - 1)]
    flies = np.any((np.abs(place) > limit + _OVER) & (np.abs(soon) > np.abs(place)))
    beyond = np.any(np.abs(place) > limit + _BEYOND_NOSE)
    return Ending(
        EndingKind.OFF_TABLE if beyond or flies else EndingKind.UNSEEN,
        t_last,
        place,
        confidence=0.9 if flies and speed > _FLIES else 0.6 if beyond else 0.4,
    )


def _enters(t: FloatArray, away: FloatArray, at: int) -> float:
    """Time at which a ball crosses a hole's edge, between two points of its way."""
    if at == 0 or away[at] >= 0 or away[at - 1] <= 0:
        return float(t[at])
    share = away[at - 1] / (away[at - 1] - away[at])
    return float(t[at - 1] + share * (t[at] - t[at - 1]))


def _seen_velocity(path: BallPath) -> FloatArray:
    """Return the velocity between the last few sightings, m/s, shape (2,)."""
    last = path.t >= path.t[-1] - _LAST_SEEN
    if last.sum() < 3:
        return np.zeros(2)
    t, xy = path.t[last], path.xy[last]
    return np.asarray((xy[-1] - xy[0]) / (t[-1] - t[0]))


def _blind_reach(state: FloatArray, pocket: Pocket) -> float:
    """Return from how far a ball may fall into a pocket unseen, metres.

    Args:
        state: x, y, vx, vy when it was last seen, shape (4,).
        pocket: The pocket.
    """
    way = np.array(pocket.center) - state[:2]
    speed = float(np.hypot(*state[2:]))
    heading = float(way @ state[2:]) / max(speed * float(np.hypot(*way)), 1e-9)
    if heading < _HEADS_FOR:
        return 0.05
    return float(np.clip(_BLIND * speed, 0.05, _REACH))
