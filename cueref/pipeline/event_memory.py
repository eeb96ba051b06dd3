"""What happened on a shot, worked out before it is over, and whether that still holds.

Long before the last ball rests it is known what happened: it only rolls out. What was
worked out then holds when the sightings since show nothing but that.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.events import Intrusion
from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from cueref.pipeline.quiet_ends import is_quiet
from tracking.events.extraction import extract_events
from tracking.events.extraction_result import Extraction
from tracking.path import BallPath
from tracking.physics.table_physics import TablePhysics

_KEPT: Final = 2
"""So many accounts are remembered: of the shot that goes on, and one before."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that tells what happened on one shot.

    Attributes:
        paths: Every ball seen over the window.
        cue_key: The cue ball; None if any ball can be.
        window: First and last time that pictures cover, seconds.
        not_seen: When something was hidden.
        intrusions: Hands, cues and things over the table.
        physics: What is known of the table from shots before.
    """

    paths: tuple[BallPath, ...]
    cue_key: int | None
    window: tuple[float, float]
    not_seen: tuple[Gap, ...]
    intrusions: tuple[Intrusion, ...]
    physics: TablePhysics | None


class EventMemory:
    """Extracts events; what is known of the same shot already is not done again."""

    def __init__(self) -> None:
        """Start without any shot."""
        self._known: list[tuple[Evidence, Extraction]] = []

    def extract(self, evidence: Evidence, table: TableGeometry) -> Extraction:
        """Return what happened on a shot.

        Args:
            evidence: Of the shot.
            table: Noses, pockets and ball radius.
        """
        for before, found in reversed(self._known):
            if still_holds(before, found, evidence, table):
                return found
        found = extract(evidence, table)
        self._known = [*self._known[1 - _KEPT :], (evidence, found)]
        return found


def extract(evidence: Evidence, table: TableGeometry) -> Extraction:
    """Return what happened on a shot, worked out anew."""
    return extract_events(
        evidence.paths,
        table,
        evidence.cue_key,
        window=evidence.window,
        not_seen=evidence.not_seen,
        intrusions=evidence.intrusions,
        physics=evidence.physics,
    )


def still_holds(
    before: Evidence, found: Extraction, now: Evidence, table: TableGeometry
) -> bool:
    """Whether more evidence of a shot shows nothing but balls that roll out or lie.

    Args:
        before: What an account rests on.
        found: The account.
        now: What is known by now.
        table: Noses, pockets and ball radius.
    """
    end = before.window[1]
    return (
        before.cue_key == now.cue_key
        and before.physics == now.physics
        and before.window[0] == now.window[0]
        and end <= now.window[1]
        and _hidden(before, end) == _hidden(now, end)
        and len(before.paths) == len(now.paths)
        and all(map(_goes_on, before.paths, now.paths))
        and is_quiet(found, before.paths, now.paths, end, table)
    )


def _hidden(evidence: Evidence, end: float) -> list[tuple[float, float, str]]:
    """Return what hid the table or was over it up to a time."""
    gaps = [(gap.t_from, gap.t_to, gap.why) for gap in evidence.not_seen]
    things = [(one.t, one.t_to, str(one.kind)) for one in evidence.intrusions]
    return [(t, min(t_to, end), why) for t, t_to, why in gaps + things if t < end]


def _goes_on(before: BallPath, now: BallPath) -> bool:
    n = len(before)
    return (
        before.key == now.key
        and n <= len(now)
        and np.array_equal(before.t, now.t[:n])
        and np.array_equal(before.xy, now.xy[:n])
    )
