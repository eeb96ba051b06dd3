"""All clauses of the five disciplines by their numbers, with titles of our own.

The numbers are the documents'; letters mark unnumbered sentences.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adjudicator.clauses.bonus import TITLES as BONUS
from adjudicator.clauses.eight import TITLES as EIGHT
from adjudicator.clauses.nine import TITLES as NINE
from adjudicator.clauses.pool import TITLES as POOL
from adjudicator.clauses.pyramid import TITLES as PYRAMID
from adjudicator.clauses.straight import TITLES as STRAIGHT

EDITIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "pool": "FBSR pool, general rules",
        "eight": "FBSR pool, 8-ball",
        "nine": "FBSR pool, 9-ball",
        "straight": "FBSR pool, 14.1 continuous",
        "bonus": "Bonus Ball, 1 January 2008",
        "pyramid": "Russian pyramid, Amerikanka",
    }
)
"""The rulebook of each family of clauses."""

TITLES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {**BONUS, **POOL, **EIGHT, **NINE, **STRAIGHT, **PYRAMID}
)
"""English and Russian title of each clause."""
