"""Tracks of the balls while the frames come in, one by one.

A ball that lies still is pinned: under a hand or a lamp's glare it stays where it was.
A moving ball coasts for a moment, then its track ends. Everything is decided jointly
for all balls of a frame. What happened on a shot is worked out afterwards over the
whole stretch (`linking`); these tracks tell when it begins and ends.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from tracking.following.association import (
    assign,
    blurred,
    log_false,
    log_gauss,
    log_same_name,
    log_started,
    log_streak,
)
from tracking.following.chains import capped
from tracking.following.hypotheses import (
    Alternative,
    BallState,
    alternatives,
    log_density,
    moved_on,
    near_contact,
)
from tracking.following.kalman import predict, resting
from tracking.following.places import is_in_hole, is_on_table
from tracking.observations import Observations

FloatArray = NDArray[np.float64]

_COAST: Final = 0.35
_PINNED: Final = 30.0
"""A ball at rest may be hidden for so long, seconds."""

_STILL_FOR: Final = 0.2
"""A ball whose sightings keep together for so long lies still, seconds."""

_FEWEST_STILL: Final = 4
"""Sightings that must keep together."""

_SLACK: Final = 0.0015
"""Movement that counts as lying still beside the noise, metres."""

_SEEN: Final = 0.9
_LEAST_SCORE: Final = 0.35
_LOG_UNSURE: Final = float(np.log(0.2))
_STARTS_ALONE: Final = 0.002
_STARTS_BESIDE: Final = 0.3
_CONFIRMED: Final = 3


@dataclass(slots=True)
class _Track:
    key: int
    state: BallState
    belief: FloatArray
    sightings: int = 1
    missed: int = 0
    recent: deque[tuple[float, FloatArray]] = field(default_factory=deque)
    origin: BallState | None = None
    since: FloatArray = field(default_factory=lambda: np.zeros(2))

    @property
    def confirmed(self) -> bool:
        return self.sightings >= _CONFIRMED


@dataclass(frozen=True, slots=True)
class TrackSnapshot:
    """All balls at the time of one frame.

    Attributes:
        frame: Index of the frame.
        t: Its time, seconds.
        key: Which ball, shape (n,).
        xy: Estimated centres, metres, shape (n, 2).
        velocity: m/s, shape (n, 2).
        covariance: Of the centres, shape (n, 2, 2).
        seen: Whether this frame shows the ball, shape (n,).
        still: Whether the ball lies still, shape (n,).
        travelled: Distance from where its present movement began, metres, (n,).
    """

    frame: int
    t: float
    key: NDArray[np.int64]
    xy: FloatArray
    velocity: FloatArray
    covariance: FloatArray
    seen: NDArray[np.bool_]
    still: NDArray[np.bool_]
    travelled: FloatArray

    def __len__(self) -> int:
        """Count the balls."""
        return len(self.key)


class BallTracker:
    """Keeps one track per ball."""

    def __init__(self, table: TableGeometry, *, jitter: float = 0.15) -> None:
        """Start without any ball.

        Args:
            table: Noses, pockets and ball radius.
            jitter: Standard deviation of a picture's time as part of the interval.
        """
        self._table = table
        self._jitter = jitter
        self.reset()

    def reset(self) -> None:
        """Forget every ball."""
        self._tracks: list[_Track] = []
        self._next_key = 0

    def update(self, frame: Observations) -> TrackSnapshot:
        """Follow the balls into the next frame.

        Args:
            frame: What the frame shows; repeated pictures are left out.
        """
        states = [track.state for track in self._tracks]
        ways = alternatives(states, frame.t, self._table, self._jitter)
        beside = near_contact(states, frame.t, self._table.ball_radius)
        noise = blurred(frame.covariance, frame.streak)
        density, winner = self._likelihood(frame, noise, ways, beside)
        result = assign(density, self._log_missed(ways), log_false(frame.score))
        for track, row in zip(result.tracks, result.rows, strict=True):
            chosen = ways[track][winner[track, row]] if ways[track] else None
            stays = not ways[track] and winner[track, row] == 0
            self._see(self._tracks[track], frame, int(row), noise[row], chosen, stays)
        for track in result.missed:
            self._tracks[track].missed += 1
        for row in result.fresh:
            self._begin(frame, int(row))
        self._tracks = [t for t in self._tracks if self._is_kept(t, frame.t)]
        return self._snapshot(frame)

    def _likelihood(
        self,
        frame: Observations,
        noise: FloatArray,
        ways: tuple[tuple[Alternative, ...], ...],
        beside: NDArray[np.bool_],
    ) -> tuple[FloatArray, NDArray[np.int64]]:
        shape = (len(self._tracks), len(frame))
        density, winner = np.full(shape, -np.inf), np.zeros(shape, dtype=np.int64)
        if 0 in shape:
            return density, winner
        for i, track in enumerate(self._tracks):
            if track.state.still:
                chance = _STARTS_BESIDE if beside[i] else _STARTS_ALONE
                each = _stays_or_starts(track.state, frame, noise, chance)
            else:
                each = log_density(track.state, ways[i], frame.t, frame.xy, noise)
            density[i] = np.logaddexp.reduce(each, axis=0) + np.log(_SEEN)
            winner[i] = each.argmax(axis=0)
            way = frame.xy - track.state.mean[:2]
            blunt = self._table.ball_radius / 3
            density[i] += log_streak(way, frame.streak, blunt)
            density[i] += 0.0 if track.confirmed else _LOG_UNSURE
        belief = np.array([track.belief for track in self._tracks])
        pictures = np.array([float(track.sightings) for track in self._tracks])
        return density + log_same_name(belief, pictures, frame.label_log), winner

    def _log_missed(self, ways: tuple[tuple[Alternative, ...], ...]) -> FloatArray:
        places = np.array([w[0].mean[:2] if w else np.zeros(2) for w in ways])
        on = is_on_table(places.reshape(-1, 2), self._table, margin=0.0)
        return np.asarray(np.log(np.where(on, 1 - _SEEN, 0.7)))

    def _see(
        self,
        track: _Track,
        frame: Observations,
        row: int,
        noise: FloatArray,
        way: Alternative | None,
        stays: bool,  # noqa: FBT001
    ) -> None:
        xy = frame.xy[row]
        track.sightings += 1
        track.missed = 0
        track.belief = track.belief + capped(frame.label_log[row])
        if stays:
            _keep_recent(track, frame.t, xy, frame.t - 2 * _STILL_FOR)
            place = np.mean([seen for _, seen in track.recent], axis=0)
            track.state = BallState(*resting(place, noise), frame.t, still=True)
            return
        if track.state.still:
            track.origin = track.state
            track.since = track.state.mean[:2]
            track.recent.clear()
        track.state = moved_on(track.state, way, frame.t, xy, noise)
        _keep_recent(track, frame.t, xy, frame.t - _STILL_FOR)
        if _is_still(track, frame.t, noise):
            place = np.mean([seen for _, seen in track.recent], axis=0)
            track.state = BallState(*resting(place, noise), frame.t, still=True)
            track.origin = None

    def _begin(self, frame: Observations, row: int) -> None:
        xy = frame.xy[row]
        if frame.score[row] < _LEAST_SCORE:
            return
        if not is_on_table(xy[None], self._table, margin=0.02)[0]:
            return
        if is_in_hole(xy[None], self._table, margin=0.01)[0]:
            return
        for track in self._tracks:
            if self._comes_back(track, xy, frame.covariance[row]):
                track.state = BallState(
                    *resting(xy, frame.covariance[row]), frame.t, still=True
                )
                track.origin = None
                return
        mean, covariance = resting(xy, frame.covariance[row])
        covariance[2:, 2:] = np.eye(2) * 2.0**2
        state = BallState(mean, covariance, frame.t, still=False)
        names = np.zeros(frame.label_log.shape[1])
        track = _Track(self._next_key, state, names + capped(frame.label_log[row]))
        track.since = xy
        _keep_recent(track, frame.t, xy, frame.t)
        self._tracks.append(track)
        self._next_key += 1

    def _comes_back(self, track: _Track, xy: FloatArray, noise: FloatArray) -> bool:
        """Whether a ball that seemed to start is seen where it lay."""
        if track.origin is None or track.missed == 0:
            return False
        away = np.hypot(*(track.origin.mean[:2] - xy))
        return bool(away <= 4 * np.sqrt(np.trace(noise) / 2) + _SLACK)

    def _is_kept(self, track: _Track, t: float) -> bool:
        unseen = t - track.state.t if track.missed > 2 else 0.0
        if not track.confirmed:
            return track.missed < 2
        if track.state.still:
            return unseen <= _PINNED
        if unseen > _COAST and track.origin is not None and len(track.recent) < 3:
            track.state = BallState(
                track.origin.mean, track.origin.covariance, t, still=True
            )
            return True
        return unseen <= _COAST

    def _snapshot(self, frame: Observations) -> TrackSnapshot:
        tracks = [track for track in self._tracks if track.confirmed]
        estimates = [_estimate(track.state, frame.t) for track in tracks]
        means = np.array([mean for mean, _ in estimates]).reshape(-1, 4)
        covariances = np.array([cov for _, cov in estimates]).reshape(-1, 4, 4)
        return TrackSnapshot(
            frame.frame,
            frame.t,
            np.array([track.key for track in tracks], dtype=np.int64),
            means[:, :2],
            means[:, 2:],
            covariances[:, :2, :2],
            np.array([track.missed == 0 for track in tracks], dtype=bool),
            np.array([track.state.still for track in tracks], dtype=bool),
            np.array([_travelled(track) for track in tracks], dtype=np.float64),
        )


def _stays_or_starts(
    state: BallState, frame: Observations, noise: FloatArray, chance: float
) -> FloatArray:
    """Log-density of each observation if a ball lies on or starts, shape (2, n)."""
    offset = frame.xy - state.mean[:2]
    loose = noise + np.eye(2) * _SLACK**2
    stays = np.log(1 - chance) + log_gauss(offset, loose)
    starts = np.log(chance) + log_started(offset, np.array(frame.t - state.t))
    return np.array([stays, starts])


def _keep_recent(track: _Track, t: float, xy: FloatArray, since: float) -> None:
    track.recent.append((t, xy))
    while len(track.recent) > _FEWEST_STILL and track.recent[1][0] <= since:
        track.recent.popleft()


def _is_still(track: _Track, t: float, noise: FloatArray) -> bool:
    """Whether the last sightings keep together for long enough."""
    if len(track.recent) < _FEWEST_STILL or t - track.recent[0][0] < _STILL_FOR * 0.9:
        return False
    seen = np.array([xy for _, xy in track.recent])
    half = len(seen) // 2
    drift = np.hypot(*(seen[half:].mean(0) - seen[:half].mean(0)))
    sigma = np.sqrt(np.trace(noise) / 2)
    return bool(drift <= 3 * sigma * np.sqrt(2 / half) + _SLACK)


def _travelled(track: _Track) -> float:
    if track.state.still:
        return 0.0
    return float(np.hypot(*(track.state.mean[:2] - track.since)))


def _estimate(state: BallState, t: float) -> tuple[FloatArray, FloatArray]:
    if state.still:
        return state.mean, state.covariance
    return predict(state.mean, state.covariance, max(t - state.t, 0.0))
