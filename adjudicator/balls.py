"""Balls and ball sets of the five disciplines.

A ball is a value: it is compared by equality only, never by part of its name.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final, Self

from adjudicator.errors import InvalidBallError

_NAME = re.compile(
    r"cue|colored|bonus|[1-9]|1[0-5]|(?:purple|orange)-[1-4]"
    r"|white-(?:[1-9]|1[0-5])|ball-[1-9][0-9]{0,3}"
)


def _sort_key(name: str, number: int | None) -> tuple[int, str, int]:
    """Order for printing: cue ball, numbers ascending, then names."""
    if name == "cue":
        return (0, "", 0)
    if number is not None:
        return (1, "", number)
    stem, _, tail = name.rpartition("-")
    return (2, stem or name, int(tail) if stem else 0)


class Ball:
    """Identity of a physical ball.

    Names: `cue`; `1`..`15`; Bonus Ball `purple-1`..`purple-4`,
    `orange-1`..`orange-4`, `bonus`; pyramid `colored`, `white-1`..`white-15`;
    `ball-1`, `ball-2`, ... while the identity is unknown. One object exists per
    name, so equality is identity and hashing is cheap.

    Raises:
        InvalidBallError: The name is none of these.
    """

    __slots__ = ("name", "number", "sort_key")
    _known: ClassVar[dict[str, "Ball"]] = {}

    name: str
    number: int | None
    """The number printed on a pool ball, or None."""
    sort_key: tuple[int, str, int]
    """Order for printing: cue ball, numbers ascending, then names."""

    def __new__(cls, name: str) -> Self:
        """Return the one ball of this name."""
        known = cls._known.get(name)
        if known is not None:
            return known  # type: ignore[return-value]  # Ball is final in practice
        if not _NAME.fullmatch(name):
            raise InvalidBallError(
                f"{name!r} is no ball: expected cue, 1..15, purple-1..4, "
                "orange-1..4, bonus, colored, white-1..15 or ball-1, ball-2, ..."
            )
        ball = super().__new__(cls)
        number = int(name) if name.isdigit() else None
        object.__setattr__(ball, "name", name)
        object.__setattr__(ball, "number", number)
        object.__setattr__(ball, "sort_key", _sort_key(name, number))
        cls._known[name] = ball
        return ball

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a ball is immutable."""
        raise AttributeError("a Ball is immutable")

    def __reduce__(self) -> tuple[type["Ball"], tuple[str]]:
        """Pickle and copy by name, so that the copy is the same object."""
        return (Ball, (self.name,))

    def __repr__(self) -> str:
        """Print as the call that makes it."""
        return f"Ball({self.name!r})"

    def __str__(self) -> str:
        """Print the name."""
        return self.name

    def __lt__(self, other: "Ball") -> bool:
        """Order for printing: cue ball, then numbers, then names."""
        return self.sort_key < other.sort_key

    @property
    def is_cue_ball(self) -> bool:
        """Whether this is the cue ball of a pool or Bonus Ball set."""
        return self.name == "cue"

    @property
    def is_unknown(self) -> bool:
        """Whether the identity of the ball is not known."""
        return self.name.startswith("ball-")


CUE_BALL: Final = Ball("cue")
COLORED_BALL: Final = Ball("colored")
BONUS: Final = Ball("bonus")


class Discipline(StrEnum):
    """The five games, by the names of the command line."""

    EIGHT_BALL = "eight-ball"
    NINE_BALL = "nine-ball"
    STRAIGHT_POOL = "straight-pool"
    BONUS_BALL = "bonus-ball"
    PYRAMID = "pyramid"


@dataclass(frozen=True, slots=True)
class BallSet:
    """The balls that one discipline is played with.

    Attributes:
        balls: Every ball of the set.
        diameter: Of a ball, metres.
        cue_ball: The fixed cue ball; None in pyramid, where the ball that the
            tip strikes is the cue ball of the shot.
    """

    balls: tuple[Ball, ...]
    diameter: float
    cue_ball: Ball | None

    @property
    def object_balls(self) -> frozenset[Ball]:
        """Every ball but the fixed cue ball."""
        return frozenset(self.balls) - {self.cue_ball}


def _numbered(last: int) -> tuple[Ball, ...]:
    return tuple(Ball(str(n)) for n in range(1, last + 1))


POOL_BALL_DIAMETER: Final = 0.05715
"""2 1/4 inch (WPA equipment), metres."""

PYRAMID_BALL_DIAMETER: Final = 0.068
"""Russian pyramid, metres."""

_FIFTEEN: Final = BallSet((CUE_BALL, *_numbered(15)), POOL_BALL_DIAMETER, CUE_BALL)

BALL_SETS: Final[dict[Discipline, BallSet]] = {
    Discipline.EIGHT_BALL: _FIFTEEN,
    Discipline.NINE_BALL: BallSet(
        (CUE_BALL, *_numbered(9)), POOL_BALL_DIAMETER, CUE_BALL
    ),
    Discipline.STRAIGHT_POOL: _FIFTEEN,
    Discipline.BONUS_BALL: BallSet(
        (
            CUE_BALL,
            *(Ball(f"purple-{n}") for n in range(1, 5)),
            *(Ball(f"orange-{n}") for n in range(1, 5)),
            BONUS,
        ),
        POOL_BALL_DIAMETER,
        CUE_BALL,
    ),
    Discipline.PYRAMID: BallSet(
        (COLORED_BALL, *(Ball(f"white-{n}") for n in range(1, 16))),
        PYRAMID_BALL_DIAMETER,
        None,
    ),
}
"""The set of each discipline (Bonus Ball: pool size, bonus.0.2)."""
