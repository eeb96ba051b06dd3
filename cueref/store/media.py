"""Tracks and clips of shots: large, useful, and less dear than a verdict."""

import io
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from adjudicator.balls import Ball
from cueref.records import TrackRows
from cueref.store.engine import explained
from cueref.store.store import Store
from cueref.store.tables import CLIPS, TRACKS
from cueref.tracks_file import StoredTracks, TracksFile

CLIP_BYTES: Final = 2_000_000_000
"""Of all clips together, unless another limit is given."""


class Media:
    """Tracks and clips in a store; clips keep within a limit of size."""

    def __init__(self, store: Store, clip_bytes: int = CLIP_BYTES) -> None:
        """Use an open store.

        Args:
            store: Where to.
            clip_bytes: Of all clips together; the oldest make room.
        """
        self._store = store
        self._clip_bytes = clip_bytes
        is_sqlite = store.engine.dialect.name == "sqlite"
        self._insert = sqlite.insert if is_sqlite else postgresql.insert

    def put_tracks(
        self, match: str, shot: int, tracks: Mapping[Ball, TrackRows]
    ) -> None:
        """Store the motion of the balls of a shot."""
        file = io.BytesIO()
        writer = TracksFile(file)
        writer.write(shot, tracks)
        writer.close()
        self._put(TRACKS, match, shot, parquet=file.getvalue())

    def tracks(self, match: str, shot: int) -> dict[Ball, TrackRows]:
        """Return the motion of the balls of a shot; empty if none is stored."""
        mine = (TRACKS.c.match == match) & (TRACKS.c.shot == shot)
        (rows,) = self._store.rows(select(TRACKS.c.parquet).where(mine))
        if not rows:
            return {}
        return StoredTracks(io.BytesIO(rows[0].parquet)).of(shot)

    def put_clip(self, match: str, shot: int, mp4: bytes, at: float) -> None:
        """Store the clip of a shot, and let go of the oldest ones over the limit."""
        self._put(CLIPS, match, shot, at=at, bytes=len(mp4), mp4=mp4)
        self._make_room()

    def clip(self, match: str, shot: int) -> bytes | None:
        """Return the clip of a shot, or None."""
        mine = (CLIPS.c.match == match) & (CLIPS.c.shot == shot)
        (rows,) = self._store.rows(select(CLIPS.c.mp4).where(mine))
        return bytes(rows[0].mp4) if rows else None

    def shots_with_clips(self, match: str) -> frozenset[int]:
        """Return the numbers of the shots of a match that have a clip."""
        (rows,) = self._store.rows(select(CLIPS.c.shot).where(CLIPS.c.match == match))
        return frozenset(row.shot for row in rows)

    def clip_bytes(self) -> int:
        """Return the size of all clips together."""
        (rows,) = self._store.rows(select(func.coalesce(func.sum(CLIPS.c.bytes), 0)))
        return int(rows[0][0])

    def _put(self, table: Any, match: str, shot: int, **values: object) -> None:
        statement = self._insert(table).values(match=match, shot=shot, **values)
        statement = statement.on_conflict_do_update(
            index_elements=["match", "shot"], set_=values
        )
        with explained(self._store.where), self._store.engine.begin() as connection:
            connection.execute(statement)

    def _make_room(self) -> None:
        over = self.clip_bytes() - self._clip_bytes
        if over <= 0:
            return
        oldest = select(CLIPS.c.match, CLIPS.c.shot, CLIPS.c.bytes).order_by(CLIPS.c.at)
        (rows,) = self._store.rows(oldest)
        with explained(self._store.where), self._store.engine.begin() as connection:
            for row in rows[:-1]:
                if over <= 0:
                    return
                mine = (CLIPS.c.match == row.match) & (CLIPS.c.shot == row.shot)
                connection.execute(delete(CLIPS).where(mine))
                over -= row.bytes
