"""All ways to name the balls of a layout, over all ball sets that it may be.

Television sets paint the 4 pink and the 5 purple: which set lies on the table is as
doubtful as the names, and both are weighed together.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from adjudicator.balls import Discipline
from cueref.pipeline.assignments import likeliest_assignments
from cueref.pipeline.evidence import Evidence
from vision.identity import NAMINGS, Naming, name_log_likelihood

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


class Way(NamedTuple):
    """One way to name the balls.

    Attributes:
        share: Its probability.
        columns: Name of each ball, `NO_COLUMN` where none is left.
        naming: The ball set.
        kinds: Of each name: names of one kind are painted alike.
        likely: Log-likelihood of each name by looks alone, (balls, names).
    """

    share: float
    columns: IntArray
    naming: Naming
    kinds: IntArray
    likely: FloatArray


def ways_to_name(
    seen: Sequence[Evidence],
    context: FloatArray,
    discipline: Discipline,
    support: FloatArray,
) -> list[Way]:
    """Return the likeliest ways to name the balls, the best first.

    Args:
        seen: What each ball looks like.
        context: Nats for each name from all but the looks, (balls, names).
        discipline: Which sets there are, all with the same names in the same order.
        support: Nats for each set from what was seen before.
    """
    found: list[tuple[float, Way]] = []
    for naming, before in zip(NAMINGS[discipline], support.tolist(), strict=True):
        likely = np.array([name_likelihood(one, naming) for one in seen])
        kinds = _kinds(naming)
        for weight, columns in likeliest_assignments(likely + context, kinds):
            found.append((weight + before, Way(0.0, columns, naming, kinds, likely)))
    found.sort(key=lambda one: -one[0])
    shares = np.exp([weight - found[0][0] for weight, _ in found])
    shares /= shares.sum()
    return [
        way._replace(share=float(share))
        for share, (_, way) in zip(shares, found, strict=True)
    ]


def name_likelihood(evidence: Evidence, naming: Naming) -> FloatArray:
    """Return log-likelihoods of names from what was seen of one ball, (names,)."""
    sides = evidence.sides - _log_sum(evidence.sides)
    return np.asarray(evidence.weight * name_log_likelihood(sides, naming).mean(axis=0))


def naming_support(looks: FloatArray, naming: Naming) -> float:
    """Return how well a set explains the balls of a layout, each name once, nats.

    Args:
        looks: Log-probabilities over the looks, (balls, k).
        naming: The set.
    """
    likely = name_log_likelihood(looks - _log_sum(looks), naming)
    rows, columns = linear_sum_assignment(likely, maximize=True)
    return float(likely[rows, columns].sum())


def _log_sum(values: FloatArray) -> FloatArray:
    top = values.max(axis=1, keepdims=True)
    return np.asarray(top + np.log(np.exp(values - top).sum(axis=1, keepdims=True)))


def _kinds(naming: Naming) -> IntArray:
    """Number the ways in which the balls of a set are painted, shape (names,)."""
    looks = list(naming.appearances.values())
    return np.array([looks.index(look) for look in looks], np.int64)
