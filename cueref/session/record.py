"""A match between the store and the rules: rows become a match, a match rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.errors import AdjudicatorError
from adjudicator.match import Ruling
from adjudicator.shot import Shot
from adjudicator.text.shots import read_shot, shot_object
from adjudicator.text.verdicts import verdict_object
from cueref.session.entries import Entry
from cueref.session.errors import SessionError
from cueref.session.play import Play
from cueref.session.setup import read_setup
from cueref.session.view import undone_object
from cueref.store.rows import EntryRow, MatchLog, ShotRow


@dataclass(slots=True)
class Played:
    """A match that is being played.

    Attributes:
        id: In the store.
        started_at: Wall clock, seconds since 1970.
        play: The match.
        sources: Of the shots that came in: each comes once.
    """

    id: str
    started_at: float
    play: Play
    sources: set[str] = field(default_factory=set)


def resumed(log: MatchLog) -> Played:
    """Return the match of a log.

    Raises:
        SessionError: The log is broken; the message names the row.
    """
    row = log.match
    try:
        setup = read_setup(row.game, row.setup)
        shots = tuple(_shot(one) for one in log.shots)
        entries = tuple(_entry(one) for one in log.entries)
        numbers = [shot.number for shot in shots]
        if numbers != list(range(1, len(shots) + 1)):
            raise SessionError(f"match {row.id}: a shot is missing among {numbers}")
        play = Play.of(setup, shots, entries)
    except AdjudicatorError as error:
        raise SessionError(f"match {row.id} cannot be read: {error}") from error
    return Played(row.id, row.started_at, play, {one.source for one in log.shots})


def verdict_row(ruling: Ruling) -> Mapping[str, Any]:
    """Return the JSON object of a ruling as it is stored."""
    if ruling.verdict is None:
        return undone_object(ruling)
    return verdict_object(ruling.verdict, ruling.shot)


def shot_row(shot: Shot, ruling: Ruling, source: str, at: float) -> ShotRow:
    """Return the row of a new shot."""
    return ShotRow(
        number=shot.number,
        source=source,
        at=at,
        record=shot_object(shot),
        verdict=verdict_row(ruling),
    )


def changed_verdicts(
    before: Sequence[Ruling], after: Sequence[Ruling]
) -> dict[int, Mapping[str, Any]]:
    """Return the rows of the verdicts of shots that were there, where they changed."""
    return {
        new.shot.number: verdict_row(new)
        for old, new in zip(before, after, strict=False)
        if old is not new and verdict_row(old) != verdict_row(new)
    }


def _shot(row: ShotRow) -> Shot:
    return read_shot(dict(row.record), f"shot {row.number}")


def _entry(row: EntryRow) -> Entry:
    return Entry(row.number, row.body, row.author, row.at)
