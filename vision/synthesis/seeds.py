"""Which scenes belong to training, validation and test: the only place.

Seeds *and* looks are kept apart. A look is put together from numbered variants (of a
cloth, a ball set, a rail, a floor, ...); each number belongs to one split, so that no
test picture shows a cloth or a ball set that training has seen.
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np

from vision.synthesis.errors import InvalidSceneError


class Split(StrEnum):
    """The three parts of every data set."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


SEEDS: Final = MappingProxyType(
    {
        Split.TRAIN: range(0, 1_000_000),
        Split.VALIDATION: range(1_000_000, 1_100_000),
        Split.TEST: range(2_000_000, 2_100_000),
    }
)
"""Seeds of each split."""

VARIANTS: Final = 16
"""Numbered variants of each part of a look."""

_VARIANTS_OF: Final = MappingProxyType(
    {
        Split.TRAIN: tuple(n for n in range(VARIANTS) if n % 8 < 6),
        Split.VALIDATION: tuple(n for n in range(VARIANTS) if n % 8 == 6),
        Split.TEST: tuple(n for n in range(VARIANTS) if n % 8 == 7),
    }
)


def split_of(seed: int) -> Split:
    """Return the split that a seed belongs to.

    Raises:
        InvalidSceneError: The seed lies in none of the ranges.
    """
    for split, seeds in SEEDS.items():
        if seed in seeds:
            return split
    ranges = ", ".join(f"{s} {r.start}..{r.stop - 1}" for s, r in SEEDS.items())
    raise InvalidSceneError(f"seed {seed} lies in no split: {ranges}")


def draw_variant(split: Split, rng: np.random.Generator) -> int:
    """Draw the number of a variant that belongs to a split."""
    return int(rng.choice(_VARIANTS_OF[split]))


def variants_of(split: Split) -> tuple[int, ...]:
    """Return the numbers of the variants of a split."""
    return _VARIANTS_OF[split]
