"""Movements that are no shots: the cue ball lay still, and nothing happened to others.

A hand over a ball can be taken for the ball, which then seems to move. A shot begins
with the cue ball; where it lay still all the time, and no ball touched anything, there
was none. Where it did move and nothing tells how, a person is asked.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from adjudicator.events import Crossing, Intrusion, Rest
from adjudicator.shot import Gap, Shot
from tracking.events.extraction_result import Extraction
from tracking.following.shots import ShotWindow

LEAST_UNSEEN: Final = 1.0
"""A shot that nobody saw lasts so long at least, seconds: a person is asked."""

_STAYED: Final = 0.006
"""A cue ball whose sightings keep together so closely lay still, metres."""

_OFTEN: Final = 0.8
"""So large a part of the time it was in sight."""


def is_no_shot(extraction: Extraction, window: ShotWindow, cue_key: int | None) -> bool:
    """Whether the balls of a window moved without a shot.

    Args:
        extraction: What happened.
        window: When balls seemed to move.
        cue_key: The cue ball, known by its looks; None if any ball can be.
    """
    if has_happened(extraction):
        return False
    for path in window.paths:
        if path.key == cue_key:
            most = max(len(one) for one in window.paths)
            stayed = np.ptp(path.xy, axis=0).max() < _STAYED
            return bool(stayed and len(path) > _OFTEN * most)
    return False


def has_happened(extraction: Extraction) -> bool:
    """Whether anything is known that a rule could look at."""
    return any(
        not isinstance(event, Crossing | Intrusion | Rest)
        for event in extraction.events
    )


def unexplained(shot: Shot) -> Shot:
    """Return a shot of which it is not known what moved its balls."""
    t_end = max(shot.t_end, shot.t_start + LEAST_UNSEEN)
    gap = Gap(shot.t_start, t_end, "what moved the balls was not seen")
    return replace(shot, t_end=t_end, not_seen=(*shot.not_seen, gap))
