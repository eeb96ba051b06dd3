"""Which ball is which: looks, the ball set, and where each ball lay before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
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

_FOREIGN: Final = 12.0
"""Nats below the best look at which a name is refused: not a ball of this set."""

_PLAIN, _SURE = 0.5, 0.97
"""Beliefs in a name that overrule strange looks, and that need no second name."""


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
        rows, columns = linear_sum_assignment(-score)
        by_key = {key: ball_of_key(key) for key in keys}
        posterior: dict[int, Mapping[str, float]] = {}
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            taken = [other for other in columns.tolist() if other != column]
            belief = _posterior(score[row], taken)
            short = likely[row].max() - likely[row, column]
            if short < _FOREIGN or belief[column] > _PLAIN:
                by_key[keys[row]] = naming.balls[column]
            if belief[column] < _SURE and not _alike(naming, column, belief):
                posterior[keys[row]] = _named(belief, naming)
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


def _alike(naming: Naming, column: int, belief: FloatArray) -> bool:
    """Whether only balls painted alike share the belief."""
    looks = list(naming.appearances.values())
    same = [n for n, one in enumerate(looks) if one == looks[column]]
    return float(belief[same].sum()) > _SURE


def _named(belief: FloatArray, naming: Naming) -> dict[str, float]:
    order = np.argsort(-belief)[:4]
    return {naming.balls[n].name: round(float(belief[n]), 3) for n in order}
