"""Opening the database: SQLite in one file, or PostgreSQL on a server."""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from cueref.store.errors import StoreUnavailableError

_BUSY_MS: Final = 10_000
_PASSWORD: Final = re.compile(r"(://[^:/@\s]*):[^@\s]*@")


def open_engine(where: str | Path) -> Engine:
    """Return the database, with its tables brought up to date.

    Args:
        where: A file of SQLite, or an address like `postgresql://user@host/name`.

    Raises:
        StoreUnavailableError: It cannot be opened, or is of a newer version.
    """
    try:
        engine = _engine(where)
    except ModuleNotFoundError as error:
        raise StoreUnavailableError(
            f"PostgreSQL needs {error.name}: pip install 'cueref[server]'"
        ) from error
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise StoreUnavailableError(
            f"{masked(str(where))} is no database: expected the name of a file, or "
            "postgresql://user:password@host/name"
        ) from error
    with explained(where):
        try:
            _migrate(engine)
        except CommandError as error:
            raise StoreUnavailableError(
                f"{masked(str(where))} was made by a newer version of cueref ({error})"
            ) from error
    return engine


def masked(text: str) -> str:
    """Return a text with the passwords of addresses covered."""
    return _PASSWORD.sub(r"\1:***@", text)


@contextlib.contextmanager
def explained(where: object) -> Iterator[None]:
    """Turn the errors of a database into one clear line without secrets."""
    try:
        yield
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error)
        first = masked(" ".join(reason.split()))
        raise StoreUnavailableError(f"{masked(str(where))}: {first}") from error


def _engine(where: str | Path) -> Engine:
    text = str(where)
    if "://" not in text:
        path = Path(text).absolute()
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(
            f"sqlite+pysqlite:///{path}",
            connect_args={"timeout": _BUSY_MS / 1000, "check_same_thread": False},
        )
        event.listen(engine, "connect", _make_durable)
        event.listen(engine, "begin", _begin)
        return engine
    url = make_url(text)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "postgresql":
        raise ValueError(text)
    return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 5})


def _make_durable(connection: Any, _record: object) -> None:
    """Make a commit outlast a loss of power: write-ahead log, flushed each time."""
    assert isinstance(connection, sqlite3.Connection)  # noqa: S101
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Any) -> None:
    """Take the lock of a writer at once: no transaction fails half way for it."""
    is_reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")


def _migrate(engine: Engine) -> None:
    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
