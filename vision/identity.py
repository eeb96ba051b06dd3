"""From what a ball looks like to which ball it can be.

A `Naming` says how one ball set paints its balls; a discipline has one or several
(television sets paint the 4 pink). Which of them a recording shows is chosen from the
balls on the table, each name used once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from adjudicator.balls import BALL_SETS, BONUS, COLORED_BALL, CUE_BALL, Ball, Discipline
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour

FloatArray = NDArray[np.float64]

_DOUBT: Final = 0.005
"""Share of patches that show nothing useful (a hand, glare, a shadow)."""

_SIDEWAYS: Final = 0.05
"""Share of looks at a striped ball that show little but its band."""

_WHITE: Final = frozenset({Appearance(Colour.WHITE)})
_PAINTED: Final = frozenset(APPEARANCES) - _WHITE


@dataclass(frozen=True, slots=True)
class Naming:
    """How one kind of ball set paints its balls.

    Attributes:
        name: For people.
        appearances: What each ball may look like, in the order of the set.
    """

    name: str
    appearances: Mapping[Ball, frozenset[Appearance]]

    @property
    def balls(self) -> tuple[Ball, ...]:
        """The balls, in the order of the columns of `name_log_likelihood`."""
        return tuple(self.appearances)


def _numbered(name: str, last: int, colours: tuple[Colour, ...]) -> Naming:
    painted = {CUE_BALL: _WHITE}
    for number in range(1, last + 1):
        look = Appearance(colours[(number - 1) % 8], striped=number > 8)
        painted[Ball(str(number))] = frozenset({look})
    return Naming(name, painted)


_CLASSIC: Final = (
    Colour.YELLOW,
    Colour.BLUE,
    Colour.RED,
    Colour.PURPLE,
    Colour.ORANGE,
    Colour.GREEN,
    Colour.MAROON,
    Colour.BLACK,
)


def _repainted(**changed: Colour) -> tuple[Colour, ...]:
    numbers = {int(key.removeprefix("n")): colour for key, colour in changed.items()}
    return tuple(numbers.get(n, colour) for n, colour in enumerate(_CLASSIC, start=1))


_POOL_PAINTS: Final = {
    "classic": _CLASSIC,
    "television": _repainted(n4=Colour.PINK, n7=Colour.BROWN),
    "television, purple 5": _repainted(
        n4=Colour.PINK, n5=Colour.PURPLE, n7=Colour.BROWN
    ),
}


def _bonus() -> Naming:
    painted = {CUE_BALL: _WHITE}
    for colour in (Colour.PURPLE, Colour.ORANGE):
        for number in range(1, 5):
            painted[Ball(f"{colour}-{number}")] = frozenset({Appearance(colour)})
    painted[BONUS] = frozenset({Appearance(Colour.BLACK)})
    return Naming("Bonus Ball", painted)


def _pyramid() -> Naming:
    balls = BALL_SETS[Discipline.PYRAMID].balls
    return Naming(
        "pyramid",
        {ball: _PAINTED if ball is COLORED_BALL else _WHITE for ball in balls},
    )


def _pool(last: int) -> tuple[Naming, ...]:
    return tuple(
        _numbered(name, last, colours) for name, colours in _POOL_PAINTS.items()
    )


NAMINGS: Final[Mapping[Discipline, tuple[Naming, ...]]] = {
    Discipline.EIGHT_BALL: _pool(15),
    Discipline.NINE_BALL: _pool(9),
    Discipline.STRAIGHT_POOL: _pool(15),
    Discipline.BONUS_BALL: (_bonus(),),
    Discipline.PYRAMID: (_pyramid(),),
}
"""The known sets of each discipline, the commonest first."""


def name_log_likelihood(log_probability: FloatArray, naming: Naming) -> FloatArray:
    """Turn appearances into log-likelihoods of names.

    Args:
        log_probability: Over `APPEARANCES`, shape (n, k).
        naming: The set on the table.

    Returns:
        Shape (n, balls of the naming), never below the log of a small doubt.
    """
    probability = np.exp(log_probability)
    columns = [_seen_as(probability, looks) for looks in naming.appearances.values()]
    mixed = (1 - _DOUBT) * np.stack(columns, axis=1) + _DOUBT / len(APPEARANCES)
    result: FloatArray = np.log(mixed)
    return result


def _seen_as(probability: FloatArray, looks: frozenset[Appearance]) -> FloatArray:
    """Return the probability (n,) of what a ball with one of these looks shows."""
    shown = probability[:, [INDEX_OF[look] for look in looks]].sum(axis=1)
    plain = [
        INDEX_OF[Appearance(look.colour)]
        for look in looks
        if look.striped and len(looks) == 1
    ]
    if plain:
        shown = (1 - _SIDEWAYS) * shown + _SIDEWAYS * probability[:, plain].sum(axis=1)
    return np.asarray(shown)


def choose_naming(pictures: Iterable[FloatArray], discipline: Discipline) -> Naming:
    """Choose the set that explains the balls best, each name used once a picture.

    Args:
        pictures: Log-probabilities over `APPEARANCES`, one (n, k) a picture.
        discipline: The game that is played.
    """
    namings = NAMINGS[discipline]
    if len(namings) == 1:
        return namings[0]
    seen = [log_probability for log_probability in pictures if len(log_probability)]

    def support(naming: Naming) -> float:
        return sum(_assigned(name_log_likelihood(one, naming)) for one in seen)

    return max(namings, key=support)


def _assigned(log_likelihood: FloatArray) -> float:
    rows, columns = linear_sum_assignment(-log_likelihood)
    return float(log_likelihood[rows, columns].sum())
