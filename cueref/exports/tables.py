"""Shots, events and tracks of a stored match as tables (CSV or Parquet)."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from adjudicator.shot import Shot, object_ball_hit
from adjudicator.text.events import event_object
from cueref.errors import StoredMatchError
from cueref.replaying import StoredMatch

SHOTS: Final = pa.schema(
    [
        ("shot", pa.int32()),
        ("t_start", pa.float64()),
        ("t_end", pa.float64()),
        ("shooter", pa.string()),
        ("status", pa.string()),
        ("legal", pa.bool_()),
        ("fouls", pa.string()),
        ("pocketed", pa.string()),
        ("points_a", pa.int32()),
        ("points_b", pa.int32()),
        ("score_a", pa.int32()),
        ("score_b", pa.int32()),
        ("rack", pa.string()),
        ("confidence", pa.float64()),
        ("speed", pa.float64()),
        ("first_contact", pa.string()),
        ("reasons_en", pa.string()),
        ("reasons_ru", pa.string()),
    ]
)

EVENTS: Final = pa.schema(
    [
        ("shot", pa.int32()),
        ("t", pa.float64()),
        ("type", pa.string()),
        ("ball", pa.string()),
        ("other", pa.string()),
        ("x", pa.float64()),
        ("y", pa.float64()),
        ("confidence", pa.float64()),
        ("doubtful", pa.bool_()),
        ("more", pa.string()),
    ]
)
"""`more` holds the fields that only some kinds of events have, as JSON."""

_COMMON: Final = {"t", "type", "ball", "balls", "xy", "confidence"}


def shots_table(match: StoredMatch) -> pa.Table:
    """Return one row a shot with its ruling."""
    rows = [
        _shot_row(shot, match.verdicts.get(shot.number, {})) for shot in match.shots
    ]
    return pa.Table.from_pylist(rows, schema=SHOTS)


def events_table(match: StoredMatch) -> pa.Table:
    """Return one row an event; those weighed and left out are marked doubtful."""
    rows = [
        _event_row(shot.number, event_object(event), doubtful=doubtful)
        for shot in match.shots
        for events, doubtful in ((shot.events, False), (shot.doubtful, True))
        for event in events
    ]
    return pa.Table.from_pylist(rows, schema=EVENTS)


def write_tables(match: StoredMatch, folder: Path, out: Path, kind: str) -> list[Path]:
    """Write the tables of a match.

    Args:
        match: As read from its folder.
        folder: The folder, for the tracks.
        out: Folder to write into; made if it is not there.
        kind: csv or parquet.

    Returns:
        The files.

    Raises:
        StoredMatchError: The tracks cannot be read.
    """
    out.mkdir(parents=True, exist_ok=True)
    tables = {
        "shots": shots_table(match),
        "events": events_table(match),
        "tracks": _tracks(folder / "tracks.parquet"),
    }
    written = []
    for name, table in tables.items():
        path = out / f"{name}.{kind}"
        if kind == "csv":
            pyarrow.csv.write_csv(table, path)
        else:
            pyarrow.parquet.write_table(table, path, compression="zstd")
        written.append(path)
    return written


def _tracks(path: Path) -> pa.Table:
    try:
        return pyarrow.parquet.read_table(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise StoredMatchError(f"{path} cannot be read: {error}") from error


def _shot_row(shot: Shot, verdict: Mapping[str, Any]) -> dict[str, Any]:
    points, score = verdict.get("points") or {}, verdict.get("score") or {}
    reasons = verdict.get("reasons") or {}
    return {
        "shot": shot.number,
        "t_start": shot.t_start,
        "t_end": shot.t_end,
        "shooter": verdict.get("shooter"),
        "status": verdict.get("status"),
        "legal": verdict.get("legal"),
        "fouls": _joined([foul["clause"] for foul in verdict.get("fouls", ())]),
        "pocketed": _joined([event.ball.name for event in shot.pocketed]),
        "points_a": points.get("A"),
        "points_b": points.get("B"),
        "score_a": score.get("A"),
        "score_b": score.get("B"),
        "rack": verdict.get("rack"),
        "confidence": verdict.get("confidence"),
        "speed": None if shot.strike is None else shot.strike.speed,
        "first_contact": _first_ball(shot),
        "reasons_en": reasons.get("en"),
        "reasons_ru": reasons.get("ru"),
    }


def _event_row(
    shot: int, event: Mapping[str, Any], *, doubtful: bool
) -> dict[str, Any]:
    balls = event.get("balls") or [event.get("ball")]
    xy = event.get("xy")
    if isinstance(xy, Mapping):
        places = list(xy.values())
        xy = (
            [sum(p[k] for p in places) / len(places) for k in (0, 1)]
            if places
            else None
        )
    more = {key: value for key, value in event.items() if key not in _COMMON}
    return {
        "shot": shot,
        "t": event["t"],
        "type": event["type"],
        "ball": balls[0] if balls else None,
        "other": _joined(balls[1:]) or None,
        "x": None if xy is None else xy[0],
        "y": None if xy is None else xy[1],
        "confidence": event.get("confidence", 1.0),
        "doubtful": doubtful,
        "more": json.dumps(more) if more else None,
    }


def _first_ball(shot: Shot) -> str | None:
    """Return the ball that the cue ball hit first."""
    first = shot.first_contact
    if first is None or shot.cue_ball is None:
        return None
    return object_ball_hit(first, shot.cue_ball).name


def _joined(names: Sequence[str]) -> str:
    return " ".join(names)
