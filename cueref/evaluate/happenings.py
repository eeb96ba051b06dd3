"""Events of truth and of an analysis in one comparable form.

Names are plain text here: a truth labelled by eye may call a ball "red3".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

OPPOSITE: Final = {"head": "foot", "foot": "head", "left": "right", "right": "left"}

SIDES: Final[Mapping[str, Mapping[str, str]]] = {
    "left": {"left": "head", "right": "foot", "top": "left", "bottom": "right"},
    "right": {"right": "head", "left": "foot", "bottom": "left", "top": "right"},
    "top": {"top": "head", "bottom": "foot", "right": "left", "left": "right"},
    "bottom": {"bottom": "head", "top": "foot", "left": "left", "right": "right"},
}
"""Rail at each side of the picture, by the side at which the head rail is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One event.

    Attributes:
        kind: As in the files: "contact", "rail", "pocketed", ...
        t: Seconds; for truth the best value.
        t_from: Earliest time that counts as right, seconds.
        t_to: Latest time that counts as right (of a span: its end), seconds.
        balls: Names of the balls.
        rail: For a rail touch.
        pocket: For a pocketed ball, or a touch of a pocket's nose.
        is_jaw: Whether a rail touch is at a pocket's nose.
        is_sure: Whether a truth counts when it is missed.
    """

    kind: str
    t: float
    t_from: float
    t_to: float
    balls: frozenset[str] = frozenset()
    rail: str | None = None
    pocket: str | None = None
    is_jaw: bool = False
    is_sure: bool = True

    def is_same_as(self, other: "Happening") -> bool:
        """Whether both tell of the same thing, whenever it was."""
        if self.kind != other.kind or self.balls != other.balls:
            return False
        if self.kind == "rail":
            same_pocket = self.pocket is not None and self.pocket == other.pocket
            return self.rail == other.rail or same_pocket
        return self.kind != "pocketed" or self.pocket == other.pocket

    def renamed(self, new_name: Callable[[str], str]) -> "Happening":
        """Return the event with other names."""
        return replace(self, balls=frozenset(map(new_name, self.balls)))

    def turned(self) -> "Happening":
        """Return the event in the frame of the table turned by half a turn."""
        rail = None if self.rail is None else OPPOSITE[self.rail]
        return replace(self, rail=rail, pocket=turned_pocket(self.pocket))


def turned_pocket(pocket: str | None) -> str | None:
    """Return a pocket's name when the table is turned by half a turn."""
    if pocket is None:
        return None
    end, _, side = pocket.partition("-")
    return f"{OPPOSITE.get(end, end)}-{OPPOSITE[side]}"


def happening(
    event: Mapping[str, Any], before: float = 0.0, after: float = 0.0
) -> Happening:
    """Return an event of a file with times.

    Args:
        event: JSON object.
        before: Seconds that an earlier time may be off.
        after: Seconds that a later time may be off.
    """
    t = float(event["t"])
    return Happening(
        kind=str(event["type"]),
        t=t,
        t_from=t - before,
        t_to=float(event.get("t_to", t)) + after,
        balls=_balls(event),
        rail=event.get("rail"),
        pocket=event.get("pocket"),
        is_jaw=bool(event.get("jaw", False)),
        is_sure=bool(event.get("sure", True)),
    )


def _balls(event: Mapping[str, Any]) -> frozenset[str]:
    if "balls" in event:
        return frozenset(map(str, event["balls"]))
    return frozenset({str(event["ball"])} if "ball" in event else ())


def rail_at(side: str, head_end: str) -> str:
    """Return the rail at a side of the picture."""
    return SIDES[head_end][side]


def pocket_at(place: str, head_end: str) -> str:
    """Return the pocket at a place of the picture such as "top-middle"."""
    rails = [rail_at(s, head_end) for s in place.split("-") if s in SIDES[head_end]]
    side = next((r for r in rails if r in ("left", "right")), "left")
    end = next((r for r in rails if r in ("head", "foot")), "center")
    return f"{end}-{side}"
