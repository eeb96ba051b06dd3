"""What a cue or a hand makes of a ball: one that stays, one that comes from nowhere.

The tip of a cue follows through to where the ball lay, white and about as wide as a
small ball: the ball seems to stay a moment longer, and another one comes from nowhere
beside it. A finger beside a cue can look like a ball that lies there while the hand
does.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.following.chains import (
    Chain,
    looks_up_to,
    may_go_on,
    state_at_start,
)
from tracking.following.hypotheses import BallState
from tracking.following.places import depth_in_pocket, is_on_bed
from tracking.observations import Observations

_SLOWEST: Final = 0.2
"""What leaves slower is told apart from what stays by its sightings alone, m/s."""

_AGO: Final = 0.1
"""A ball that leaves is seen so soon after it does, seconds."""

_STAYS: Final = 1.0
"""What was taken for the ball is gone so soon, seconds."""

_MOMENT: Final = 2.0
"""What lies somewhere for a shorter time was neither put there nor picked up, seconds.
"""

_MOSTLY: Final = 0.8
"""Sightings at the one place of what only lay there, as a part of all."""


def departed(
    pieces: Sequence[Chain], frames: Sequence[Observations], table: TableGeometry
) -> list[Chain]:
    """Let balls that come from nowhere be those that had lain there.

    Args:
        pieces: Changed in place.
        frames: The frames that they were linked over.
        table: Pockets and ball radius.

    Returns:
        The pieces without those that were joined to others.
    """
    gone: set[int] = set()
    for late in pieces:
        staying = [p for p in pieces if p is not late and id(p) not in gone]
        origin = _origin(late, staying, frames, table)
        if origin is not None:
            early, last = origin
            early.belief = looks_up_to(early, last, frames)
            early.cut(last)
            early.append(late)
            gone.add(id(late))
    return [piece for piece in pieces if id(piece) not in gone]


def _origin(
    late: Chain,
    pieces: Sequence[Chain],
    frames: Sequence[Observations],
    table: TableGeometry,
) -> tuple[Chain, int] | None:
    """Return the piece that a ball left, and its last true sighting; None without."""
    if late.steps[0] == 0 or late.places[0] is not None:
        return None
    start = state_at_start(late, frames)
    if not is_on_bed(start.mean[None, :2], table, margin=0.0)[0]:
        return None
    for early in pieces:
        last = _lay_until(early, late, frames)
        if (
            last is not None
            and _comes_from(start, early, last, frames, table)
            and _vanishes(early, last, start, frames, table)
            and may_go_on(early, last, late, frames)
        ):
            return early, last
    return None


def without_flitting(
    pieces: Sequence[Chain], frames: Sequence[Observations]
) -> list[Chain]:
    """Leave out what only lay somewhere for a moment: balls neither come nor go so.

    Args:
        pieces: Of whole balls, as far as they could be joined.
        frames: The frames that they were linked over.
    """
    return [piece for piece in pieces if not _flits(piece, frames)]


def _flits(piece: Chain, frames: Sequence[Observations]) -> bool:
    first, last = piece.steps[0], piece.steps[-1]
    comes_and_goes = first > 0 and last < len(frames) - 1
    places = [place for place in piece.places if place is not None]
    lies = len(set(places)) == 1 and len(places) >= _MOSTLY * len(piece.places)
    return comes_and_goes and lies and frames[last].t - frames[first].t < _MOMENT


def _lay_until(early: Chain, late: Chain, frames: Sequence[Observations]) -> int | None:
    """Return the last sighting before another piece begins, if the ball lay then."""
    before = int(np.searchsorted(early.steps, late.steps[0])) - 1
    if before < 0 or before == len(early.steps) - 1 or early.places[before] is None:
        return None
    unseen = frames[late.steps[0]].t - frames[early.steps[before]].t
    return before if unseen < _STAYS else None


def _comes_from(
    start: BallState,
    early: Chain,
    last: int,
    frames: Sequence[Observations],
    table: TableGeometry,
) -> bool:
    """Whether a ball that begins somewhere lay where another was seen just before."""
    place = frames[early.steps[last]].xy[early.rows[last]]
    speed = float(np.hypot(*start.mean[2:]))
    if speed < _SLOWEST:
        return False
    way = start.mean[:2] - place
    along = float(way @ start.mean[2:]) / speed
    aside = float(np.sqrt(max(way @ way - along**2, 0.0)))
    return 0 < along < speed * _AGO + table.ball_radius and aside < table.ball_radius


def _vanishes(
    early: Chain,
    last: int,
    start: BallState,
    frames: Sequence[Observations],
    table: TableGeometry,
) -> bool:
    """Whether what stayed is soon seen no more, and neither dropped nor lies still."""
    end = frames[early.steps[-1]]
    if early.steps[-1] == len(frames) - 1 or end.t - start.t > _STAYS:
        return False
    elsewhere = early.places[-1] not in (None, early.places[last])
    depth = depth_in_pocket(end.xy[early.rows[-1]][None], table)[0]
    return not elsewhere and bool(depth < -2 * table.ball_radius)
