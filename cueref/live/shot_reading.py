"""Reading the shots of a stretch: what is done, and who does it.

It takes up to a second of hard work, in which a camera must not wait. `Here` does it
where it is asked for, `cueref.live.reader_process.Beside` in a process of its own.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from cueref.errors import RefereeError
from cueref.pipeline.event_memory import EventMemory
from cueref.pipeline.no_shot import LEAST_UNSEEN
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import WindowReader
from cueref.pipeline.stretches import StretchMemory, read_ahead, read_stretch
from cueref.records import ShotRecord

FloatArray = NDArray[np.float64]

logger = logging.getLogger(__name__)


class ReaderLostError(RefereeError):
    """A stretch could not be read: whoever reads it ended, or never came to an end."""


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """The shots of one stretch.

    Attributes:
        records: In order.
        reader: What it knows after them, for the next stretch.
    """

    records: tuple[ShotRecord, ...]
    reader: WindowReader


class Reading(Protocol):
    """Reads stretches, one after the other."""

    def read(self, reader: WindowReader, frames: Sequence[Seen]) -> Read:
        """Return the shots of a stretch; `reader` itself may stay as it is.

        What is worked out is remembered: when the same stretch is read again, with more
        frames in which balls only roll out or lie, it is not worked out again.

        Args:
            reader: What it knew after the stretch before.
            frames: From rest to rest.

        Raises:
            ReaderLostError: It cannot be read.
        """

    def look_ahead(self, reader: WindowReader, frames: Sequence[Seen]) -> None:
        """Work out of a stretch that goes on what will hold when it is over.

        Whatever goes wrong here shows again when the stretch is read.

        Args:
            reader: As for `read`.
            frames: So far.
        """

    def close(self) -> None:
        """Give back what reading needs, from any thread."""


class Ahead:
    """Remembers what was worked out of a stretch before it was over.

    Attributes:
        events: What happened on its shots.
    """

    def __init__(self) -> None:
        """Start without a stretch."""
        self._table: TableGeometry | None = None
        self._memory: StretchMemory | None = None
        self.events = EventMemory()

    def memory(self, table: TableGeometry) -> StretchMemory:
        """Return what is known of the stretch that goes on, on a table."""
        if self._memory is None or table != self._table:
            self._table, self._memory = table, StretchMemory(table)
            self.events = EventMemory()
        return self._memory

    def look(self, reader: WindowReader, frames: Sequence[Seen]) -> None:
        """Work out what can be; what fails is left to reading."""
        table = reader.table
        try:
            read_ahead(list(frames), table, self.memory(table))
        except Exception:
            logger.exception("nothing of a shot could be read ahead")
            self._memory = None


class Here:
    """Reads where it is asked to."""

    def __init__(self) -> None:
        """Start without a stretch."""
        self._ahead = Ahead()

    def read(self, reader: WindowReader, frames: Sequence[Seen]) -> Read:
        """Return the shots of a stretch."""
        return read_frames(reader, frames, self._ahead)

    def look_ahead(self, reader: WindowReader, frames: Sequence[Seen]) -> None:
        """Work out of a stretch that goes on what will hold when it is over."""
        self._ahead.look(reader, frames)

    def close(self) -> None:
        """Do nothing."""


def read_frames(
    reader: WindowReader, frames: Sequence[Seen], ahead: Ahead | None = None
) -> Read:
    """Return the shots of a stretch; one that cannot be read is handed out as such.

    Args:
        reader: What it knew after the stretch before; knows more afterwards.
        frames: From rest to rest.
        ahead: What was worked out of the same stretch before it was over.

    Raises:
        ReaderLostError: No shot can be found in it at all.
    """
    try:
        memory = None if ahead is None else ahead.memory(reader.table)
        stretch = read_stretch(list(frames), reader.table, memory)
    except Exception as error:
        logger.exception("the pictures of a shot cannot be read")
        raise ReaderLostError(f"the pictures cannot be read: {error}") from error
    events = None if ahead is None else ahead.events
    records = []
    for window in stretch.windows:
        if window.by_hand:
            continue
        number = reader.number
        try:
            record = reader.read(stretch, window, events)
        except Exception:
            logger.exception("shot %d cannot be read", number + 1)
            reader.number = number
            t_end = window.t_to if window.t_rest is None else window.t_rest
            record = reader.unread(window.t_strike, t_end, *_ends(frames))
        if record is not None:
            records.append(record)
    return Read(tuple(records), reader)


def unread(reader: WindowReader, frames: Sequence[Seen]) -> Read:
    """Return a stretch as one shot of which nothing is known."""
    record = reader.unread(frames[0].t, frames[-1].t, *_ends(frames))
    return Read((record,), reader)


def end_unseen(read: Read) -> Read:
    """Return a stretch whose last shot went on when the pictures broke off.

    Whatever was seen of it, a person must say what came of it.
    """
    if not read.records:
        return read
    *others, last = read.records
    shot = last.shot
    t_end = max(shot.t_end, shot.t_start + LEAST_UNSEEN)
    gap = Gap(shot.t_start, t_end, "the end of the shot was not seen")
    shot = replace(shot, t_end=t_end, events=(), doubtful=(), not_seen=(gap,))
    return Read((*others, replace(last, shot=shot)), read.reader)


def _ends(frames: Sequence[Seen]) -> tuple[FloatArray, FloatArray]:
    """Return where balls were seen at first and at last, metres."""
    places = [f.observations.xy for f in frames if f.observations is not None]
    nowhere = np.zeros((0, 2))
    return (places[0], places[-1]) if places else (nowhere, nowhere)
