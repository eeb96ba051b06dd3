"""Which ball is which: looks, the ball set, and where each ball lay before.

All names of a layout are weighed together, each given once: the likeliest ways to name
the balls, and how probable each is, tell the belief in each name and what the ruling
has to be weighed against.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
from adjudicator.events import Point
from cueref.pipeline.assignments import NO_COLUMN
from cueref.pipeline.evidence import evidence_of
from cueref.pipeline.ways import Way, naming_support, ways_to_name
from tracking.events.naming import ball_of_key
from tracking.following.shots import ShotWindow
from vision.identity import NAMINGS, Naming

FloatArray = NDArray[np.float64]

_SAME_PLACE: Final = 0.015
"""A ball found so near to where one lay is that ball, metres."""

_STAYED: Final = 10.0
"""Nats for a ball that lies where it lay after the shot before."""

_STRUCK: Final = 9.0
"""Nats for the ball that starts first to be the cue ball."""

_GONE: Final = 3.0
"""Nats against a name that was pocketed before."""

_NEEDED: Final = 3.0
"""Nats for a ball without which the rack would be over to be among those seen."""

_NEEDED_BALLS: Final[Mapping[Discipline, frozenset[Ball]]] = {
    Discipline.EIGHT_BALL: frozenset({CUE_BALL, Ball("8")}),
    Discipline.NINE_BALL: frozenset({CUE_BALL, Ball("9")}),
    Discipline.STRAIGHT_POOL: frozenset({CUE_BALL}),
    Discipline.BONUS_BALL: frozenset({CUE_BALL}),
    Discipline.PYRAMID: frozenset(),
}

_TOLD: Final = 40.0
"""Nats for a ball that lies where a person said that it lies."""

_TOLD_LOOKS: Final = 6.0
"""Nats for a ball that looks as the one did that a person named."""

_FOREIGN: Final = 12.0
"""Nats below the best look at which a name is refused: not a ball of this set."""

_PLAIN, _SURE = 0.5, 0.99
"""Beliefs in a name that overrule strange looks, and that need no second name."""

_TOLD_SHARE: Final = 0.005
"""Share of the probability from which another naming is told."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The balls of one shot by key.

    Attributes:
        by_key: Name of each ball, `ball-n` where the evidence is thin.
        posterior: Belief in each name that is not certain, by key.
        others: Other ways to name the balls: probability, and which ball each really
            is, by the name it was given, where that is another one.
    """

    by_key: Mapping[int, Ball]
    posterior: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    others: tuple[tuple[float, Mapping[Ball, Ball]], ...] = ()


class Namer:
    """Names the balls of shot after shot of one recording."""

    def __init__(self, discipline: Discipline) -> None:
        """Start before the first shot."""
        self._discipline = discipline
        self._balls = NAMINGS[discipline][0].balls
        self._looks: list[FloatArray] = []
        self._lay: dict[Ball, FloatArray] = {}
        self._gone: set[Ball] = set()
        self._shown: dict[Ball, int] = {}
        self._told: dict[Ball, int] = {}

    def named(self, places: FloatArray) -> dict[Ball, Point]:
        """Return places of balls by the names of those that lay there.

        Args:
            places: Metres, shape (n, 2); where none lay, there is an unknown ball.
        """
        found: dict[Ball, Point] = {}
        for number, (x, y) in enumerate(places.tolist(), start=1):
            away = {b: np.hypot(*(xy - (x, y))) for b, xy in self._lay.items()}
            nearest = min(away, key=lambda ball: away[ball], default=None)
            if nearest is None or away[nearest] >= _SAME_PLACE or nearest in found:
                nearest = ball_of_key(number)
            found[nearest] = Point(x, y)
        return found

    def places(self) -> FloatArray:
        """Return where balls lay after the shot before, metres, shape (n, 2)."""
        return np.array(list(self._lay.values())).reshape(-1, 2)

    def rename(self, swaps: Mapping[Ball, Ball]) -> None:
        """Take a person's word for which balls those of the last shot really are.

        A ball that was named by a person keeps that name while its place tells where
        it is, and one that looks as it did is likelier to be it from then on.

        Args:
            swaps: Which ball it really is, by the name it was given.
        """
        both = dict(swaps)
        for seen, really in swaps.items():
            both.setdefault(really, seen)
        told = {
            really: self._shown[b] for b, really in swaps.items() if b in self._shown
        }
        self._lay = {both.get(ball, ball): xy for ball, xy in self._lay.items()}
        self._shown = {both.get(ball, ball): n for ball, n in self._shown.items()}
        self._gone = {both.get(ball, ball) for ball in self._gone}
        self._told = {b: n for b, n in self._told.items() if b not in both} | told

    def name(self, window: ShotWindow) -> Names:
        """Return the names of the balls of a shot."""
        keys = [path.key for path in window.paths]
        if not keys:
            return Names({})
        seen = [evidence_of(window.looks[key]) for key in keys]
        looks = np.array([one.mean for one in seen])
        context = self._context(window, keys) + self._as_told(window, keys, looks)
        ways = ways_to_name(seen, context, self._discipline, self._support())
        self._looks = [*self._looks[:7], looks]
        return self._told_apart(ways, keys, looks)

    def _told_apart(self, ways: list[Way], keys: list[int], looks: FloatArray) -> Names:
        """Return the names of the likeliest way and what speaks against them."""
        best = ways[0]
        belief = _belief(ways, len(best.naming.balls))
        by_key = {key: ball_of_key(key) for key in keys}
        posterior: dict[int, dict[str, float]] = {}
        for row, column in enumerate(best.columns.tolist()):
            if column == NO_COLUMN:
                continue
            alike = best.kinds == best.kinds[column]
            sure = float(belief[row, alike].sum())
            short = best.likely[row].max() - best.likely[row, column]
            if short < _FOREIGN or sure > _PLAIN:
                by_key[keys[row]] = best.naming.balls[column]
                self._shown[best.naming.balls[column]] = int(looks[row].argmax())
            if sure < _SURE:
                own = np.where(alike, 0.0, belief[row])
                own[column] = sure
                posterior[keys[row]] = _named(own, best.naming)
        return Names(by_key, posterior, _others(ways, keys, by_key))

    def _support(self) -> FloatArray:
        """Return how well each known set explains what was seen before, nats."""
        namings = NAMINGS[self._discipline]
        seen = [[naming_support(one, n) for n in namings] for one in self._looks]
        return np.mean(seen, axis=0) if seen else np.zeros(len(namings))

    def remember(
        self, after: Mapping[Ball, tuple[float, float]], gone: frozenset[Ball]
    ) -> None:
        """Keep the layout after a shot and the balls that left the table on it."""
        self._lay = {ball: np.array(xy) for ball, xy in after.items()}
        self._gone = (self._gone | gone) - set(after)

    def _context(self, window: ShotWindow, keys: list[int]) -> FloatArray:
        nats = np.zeros((len(keys), len(self._balls)))
        cue_ball = BALL_SETS[self._discipline].cue_ball
        for column, ball in enumerate(self._balls):
            if ball in self._gone:
                nats[:, column] -= _GONE
            elif ball in _NEEDED_BALLS[self._discipline]:
                nats[:, column] += _NEEDED
            lay = self._lay.get(ball)
            for row, key in enumerate(keys):
                place = window.before.get(key)
                if lay is not None and place is not None:
                    stayed = np.hypot(*(lay - place)) < _SAME_PLACE
                    nats[row, column] += _STAYED if stayed else 0.0
                if ball is cue_ball and key == window.cue_key:
                    nats[row, column] += _STRUCK
        return nats

    def _as_told(
        self, window: ShotWindow, keys: list[int], looks: FloatArray
    ) -> FloatArray:
        """Return nats for what a person said: by place, elsewhere by looks."""
        nats = np.zeros((len(keys), len(self._balls)))
        for column, ball in enumerate(self._balls):
            if ball not in self._told:
                continue
            lay = self._lay.get(ball)
            for row, key in enumerate(keys):
                place = window.before.get(key)
                if lay is not None and place is not None:
                    stayed = np.hypot(*(lay - place)) < _SAME_PLACE
                    nats[row, column] += _TOLD if stayed else 0.0
                if int(looks[row].argmax()) == self._told[ball]:
                    nats[row, column] += _TOLD_LOOKS
        return nats


def _belief(ways: list[Way], names: int) -> FloatArray:
    """Return the probability of each name for each ball, (balls, names)."""
    belief = np.zeros((len(ways[0].columns), names))
    for way in ways:
        rows = np.flatnonzero(way.columns != NO_COLUMN)
        belief[rows, way.columns[rows]] += way.share
    return belief


def _others(
    ways: list[Way], keys: list[int], by_key: Mapping[int, Ball]
) -> tuple[tuple[float, Mapping[Ball, Ball]], ...]:
    """Return the other ways to name those balls that were given a name."""
    shares: dict[tuple[tuple[Ball, Ball], ...], float] = {}
    for way in ways[1:]:
        pairs = zip(keys, way.columns.tolist(), strict=True)
        real = {
            by_key[key]: way.naming.balls[column]
            for key, column in pairs
            if column != NO_COLUMN and not by_key[key].is_unknown
        }
        names = tuple((ball, one) for ball, one in real.items() if ball is not one)
        shares[names] = shares.get(names, 0.0) + way.share
    told = [(round(p, 4), dict(names)) for names, p in shares.items() if names]
    likely = [(p, names) for p, names in told if p >= _TOLD_SHARE]
    return tuple(sorted(likely, key=lambda one: -one[0]))


def _named(belief: FloatArray, naming: Naming) -> dict[str, float]:
    order = np.argsort(-belief)[:4]
    return {
        naming.balls[n].name: round(float(belief[n]), 3)
        for n in order
        if belief[n] > 0 or n == order[0]
    }
