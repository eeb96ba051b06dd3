"""Exact events as JSON objects of the truth files, there and back.

They are those of the notation without a confidence: nothing about them is doubtful.
"""

from collections.abc import Mapping
from typing import Any

from adjudicator.errors import NotationError
from adjudicator.events import Event
from adjudicator.text.events import event_object, read_event
from vision.synthesis.errors import InvalidMotionError


def event_to_json(event: Event, digits: int = 6) -> dict[str, Any]:
    """Return one event as the object of a truth file (no confidence).

    Args:
        event: Any event.
        digits: Decimals of times (s), places (m), speeds (m/s) and moves (mm).
    """
    fields = event_object(event)
    del fields["confidence"]
    return {name: _rounded(value, digits) for name, value in fields.items()}


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, float):
        return round(value, digits)
    if isinstance(value, list):
        return [_rounded(one, digits) for one in value]
    if isinstance(value, dict):
        return {name: _rounded(one, digits) for name, one in value.items()}
    return value


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Return the event that an object of a truth file describes.

    Raises:
        InvalidMotionError: Its type is unknown or a field is missing.
    """
    try:
        return read_event(dict(data), "truth")
    except NotationError as error:
        raise InvalidMotionError(str(error)) from error
