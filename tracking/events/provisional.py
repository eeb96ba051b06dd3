"""Events while the shot still runs: the same extraction, on what was seen so far.

Pure: nothing is remembered between calls. An event may still change until its balls
have been seen for `lag` seconds after it, so younger ones are held back.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from adjudicator.events import Event, Rest
from adjudicator.table import TableGeometry
from tracking.events.extraction import extract_events
from tracking.events.extraction_result import Extraction
from tracking.path import BallPath
from tracking.physics.table_physics import TablePhysics

PROVISIONAL: Final = 4 / 60
"""Age from which an event may be told, subject to change, seconds."""

CONFIRMED: Final = 10 / 60
"""Age from which an event hardly changes any more, seconds."""


def events_so_far(
    paths: Sequence[BallPath],
    table: TableGeometry,
    cue_key: int | None,
    now: float,
    *,
    lag: float = PROVISIONAL,
    t_from: float | None = None,
    physics: TablePhysics | None = None,
) -> Extraction:
    """Extract the events of a running shot that are at least `lag` old.

    Args:
        paths: Every ball, as far as it was seen; samples after `now` are not used.
        table: Noses, pockets and ball radius.
        cue_key: The cue ball, or None.
        now: Time of the last picture, seconds.
        lag: Least age of an event, seconds.
        t_from: First time that pictures cover; None takes the first sighting.
        physics: What is known of the table.
    """
    seen = [path.between(-float("inf"), now) for path in paths]
    seen = [path for path in seen if len(path)]
    if not seen:
        return Extraction(cue_key=cue_key)
    first = min(float(path.t[0]) for path in seen) if t_from is None else t_from
    found = extract_events(seen, table, cue_key, window=(first, now), physics=physics)
    return replace(
        found,
        events=_old(found.events, now - lag),
        doubtful=_old(found.doubtful, now - lag),
    )


def _old(events: tuple[Event, ...], limit: float) -> tuple[Event, ...]:
    """Events that can be told: old enough, and not a rest that may only be a pause."""
    return tuple(
        event for event in events if event.t <= limit and not isinstance(event, Rest)
    )
