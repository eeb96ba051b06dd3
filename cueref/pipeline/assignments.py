"""The likeliest ways to give each row a column of its own, by Murty's algorithm.

The best assignment is found, then the rest is parted into disjoint sets: all that
differ from it first in row 0, in row 1, ... The best of each set waits in a heap; the
best of these is the next, and its own set is parted in the same way (K. G. Murty, "An
algorithm for ranking all the assignments in order of increasing cost", Operations
Research 16, 1968). Columns of one kind are alike: assignments that only exchange such
columns count as one.
"""

import heapq
import itertools
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

MOST: Final = 24
"""Assignments that are weighed at most."""

LEAST_SHARE: Final = 0.0005
"""The next one is not weighed if its share of the probability would be less."""

NO_COLUMN: Final = -1
"""Column of a row for which none is left."""

_FORBIDDEN: Final = -1e9


class Assignment(NamedTuple):
    """One way to give the rows columns.

    Attributes:
        weight: Logarithm of its probability, up to what is common to all.
        columns: Of each row, `NO_COLUMN` where there are more rows than columns.
    """

    weight: float
    columns: IntArray


def likeliest_assignments(
    score: FloatArray, kinds: IntArray, *, most: int = MOST
) -> list[Assignment]:
    """Return the likeliest assignments, the best first.

    Args:
        score: Log-likelihood of each column for each row, shape (n, m), finite.
        kinds: Kind of each column, shape (m,); columns of one kind are alike.
        most: How many at most.
    """
    n, m = score.shape
    spare = max(n - m, 0)
    padded = np.hstack([score, np.zeros((n, spare))])
    kinds = np.concatenate([kinds, np.full(spare, kinds.max(initial=0) + 1)])
    found: list[Assignment] = []
    total = 0.0
    for weight, columns in itertools.islice(ranked(padded, kinds), most):
        share = float(np.exp(weight - (found[0].weight if found else weight)))
        if share < LEAST_SHARE * total:
            break
        total += share
        columns = np.where(columns < m, columns, NO_COLUMN)
        found.append(Assignment(weight, columns))
    return found


def ranked(score: FloatArray, kinds: IntArray) -> Iterator[tuple[float, IntArray]]:
    """Yield score and columns of every assignment, the best first.

    Args:
        score: Shape (n, m), n <= m, finite.
        kinds: Kind of each column, shape (m,); of assignments that give each row the
            same kind only the best is yielded.
    """
    numbers = np.unique(kinds, return_inverse=True)[1]
    allowed = np.ones((len(score), int(numbers.max(initial=-1)) + 1), dtype=np.bool_)
    order = itertools.count()
    heap = [
        (minus, next(order), columns, allowed)
        for minus, columns in _best(score, numbers, allowed)
    ]
    while heap:
        minus, _, columns, allowed = heapq.heappop(heap)
        yield -minus, columns
        fixed = allowed.copy()
        for row, kind in enumerate(numbers[columns]):
            others = fixed.copy()
            others[row, kind] = False
            for low, best in _best(score, numbers, others):
                heapq.heappush(heap, (low, next(order), best, others))
            fixed[row] = False
            fixed[row, kind] = True


def _best(
    score: FloatArray, numbers: IntArray, allowed: BoolArray
) -> list[tuple[float, IntArray]]:
    """Return the best assignment with allowed kinds, negative, or nothing."""
    open_ = np.where(allowed[:, numbers], score, _FORBIDDEN)
    rows, columns = linear_sum_assignment(open_, maximize=True)
    value = float(open_[rows, columns].sum())
    return [] if value < _FORBIDDEN / 2 else [(-value, columns.astype(np.int64))]
