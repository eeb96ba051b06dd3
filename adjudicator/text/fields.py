"""Reading typed fields out of JSON objects, with errors that say where."""

import math
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

from adjudicator.balls import Ball
from adjudicator.errors import InvalidBallError, NotationError
from adjudicator.events import Point

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")

_MISSING: Final = object()


class Fields:
    """One JSON object, read field by field.

    Attributes:
        where: Place of the object in the text, for messages ("line 3, events[2]").
    """

    __slots__ = ("_content", "where")

    def __init__(self, content: object, where: str) -> None:
        """Wrap a value that should be an object.

        Raises:
            NotationError: It is something else.
        """
        if not isinstance(content, dict):
            raise NotationError(f"{where}: expected an object, got {_kind(content)}")
        self._content: Mapping[str, Any] = content
        self.where = where

    def __contains__(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self._content.get(name) is not None

    def names(self) -> tuple[str, ...]:
        """Return the names of all fields."""
        return tuple(self._content)

    def fail(self, name: str, reason: str) -> NotationError:
        """Return the error of one field."""
        return NotationError(f"{self.where}, field {name}: {reason}")

    def raw(self, name: str) -> Any:
        """Return the value of a field that must be there."""
        value = self._content.get(name, _MISSING)
        if value is _MISSING or value is None:
            raise self.fail(name, "is missing")
        return value

    def number(self, name: str) -> float:
        """Return a finite number."""
        return _number(self, name, self.raw(name))

    def whole(self, name: str) -> int:
        """Return a whole number."""
        value = self.raw(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(name, f"expected a whole number, got {_kind(value)}")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false; a missing field is false."""
        value = self._content.get(name, False)
        if not isinstance(value, bool):
            raise self.fail(name, f"expected true or false, got {_kind(value)}")
        return value

    def text(self, name: str) -> str:
        """Return a string."""
        value = self.raw(name)
        if not isinstance(value, str):
            raise self.fail(name, f"expected text, got {_kind(value)}")
        return value

    def choice(self, name: str, kind: type[E]) -> E:
        """Return one of the names of an enumeration."""
        return one_of(self, name, self.text(name), kind)

    def ball(self, name: str) -> Ball:
        """Return a ball."""
        return as_ball(self, name, self.raw(name))

    def balls(self, name: str) -> tuple[Ball, ...]:
        """Return a list of balls; a missing field is empty."""
        return tuple(as_ball(self, name, one) for one in self.items(name))

    def point(self, name: str) -> Point:
        """Return a place, [x, y] in metres."""
        return as_point(self, name, self.raw(name))

    def items(self, name: str) -> list[Any]:
        """Return a list; a missing field is empty."""
        value = self._content.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.fail(name, f"expected a list, got {_kind(value)}")
        return value

    def below(self, name: str) -> "Fields":
        """Return the object in a field; a missing field is empty."""
        value = self._content.get(name)
        return Fields({} if value is None else value, f"{self.where}, {name}")

    def maybe(self, name: str, read: Callable[[str], T]) -> T | None:
        """Return a field read by `read`, or None where it is missing or null."""
        return read(name) if name in self else None


def _kind(value: object) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return f"the text {value!r}" if isinstance(value, str) else repr(value)


def _number(fields: Fields, name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise fields.fail(name, f"expected a number, got {_kind(value)}")
    if not math.isfinite(value):
        raise fields.fail(name, "expected a finite number")
    return float(value)


def one_of(fields: Fields, name: str, value: str, kind: type[E]) -> E:
    """Return the member of an enumeration, or say which there are."""
    try:
        return kind(value)
    except ValueError as error:
        known = ", ".join(member.value for member in kind)
        raise fields.fail(name, f"{value!r} is not one of {known}") from error


def as_ball(fields: Fields, name: str, value: object) -> Ball:
    """Return the ball of a name."""
    if not isinstance(value, str):
        raise fields.fail(name, f"expected a ball's name, got {_kind(value)}")
    try:
        return Ball(value)
    except InvalidBallError as error:
        raise fields.fail(name, str(error)) from error


def as_point(fields: Fields, name: str, value: object) -> Point:
    """Return a place of two numbers."""
    if not isinstance(value, list) or len(value) != 2:
        raise fields.fail(name, f"expected [x, y], got {_kind(value)}")
    x, y = (_number(fields, name, one) for one in value)
    return Point(x, y)
