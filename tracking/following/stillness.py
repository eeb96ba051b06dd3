"""Places where balls lie still, found over a stretch of frames.

Most balls in most shots never move. A place at which a centre is seen again and again
is a rest: it survives a hand or a glare over the ball, because the ball is seen at the
same place afterwards, unless something came there in between.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tracking.following.association import log_same_name
from tracking.observations import Observations

FloatArray = NDArray[np.float64]

_WINDOW: Final = 12
"""Sightings that the place is averaged over."""

_FEWEST_MISSES: Final = 2
"""Pictures that must miss a ball before its place is given up."""

_FEWEST_UNSEEN: Final = 3
"""Pictures that miss a ball before a few more sightings there tell little."""

_FEWEST_STRANGERS: Final = 2
"""Pictures in a row that must show something else there."""

_TOO_NEAR: Final = 1.6
"""Two balls are two radii apart; nearer than so many there is only one."""

_GATE_SIGMAS: Final = 4.0

EARLY: Final = 24
"""Sightings of a ball at rest that tell its place while it is followed."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A ball that lies still.

    Attributes:
        xy: Its place: median of the sightings, metres, shape (2,).
        early_xy: Median of the first `EARLY` sightings, which later ones leave as it
            is, metres, shape (2,).
        sigma: Spread of the sightings per axis, metres.
        steps: Positions in the sequence of frames at which it was seen, ascending,
            shape (n,).
        rows: Which observation of that frame it is, shape (n,).
    """

    xy: FloatArray
    early_xy: FloatArray
    sigma: float
    steps: NDArray[np.int64]
    rows: NDArray[np.int64]

    @property
    def first(self) -> int:
        """Position of the first frame that shows the ball here."""
        return int(self.steps[0])

    @property
    def last(self) -> int:
        """Position of the last frame that shows the ball here."""
        return int(self.steps[-1])


@dataclass(slots=True)
class _Spot:
    """A place under construction."""

    anchor: FloatArray
    seen: list[FloatArray] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    strangers: int = 0
    _middle: FloatArray | None = None

    @property
    def middle(self) -> FloatArray:
        """Mean of the sightings; asked for once no more are added."""
        if self._middle is None:
            self._middle = np.mean(self.seen, axis=0)
        return self._middle

    def copied(self) -> "_Spot":
        return _Spot(self.anchor, list(self.seen), list(self.steps), list(self.rows))

    def add(self, xy: FloatArray, step: int, row: int) -> None:
        self.seen.append(xy)
        self.steps.append(step)
        self.rows.append(row)
        self.strangers = 0
        if len(self.seen) <= _WINDOW:
            self.anchor = np.mean(self.seen, axis=0)


def find_rests(
    frames: Sequence[Observations],
    *,
    shortest: float = 0.15,
    fewest: int = 4,
    patience: float = 0.25,
    slack: float = 0.0015,
    ball_radius: float = 0.0286,
) -> tuple[Rest, ...]:
    """Find every place at which a ball lies still for a while.

    Args:
        frames: Of one stretch, in order of time, repeated pictures left out.
        shortest: A rest lasts at least this long, seconds.
        fewest: A rest is seen at least so often.
        patience: A stretch of sightings ends when the ball is missed for longer,
            seconds; stretches at one place are one rest all the same.
        slack: Movement that still counts as lying still beside the noise, metres.
        ball_radius: Places nearer to each other than this cannot be two balls, metres.

    Returns:
        Rests in order of their first sighting.
    """
    finder = RestFinder(
        shortest=shortest,
        fewest=fewest,
        patience=patience,
        slack=slack,
        ball_radius=ball_radius,
    )
    for frame in frames:
        finder.add(frame)
    return finder.rests()


class RestFinder:
    """Finds the rests of a stretch that grows, frame by frame; see `find_rests`.

    Attributes:
        frames: Those of the stretch so far.
    """

    def __init__(
        self,
        *,
        ball_radius: float,
        shortest: float = 0.15,
        fewest: int = 4,
        patience: float = 0.25,
        slack: float = 0.0015,
    ) -> None:
        """Start before the first frame."""
        self._radius = ball_radius
        self._shortest, self._fewest = shortest, fewest
        self._patience, self._slack = patience, slack
        self._open: list[_Spot] = []
        self._closed: list[_Spot] = []
        self.frames: list[Observations] = []

    def add(self, frame: Observations) -> None:
        """Take the next frame."""
        step = len(self.frames)
        self.frames.append(frame)
        still_open: list[_Spot] = []
        for spot in self._open:
            missed = frame.t - self.frames[spot.steps[-1]].t > self._patience
            late = missed and step - spot.steps[-1] > _FEWEST_MISSES
            left = spot.strangers >= _FEWEST_STRANGERS
            (self._closed if late or left else still_open).append(spot)
        self._open = still_open
        _extend(self._open, frame, step, self._slack)
        _count_strangers(self._open, frame, step, _TOO_NEAR * self._radius)

    def rests(self) -> tuple[Rest, ...]:
        """Return the rests of all frames so far, in order of their first sighting."""
        frames = self.frames
        long_enough = [
            spot.copied()
            for spot in (*self._closed, *self._open)
            if len(spot.steps) >= self._fewest
            and frames[spot.steps[-1]].t - frames[spot.steps[0]].t >= self._shortest
        ]
        joined = _joined(long_enough, frames, self._slack, self._radius)
        for spot in joined:
            _drop_echo(spot, len(frames), self._fewest)
        rests = [_rest(spot) for spot in joined]
        return tuple(sorted(rests, key=lambda rest: (rest.first, rest.rows[0])))


def _extend(spots: list[_Spot], frame: Observations, step: int, slack: float) -> None:
    """Give every observation to the nearest open spot or let it open one."""
    gates = _gate(frame, slack)
    taken: set[int] = set()
    used: set[int] = set()
    if spots and len(frame):
        anchors = np.array([spot.anchor for spot in spots])
        distance = np.hypot(*(anchors[:, None] - frame.xy[None]).transpose(2, 0, 1))
        for place, row in np.argwhere(distance <= gates)[
            np.argsort(distance[distance <= gates], kind="stable")
        ]:
            if int(place) in used or int(row) in taken:
                continue
            spots[place].add(frame.xy[row], step, int(row))
            used.add(int(place))
            taken.add(int(row))
    for row in range(len(frame)):
        if row not in taken:
            spot = _Spot(frame.xy[row])
            spot.add(frame.xy[row], step, row)
            spots.append(spot)


def _count_strangers(
    spots: list[_Spot], frame: Observations, step: int, too_near: float
) -> None:
    """Count pictures in which something is where a ball at the place had no room."""
    absent = [spot for spot in spots if spot.steps[-1] != step]
    if not absent or not len(frame):
        return
    anchors = np.array([spot.anchor for spot in absent])
    distance = np.hypot(*(anchors[:, None] - frame.xy[None]).transpose(2, 0, 1))
    for spot, nearest in zip(absent, distance.min(axis=1), strict=True):
        spot.strangers += int(nearest < too_near)


def _gate(frame: Observations, slack: float) -> FloatArray:
    """Distance within which a sighting belongs to a place, metres, shape (n,)."""
    variance = np.trace(frame.covariance, axis1=1, axis2=2) / 2
    return np.asarray(_GATE_SIGMAS * np.sqrt(variance) + slack)


def _joined(
    spots: list[_Spot],
    frames: Sequence[Observations],
    slack: float,
    ball_radius: float,
) -> list[_Spot]:
    """Join stretches of one ball: at one place, or interleaved and too near for two."""
    joined: list[_Spot] = []
    for spot in sorted(spots, key=lambda spot: spot.steps[0]):
        gate = float(_gate(frames[spot.steps[0]], slack)[spot.rows[0]])
        same = [o for o in joined if _is_same(o, spot, frames, gate, ball_radius)]
        if same:
            _merge(same[-1], spot)
        else:
            joined.append(spot)
    return joined


def _is_same(
    early: _Spot,
    late: _Spot,
    frames: Sequence[Observations],
    gate: float,
    ball_radius: float,
) -> bool:
    distance = np.hypot(*(early.middle - late.middle))
    if early.steps[-1] < late.steps[0]:
        return bool(distance <= gate and not _is_left(early, late, frames, ball_radius))
    return bool(distance < ball_radius and set(early.steps).isdisjoint(late.steps))


def _is_left(
    early: _Spot, late: _Spot, frames: Sequence[Observations], ball_radius: float
) -> bool:
    """Whether the ball left its place and another one came to it.

    It looks different, or it was pushed: an observation nearer than two balls can be
    was seen while it was missing.
    """
    looks = [_looks(spot, frames) for spot in (early, late)]
    counts = [np.array([float(len(spot.steps))]) for spot in (early, late)]
    tempered = looks[1] * min(1.0, 4.0 / counts[1][0])
    if log_same_name(looks[0], counts[0], tempered)[0, 0] < -1.0:
        return True
    place = early.anchor
    return any(
        len(frames[step])
        and np.hypot(*(frames[step].xy - place).T).min() < _TOO_NEAR * ball_radius
        for step in range(early.steps[-1] + 1, late.steps[0])
    )


def _looks(spot: _Spot, frames: Sequence[Observations]) -> FloatArray:
    """Sum of the label log-likelihoods of a place, shape (1, k)."""
    pairs = zip(spot.steps, spot.rows, strict=True)
    looks = np.array([frames[step].label_log[row] for step, row in pairs])
    return np.asarray(looks.sum(axis=0, keepdims=True))


def _merge(into: _Spot, other: _Spot) -> None:
    order = np.argsort(into.steps + other.steps, kind="stable")
    seen, rows = into.seen + other.seen, into.rows + other.rows
    steps = into.steps + other.steps
    into.seen = [seen[i] for i in order]
    into.rows = [rows[i] for i in order]
    into.steps = [steps[i] for i in order]
    into._middle = None


def _drop_echo(spot: _Spot, count: int, fewest: int) -> None:
    """Leave out a few late sightings at a place that its ball had left.

    A mark on the cloth, or a ball that passes, is taken for it now and then.
    """
    gaps = np.flatnonzero(np.diff(spot.steps) > _FEWEST_UNSEEN)
    if not len(gaps) or spot.steps[-1] >= count - _FEWEST_UNSEEN:
        return
    kept = int(gaps[-1]) + 1
    if len(spot.steps) - kept < fewest <= kept:
        del spot.seen[kept:], spot.steps[kept:], spot.rows[kept:]


def _rest(spot: _Spot) -> Rest:
    seen = np.array(spot.seen)
    xy = np.median(seen, axis=0)
    spread = float(np.sqrt(np.mean((seen - xy) ** 2)))
    early = np.median(seen[:EARLY], axis=0)
    return Rest(xy, early, spread, np.array(spot.steps), np.array(spot.rows))
