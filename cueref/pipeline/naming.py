"""Which ball is which: looks, the ball set, and where each ball lay before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
from adjudicator.events import Point
from tracking.events.naming import ball_of_key
from tracking.following.shots import ShotWindow
from vision.identity import Naming, choose_naming, name_log_likelihood

FloatArray = NDArray[np.float64]

_LOOKS: Final = 3.0
"""Sightings that the looks of a ball count for at most: neighbours are alike."""

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

_SWAPPED: Final = 0.01
"""Chance that two balls have each other's names from which it is told."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The balls of one shot by key.

    Attributes:
        by_key: Name of each ball, `ball-n` where the evidence is thin.
        posterior: Belief in each name that is not certain, by key.
    """

    by_key: Mapping[int, Ball]
    posterior: Mapping[int, Mapping[str, float]] = field(default_factory=dict)


class Namer:
    """Names the balls of shot after shot of one recording."""

    def __init__(self, discipline: Discipline) -> None:
        """Start before the first shot."""
        self._discipline = discipline
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
        looks = np.array([_mean_look(window, key) for key in keys])
        self._looks = [*self._looks[:7], looks / _LOOKS]
        naming = choose_naming(self._looks, self._discipline)
        likely = _name_likelihood(looks, naming)
        score = likely + self._context(window, keys, naming)
        score += self._as_told(window, keys, looks, naming)
        rows, columns = linear_sum_assignment(-score)
        by_key = {key: ball_of_key(key) for key in keys}
        posterior: dict[int, dict[str, float]] = {}
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            taken = [other for other in columns.tolist() if other != column]
            belief = _posterior(score[row], taken)
            short = likely[row].max() - likely[row, column]
            if short < _FOREIGN or belief[column] > _PLAIN:
                by_key[keys[row]] = naming.balls[column]
                self._shown[naming.balls[column]] = int(looks[row].argmax())
            if belief[column] < _SURE and not _alike(naming, column, belief):
                posterior[keys[row]] = _named(belief, naming)
        pairs = list(zip(rows.tolist(), columns.tolist(), strict=True))
        for row, column, other, p in _swaps(score, pairs, naming):
            own = posterior.setdefault(keys[row], {naming.balls[column].name: 1.0})
            own.update({name: round(q * (1 - p), 3) for name, q in own.items()})
            own[naming.balls[other].name] = round(p, 3)
        return Names(by_key, posterior)

    def remember(
        self, after: Mapping[Ball, tuple[float, float]], gone: frozenset[Ball]
    ) -> None:
        """Keep the layout after a shot and the balls that left the table on it."""
        self._lay = {ball: np.array(xy) for ball, xy in after.items()}
        self._gone = (self._gone | gone) - set(after)

    def _context(
        self, window: ShotWindow, keys: list[int], naming: Naming
    ) -> FloatArray:
        nats = np.zeros((len(keys), len(naming.balls)))
        cue_ball = BALL_SETS[self._discipline].cue_ball
        for column, ball in enumerate(naming.balls):
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
        self, window: ShotWindow, keys: list[int], looks: FloatArray, naming: Naming
    ) -> FloatArray:
        """Return nats for what a person said: by place, elsewhere by looks."""
        nats = np.zeros((len(keys), len(naming.balls)))
        for column, ball in enumerate(naming.balls):
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


def _mean_look(window: ShotWindow, key: int) -> FloatArray:
    sightings = next(len(path) for path in window.paths if path.key == key)
    belief = np.asarray(window.beliefs[key], dtype=np.float64)
    return np.asarray(belief * (min(sightings, _LOOKS) / max(sightings, 1)))


def _name_likelihood(looks: FloatArray, naming: Naming) -> FloatArray:
    """Return log-likelihoods of names from summed log-probabilities of looks."""
    per_sighting = looks / _LOOKS
    per_sighting = per_sighting - _log_sum(per_sighting)
    return np.asarray(_LOOKS * name_log_likelihood(per_sighting, naming))


def _log_sum(values: FloatArray) -> FloatArray:
    top = values.max(axis=1, keepdims=True)
    return np.asarray(top + np.log(np.exp(values - top).sum(axis=1, keepdims=True)))


def _posterior(score: FloatArray, taken: list[int]) -> FloatArray:
    """Return the belief in each name that no other ball has been given."""
    free = score.copy()
    free[taken] = -np.inf
    weight = np.exp(free - free.max())
    return np.asarray(weight / weight.sum())


def _swaps(
    score: FloatArray, pairs: list[tuple[int, int]], naming: Naming
) -> list[tuple[int, int, int, float]]:
    """Return rows, their columns, those of others and the chances of a swap."""
    looks = list(naming.appearances.values())
    found = []
    for i, (a, own) in enumerate(pairs):
        for b, other in pairs[i + 1 :]:
            if looks[own] == looks[other]:
                continue
            lead = score[a, own] + score[b, other] - score[a, other] - score[b, own]
            chance = 1.0 / (1.0 + float(np.exp(min(lead, 50.0))))
            if chance > _SWAPPED:
                found.append((a, own, other, chance))
    return found


def _alike(naming: Naming, column: int, belief: FloatArray) -> bool:
    """Whether only balls painted alike share the belief."""
    looks = list(naming.appearances.values())
    same = [n for n, one in enumerate(looks) if one == looks[column]]
    return float(belief[same].sum()) > _SURE


def _named(belief: FloatArray, naming: Naming) -> dict[str, float]:
    order = np.argsort(-belief)[:4]
    return {naming.balls[n].name: round(float(belief[n]), 3) for n in order}
