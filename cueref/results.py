"""The files of `analyze`, written shot by shot."""

from types import TracebackType
from typing import Self

from adjudicator.text.shots import shot_object
from calibration.store import save_table
from calibration.table_calibration import TableCalibration
from cueref.match_file import MatchInfo, match_json
from cueref.output_folder import OutputFolder
from cueref.records import ShotRecord
from cueref.referee import Ruling, ruling_object
from cueref.tracks_file import TracksFile


class ResultsWriter:
    """Writes match, shots, verdicts and tracks into a folder.

    Attributes:
        rulings: Everything written so far, in order.
    """

    def __init__(self, folder: OutputFolder) -> None:
        """Start the files.

        Args:
            folder: Where to.
        """
        self.folder = folder
        self.rulings: list[Ruling] = []
        self._shots = self.folder.json_lines("shots.jsonl")
        self._verdicts = self.folder.json_lines("verdicts.jsonl")
        self._tracks = TracksFile(self.folder.place("tracks.parquet"))

    def write_table(self, calibration: TableCalibration) -> None:
        """Write table.json, with which the recording can be analysed again."""
        save_table(calibration, self.folder.place("table.json"))

    def write(self, record: ShotRecord, ruling: Ruling) -> None:
        """Append one shot and its ruling."""
        self._shots.write(shot_object(record.shot))
        self._verdicts.write(ruling_object(ruling))
        self._tracks.write(record.shot.number, record.tracks)
        self.rulings.append(ruling)

    def write_match(self, info: MatchInfo) -> None:
        """Write match.json; the last call counts."""
        self.folder.write_json("match.json", match_json(info))

    def close(self) -> None:
        """Finish the files; tracks that cannot be finished are thrown away."""
        try:
            self._tracks.close()
        except BaseException:
            self.folder.discard("tracks.parquet")
            raise

    def __enter__(self) -> Self:
        """Return the writer."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish the files."""
        self.close()
