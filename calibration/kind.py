"""Which table it is: from the balls on it.

A picture has no scale, but every game has its ball. The ratio of a ball's radius to
the table's width tells the sizes apart: 0.0225 on a nine-foot pool table, 0.0289 on
a seven-foot one, 0.0192 on a twelve-foot pyramid table. Proportions tell nothing: all
tables are twice as long as wide, which the map of the picture takes for granted.
"""

import math
from dataclasses import dataclass
from typing import Final

from adjudicator.table import TABLES, TableGeometry, TableKind

_OWN_SIZE: Final = 0.02
"""Weight of a table of no standard size, before a look."""

_USUAL: Final[dict[TableKind, float]] = {
    TableKind.POOL_7FT: 0.15,
    TableKind.POOL_8FT: 0.10,
    TableKind.POOL_9FT: 0.45,
    TableKind.PYRAMID_8FT: 0.01,
    TableKind.PYRAMID_9FT: 0.01,
    TableKind.PYRAMID_10FT: 0.03,
    TableKind.PYRAMID_11FT: 0.01,
    TableKind.PYRAMID_12FT: 0.14,
    TableKind.SNOOKER_12FT: 0.10,
}


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The most probable table.

    Attributes:
        table: Its sizes.
        probability: That it is this one.
        alternatives: The others with their probabilities, likeliest first.
    """

    table: TableGeometry
    probability: float
    alternatives: tuple[tuple[TableKind, float], ...]


def choose_table(
    ball_radius_per_width: float | None = None,
    discipline: str | None = None,
    *,
    spread: float = 0.04,
) -> TableChoice:
    """Return the table that explains what was measured best.

    Args:
        ball_radius_per_width: Radius of a ball over the width of the playing surface
            (see `TableCalibration.radius_per_width`); None if no ball was measured.
        discipline: Name of the game, such as "nine-ball" or "pyramid"; None if open.
        spread: Standard deviation of what was measured, as a part of it.
    """
    ratio = ball_radius_per_width
    weights = {kind: _weight(kind, ratio, spread) for kind in _kinds_of(discipline)}
    own = _OWN_SIZE * math.exp(-0.5 * 3.0**2) if ratio else 0.0
    total = sum(weights.values()) + own
    ranked = sorted(weights.items(), key=lambda item: -item[1])
    best = TABLES[ranked[0][0]]
    if ratio is not None and own > ranked[0][1]:
        best = _own_size(_standard(discipline), ratio)
        probability = own / total
        others = ranked
    else:
        probability = ranked[0][1] / total
        others = ranked[1:]
    return TableChoice(
        best, probability, tuple((kind, weight / total) for kind, weight in others)
    )


def _kinds_of(discipline: str | None) -> list[TableKind]:
    if discipline is None:
        return list(_USUAL)
    wanted = "pyramid" if "pyramid" in discipline.lower() else "pool"
    if "snooker" in discipline.lower():
        wanted = "snooker"
    return [kind for kind in _USUAL if kind.value.startswith(wanted)]


def _standard(discipline: str | None) -> TableGeometry:
    kinds = _kinds_of(discipline)
    return TABLES[max(kinds, key=lambda kind: _USUAL[kind])]


def _weight(kind: TableKind, ratio: float | None, spread: float) -> float:
    table = TABLES[kind]
    cost = 0.0
    if ratio is not None:
        wanted = table.ball_radius / table.width
        cost = (math.log(ratio / wanted) / spread) ** 2
    return _USUAL[kind] * math.exp(-0.5 * min(cost, 1000.0))


def _own_size(standard: TableGeometry, ratio: float) -> TableGeometry:
    """Return a table of no standard size that fits its balls."""
    width = standard.ball_radius / ratio
    return standard.scaled(width * standard.length / standard.width, width)
