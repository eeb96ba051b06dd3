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
from cueref.errors import RefereeError
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import LEAST_UNSEEN, WindowReader
from cueref.pipeline.stretches import read_stretch
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

        Args:
            reader: What it knew after the stretch before.
            frames: From rest to rest.

        Raises:
            ReaderLostError: It cannot be read.
        """

    def close(self) -> None:
        """Give back what reading needs, from any thread."""


class Here:
    """Reads where it is asked to."""

    def read(self, reader: WindowReader, frames: Sequence[Seen]) -> Read:
        """Return the shots of a stretch."""
        return read_frames(reader, frames)

    def close(self) -> None:
        """Do nothing."""


def read_frames(reader: WindowReader, frames: Sequence[Seen]) -> Read:
    """Return the shots of a stretch; one that cannot be read is handed out as such.

    Args:
        reader: What it knew after the stretch before; knows more afterwards.
        frames: From rest to rest.

    Raises:
        ReaderLostError: No shot can be found in it at all.
    """
    try:
        stretch = read_stretch(list(frames), reader.table)
    except Exception as error:
        logger.exception("the pictures of a shot cannot be read")
        raise ReaderLostError(f"the pictures cannot be read: {error}") from error
    records = []
    for window in stretch.windows:
        if window.by_hand:
            continue
        number = reader.number
        try:
            records.append(reader.read(stretch, window))
        except Exception:
            logger.exception("shot %d cannot be read", number + 1)
            reader.number = number
            t_end = window.t_to if window.t_rest is None else window.t_rest
            records.append(reader.unread(window.t_strike, t_end, *_ends(frames)))
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
