"""The tables of the store, as SQLAlchemy sees them; migrations make them.

What is ruled follows from `shots` and `entries` alone; verdicts are kept beside them,
so that they can be read without the rules. Entries are only ever appended.
"""

from typing import Final

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()

_ID_LENGTH: Final = 40


def _match() -> Column[str]:
    return Column(
        "match",
        String(_ID_LENGTH),
        ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
    )


MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("id", String(_ID_LENGTH), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("setup", Text, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("ended_at", Float),
)
"""One row a match; `setup` is the JSON of settings and table."""

SHOTS: Final = Table(
    "shots",
    METADATA,
    _match(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("source", String(80), nullable=False),
    Column("at", Float, nullable=False),
    Column("record", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    UniqueConstraint("match", "source", name="shots_source"),
)
"""One row a shot. `source` names the shot where it came from, so that one that is
handed over twice is stored once; `revision` counts how often its verdict changed."""

ENTRIES: Final = Table(
    "entries",
    METADATA,
    _match(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("author", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("key", String(80)),
    UniqueConstraint("match", "key", name="entries_key"),
)
"""What people entered, in order, never changed. `key` is the sender's own, so that
an entry sent twice counts once."""

TRACKS: Final = Table(
    "tracks",
    METADATA,
    _match(),
    Column("shot", Integer, primary_key=True, autoincrement=False),
    Column("parquet", LargeBinary, nullable=False),
)
"""The motion of the balls of one shot, as a file of tracks."""

CLIPS: Final = Table(
    "clips",
    METADATA,
    _match(),
    Column("shot", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("mp4", LargeBinary, nullable=False),
    Index("clips_at", "at"),
)
"""The decisive moment of one shot as a video; the oldest make room for new ones."""

ALERTS: Final = Table(
    "alerts",
    METADATA,
    _match(),
    Column("key", String(80), primary_key=True),
    Column("channel", String(40), primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due", Float, nullable=False),
    Column("done_at", Float),
)
"""Calls to be made, one row for each channel: written with the verdict, struck off
when made, so that each is made, and made once."""
