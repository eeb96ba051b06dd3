"""An analysis read back from its folder."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from adjudicator.errors import AdjudicatorError
from adjudicator.notation import parse_shots
from adjudicator.shot import Shot
from calibration.errors import CalibrationError
from calibration.store import load_table
from calibration.table_calibration import TableCalibration
from cueref.errors import TruthError
from cueref.records import FloatArray


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """What an analysis wrote.

    Attributes:
        folder: Where it lies.
        match: Object of match.json.
        shots: In order.
        verdicts: Objects of verdicts.jsonl, one for each shot.
        calibration: Of table.json; None if it is not there.
    """

    folder: Path
    match: dict[str, Any]
    shots: tuple[Shot, ...]
    verdicts: tuple[dict[str, Any], ...]
    calibration: TableCalibration | None

    @property
    def head_end(self) -> str:
        """Side of the picture with the head rail."""
        return str(self.match["table"]["head_end"])

    def xy_from_uv(self, uv: Sequence[Sequence[float]]) -> FloatArray:
        """Return positions in the table frame (m) of balls seen in the picture.

        Raises:
            TruthError: The analysis has no table.json.
        """
        if self.calibration is None:
            raise TruthError(f"{self.folder} has no table.json: analyse again")
        return self.calibration.xy_from_uv(np.asarray(uv, dtype=np.float64))


def read_analysis(folder: Path) -> StoredAnalysis:
    """Read an analysis.

    Raises:
        TruthError: The folder is missing or a file in it cannot be used.
    """
    match_file = folder / "match.json"
    if not match_file.is_file():
        raise TruthError(f"{folder} holds no analysis: match.json is missing")
    try:
        match = json.loads(match_file.read_text(encoding="utf-8"))
        lines = (folder / "shots.jsonl").read_text(encoding="utf-8").splitlines()
        shots = parse_shots(lines, "shots.jsonl")
        rulings = (folder / "verdicts.jsonl").read_text(encoding="utf-8")
        verdicts = tuple(json.loads(line) for line in rulings.splitlines())
        table = folder / "table.json"
        calibration = load_table(table) if table.is_file() else None
    except (OSError, ValueError, AdjudicatorError, CalibrationError) as error:
        raise TruthError(f"{folder} cannot be read: {error}") from error
    if not isinstance(match, dict) or match.get("schema") != "cueref/1":
        raise TruthError(f"{match_file}: expected schema 'cueref/1'")
    return StoredAnalysis(folder, match, shots, verdicts, calibration)


def folder_of(folder: Path, truth: Path, clip: str | None) -> Path:
    """Return the folder of the analysis that a truth belongs to.

    Args:
        folder: An analysis, or a folder of analyses named by their recordings.
        truth: The truth file.
        clip: Name of the recording that the truth names, if it does.
    """
    stems = [truth.name.removesuffix(".json").removesuffix(".truth")]
    if clip is not None:
        stems.insert(0, Path(clip).stem)
    for stem in stems:
        if (folder / stem / "match.json").is_file():
            return folder / stem
    return folder
