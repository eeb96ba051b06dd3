"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("ended_at", sa.Float),
    )
    _of_a_match(
        "shots",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.UniqueConstraint("match", "source", name="shots_source"),
    )
    _of_a_match(
        "entries",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("author", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key", sa.String(80)),
        sa.UniqueConstraint("match", "key", name="entries_key"),
    )
    _of_a_match(
        "tracks",
        sa.Column("shot", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("parquet", sa.LargeBinary, nullable=False),
    )
    _of_a_match(
        "clips",
        sa.Column("shot", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("mp4", sa.LargeBinary, nullable=False),
    )
    op.create_index("clips_at", "clips", ["at"])
    _of_a_match(
        "alerts",
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("channel", sa.String(40), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("done_at", sa.Float),
    )


def downgrade() -> None:
    """Remove the tables."""
    for name in ("alerts", "clips", "tracks", "entries", "shots", "matches"):
        op.drop_table(name)


def _of_a_match(name: str, *columns: sa.schema.SchemaItem) -> None:
    match = sa.Column(
        "match",
        sa.String(40),
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
    )
    op.create_table(name, match, *columns)
