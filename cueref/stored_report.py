"""The report of a stored match, made anew: after a correction, or in another place."""

import json
import re
from pathlib import Path
from typing import Any

from calibration.errors import CalibrationError
from calibration.store import load_table
from cueref.errors import StoredMatchError
from cueref.match_file import MatchInfo
from cueref.referee import Referee
from cueref.replaying import calls_of, read_match
from cueref.report.page import report_page
from cueref.tracks_file import StoredTracks


def stored_report(folder: Path, calls: Path | None = None) -> str:
    """Return the report of the match in a folder, judged again.

    Args:
        folder: Results of `cueref analyze`.
        calls: Calls, settings and corrections; None takes the folder's own.

    Raises:
        StoredMatchError: A file is missing or cannot be used; the message names it.
    """
    match = read_match(folder)
    script = calls_of(folder, calls)
    referee = Referee(match.discipline, match.table, script)
    rulings = [referee.judge(shot) for shot in match.shots]
    tracks = _tracks(folder / "tracks.parquet")
    clips = {
        number: f"clips/{path.name}"
        for path in sorted((folder / "clips").glob("shot-*.mp4"))
        if (number := _number(path)) is not None
    }
    info = _info(folder)
    return report_page(info, rulings, tracks.of, clips, script.settings.players)


def _info(folder: Path) -> MatchInfo:
    path = folder / "match.json"
    try:
        value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        size = (int(value["size"][0]), int(value["size"][1]))
        return MatchInfo(
            source=str(value["source"]),
            game=read_match(folder).discipline,
            size=size,
            fps=float(value["fps"]),
            frames=int(value["frames"]),
            duration=float(value["duration"]),
            calibration=load_table(folder / "table.json", image_size=size),
            model=str(value.get("model", "")),
            complete=bool(value.get("complete", True)),
            warnings=tuple(map(str, value.get("warnings", ()))),
        )
    except CalibrationError as error:
        raise StoredMatchError(f"{folder / 'table.json'}: {error}") from error
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise StoredMatchError(
            f"{path}: a field is missing or wrong ({type(error).__name__}: {error})"
        ) from error


def _tracks(path: Path) -> StoredTracks:
    if not path.is_file():
        raise StoredMatchError(f"{path} is missing: the report draws the balls' ways")
    try:
        return StoredTracks(path)
    except (OSError, ValueError) as error:
        raise StoredMatchError(f"{path} cannot be read: {error}") from error


def _number(path: Path) -> int | None:
    found = re.fullmatch(r"shot-(\d+)(-\w+)?", path.stem)
    return None if found is None else int(found[1])
