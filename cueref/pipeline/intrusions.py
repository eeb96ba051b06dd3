"""From what covers the table, picture by picture, to intrusions and gaps.

A hand over the table is an intrusion. It is a gap in what is known only where it may
hide something: a ball that lay under it is not there afterwards, or another ball came
by while it was covered. A ball under a hand that lies there before and after, with
nothing near it, was merely covered.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from adjudicator.events import Intruder, Intrusion
from adjudicator.shot import Gap
from tracking.observations import Observations

FloatArray = NDArray[np.float64]

_JOINS: Final = 0.6
"""Sightings of one intruder that are nearer in time are one intrusion, seconds."""

_SHORTEST: Final = 0.08
"""A shorter intrusion is noise, seconds."""

_SAME: Final = 0.006
"""A ball that is seen nearer to where it lay has not moved, metres."""

_FEWEST: Final = 3
"""Sightings after which a ball lies still."""

_MISSED: Final = 3
"""Pictures that must miss a ball whose place is in view before it is gone."""

_NEAR: Final = 0.17
"""A moving ball nearer than this to a hidden one may touch it, metres."""

_ON_ITS_WAY: Final = 0.015
"""A ball is seen so near to where it is found to be, metres."""

_LOST_AFTER: Final = 0.4
"""A hidden ball must be seen so soon after its place is, seconds."""


class Cover(Protocol):
    """What covers the table in one picture, by places on it."""

    @property
    def known(self) -> bool:
        """Whether the picture can tell."""

    def covers(self, xy: FloatArray) -> NDArray[np.bool_]:
        """Tell at which places (n, 2) a ball would be hidden, shape (n,)."""

    def intruders(self) -> dict[Intruder, float]:
        """Return who is over the table, with how sure that is."""


@dataclass(frozen=True, slots=True, eq=False)
class CoveredFrame:
    """One picture that was looked at.

    Attributes:
        t: Seconds.
        balls: Where balls were seen.
        cover: What covers the table.
    """

    t: float
    balls: Observations
    cover: Cover


@dataclass(frozen=True, slots=True, eq=False)
class HiddenBall:
    """A ball at rest that was hidden for a while.

    Attributes:
        t_from: First picture that does not show it, seconds.
        t_to: First picture that shows its place again; the last of all if none does.
        xy: Where it lay, metres, shape (2,).
        came_back: Whether it was seen there again; None if its place was not seen.
        passed: Whether another ball moved near it meanwhile.
    """

    t_from: float
    t_to: float
    xy: FloatArray
    came_back: bool | None
    passed: bool

    @property
    def is_doubtful(self) -> bool:
        """Whether something may have happened to it unseen."""
        return self.passed or self.came_back is False


def intrusions(
    frames: Sequence[CoveredFrame],
    watch: "HiddenWatch | None" = None,
    ways: FloatArray | None = None,
) -> tuple[tuple[Gap, ...], tuple[Intrusion, ...]]:
    """Return gaps in what was seen, and who was over the table when.

    Args:
        frames: Of one stretch, in order of time.
        watch: That has seen the same stretch before it grew.
        ways: Where balls were found to be, metres, (n, 2): what was seen elsewhere was
            none. None takes everything that was seen for one.

    Returns:
        Gaps only where a hidden ball may have been touched; every intrusion.
    """
    hidden = [ball for ball in hidden_balls(frames, watch) if _is_ball(ball, ways)]
    gaps = [Gap(ball.t_from, ball.t_to, "covered") for ball in hidden]
    doubtful = [gap for gap, ball in zip(gaps, hidden, strict=True) if ball.is_doubtful]
    return _joined(doubtful), _intruders(frames)


def _is_ball(hidden: HiddenBall, ways: FloatArray | None) -> bool:
    if ways is None or not len(ways):
        return True
    return bool(np.hypot(*(ways - hidden.xy).T).min() < _ON_ITS_WAY)


def hidden_balls(
    frames: Sequence[CoveredFrame], watch: "HiddenWatch | None" = None
) -> tuple[HiddenBall, ...]:
    """Return every time in which a ball at rest was hidden.

    Args:
        frames: Of one stretch, in order of time.
        watch: That has seen the same stretch before it grew.
    """
    watch = watch or HiddenWatch()
    watch.take(frames)
    return watch.hidden()


class HiddenWatch:
    """Follows the balls at rest, and what covers them, over a stretch that grows."""

    def __init__(self) -> None:
        """Start before the first picture."""
        self._forget()

    def _forget(self) -> None:
        self._frames: list[CoveredFrame] = []
        self._places: list[_Place] = []
        self._found: list[HiddenBall] = []

    def take(self, frames: Sequence[CoveredFrame]) -> None:
        """Take a stretch; what is known of it already is not looked at again.

        Args:
            frames: In order of time.
        """
        known = len(self._frames)
        if known > len(frames) or not all(map(_is_same, self._frames, frames)):
            self._forget()
        for frame in frames[len(self._frames) :]:
            self._frames.append(frame)
            self._see(frame)

    def hidden(self) -> tuple[HiddenBall, ...]:
        """Return every time in which a ball at rest was hidden."""
        found = list(self._found)
        for place in self._places:
            found += place.unfinished(self._frames[-1].t)
        return tuple(sorted(found, key=lambda ball: ball.t_from))

    def _see(self, frame: CoveredFrame) -> None:
        seen = frame.balls.xy
        taken = _matched(self._places, seen)
        covered = _covered(frame.cover, self._places, taken)
        loose = np.delete(seen, list(taken.values()), axis=0)
        kept: list[_Place] = []
        for number, place in enumerate(self._places):
            if number in taken:
                self._found += place.seen(frame.t, seen[taken[number]])
                kept.append(place)
            elif place.missed(frame.t, loose, covered=covered[number]):
                kept.append(place)
            else:
                self._found += place.given_up()
        self._places = [*kept, *(_Place(xy, frame.t) for xy in loose)]


def _is_same(one: CoveredFrame, other: CoveredFrame) -> bool:
    return one.t == other.t and one.balls is other.balls and one.cover is other.cover


@dataclass(slots=True)
class _Place:
    """Where a ball was seen, and what became of it."""

    xy: FloatArray
    last: float
    count: int = 1
    misses: int = 0
    hidden_from: float | None = None
    in_view: float | None = None
    passed: bool = False
    sum_xy: FloatArray = field(default_factory=lambda: np.zeros(2))

    def __post_init__(self) -> None:
        self.sum_xy = self.xy.copy()

    @property
    def rests(self) -> bool:
        return self.count >= _FEWEST

    def seen(self, t: float, xy: FloatArray) -> list[HiddenBall]:
        found = []
        if self.hidden_from is not None and self.rests:
            until = self.in_view or t
            found.append(self._hidden(until, came_back=True))
        self.count += 1
        self.sum_xy = self.sum_xy + xy
        self.xy = self.sum_xy / self.count
        self.last, self.misses = t, 0
        self.hidden_from = self.in_view = None
        self.passed = False
        return found

    def missed(self, t: float, loose: FloatArray, *, covered: bool) -> bool:
        """Note that a picture does not show the ball; return whether to wait."""
        if covered and (self.hidden_from is not None or not self.misses):
            self.hidden_from = t if self.hidden_from is None else self.hidden_from
            self.in_view = None
            near = np.hypot(*(loose - self.xy).T) < _NEAR
            self.passed = self.passed or bool(near.any())
            return self.rests
        self.misses += 1
        if self.hidden_from is None:
            return self.rests and self.misses < _MISSED
        self.in_view = t if self.in_view is None else self.in_view
        late = t - self.in_view > _LOST_AFTER
        return not (late and self.misses >= _MISSED)

    def given_up(self) -> list[HiddenBall]:
        if self.hidden_from is None or self.in_view is None or not self.rests:
            return []
        return [self._hidden(self.in_view, came_back=False)]

    def unfinished(self, t: float) -> list[HiddenBall]:
        if self.hidden_from is None or not self.rests:
            return []
        return [self._hidden(self.in_view or t, came_back=None)]

    def _hidden(self, until: float, *, came_back: bool | None) -> HiddenBall:
        start = self.last if self.hidden_from is None else self.hidden_from
        return HiddenBall(start, until, self.xy, came_back, self.passed)


def _covered(
    cover: Cover, places: Sequence[_Place], taken: Mapping[int, int]
) -> dict[int, bool]:
    """Tell which of the places that show no ball are covered, by their number."""
    missed = [number for number in range(len(places)) if number not in taken]
    if not missed:
        return {}
    hides = cover.covers(np.array([places[number].xy for number in missed]))
    return {number: bool(one) for number, one in zip(missed, hides, strict=True)}


def _matched(places: Sequence[_Place], seen: FloatArray) -> dict[int, int]:
    """Return which observation shows which place's ball, nearest first."""
    if not places or not len(seen):
        return {}
    away = np.array([place.xy for place in places])[:, None] - seen[None]
    distance = np.hypot(away[..., 0], away[..., 1])
    taken: dict[int, int] = {}
    rows: set[int] = set()
    pairs = np.argwhere(distance <= _SAME)
    order = np.argsort(distance[tuple(pairs.T)], kind="stable")
    for place, row in pairs[order].tolist():
        if place not in taken and row not in rows:
            taken[place] = row
            rows.add(row)
    return taken


def _joined(gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    joined: list[Gap] = []
    for gap in sorted(gaps, key=lambda gap: gap.t_from):
        if joined and gap.t_from <= joined[-1].t_to:
            last = joined.pop()
            joined.append(Gap(last.t_from, max(last.t_to, gap.t_to), last.why))
        else:
            joined.append(gap)
    return tuple(joined)


def _intruders(frames: Sequence[CoveredFrame]) -> tuple[Intrusion, ...]:
    spans: dict[Intruder, list[list[float]]] = {}
    for frame in frames:
        if not frame.cover.known:
            continue
        for kind, sure in frame.cover.intruders().items():
            own = spans.setdefault(kind, [])
            if own and frame.t - own[-1][1] <= _JOINS:
                own[-1][1], own[-1][2] = frame.t, max(own[-1][2], sure)
            else:
                own.append([frame.t, frame.t, sure])
    found = [
        Intrusion(t=start, t_to=end, kind=kind, confidence=sure)
        for kind, own in spans.items()
        for start, end, sure in own
        if end - start >= _SHORTEST
    ]
    return tuple(sorted(found, key=lambda intrusion: intrusion.t))
