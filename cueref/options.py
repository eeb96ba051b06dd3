"""What a person chose for one analysis."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudicator.balls import Discipline
from adjudicator.table import TABLES, TableGeometry, TableKind
from calibration.table_calibration import HeadEnd
from cueref.locale.catalogue import Language

_USUAL_TABLE: Final = {Discipline.PYRAMID: TableKind.PYRAMID_12FT}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisOptions:
    """Options of `cueref analyze`.

    Attributes:
        game: The discipline.
        out: Folder of the results.
        table: File with a stored calibration; None finds the table in the video.
        head: Side of the picture with the head rail; None works it out.
        size: Kind of table; None takes the usual one of the game.
        calls: File of calls and other entries; None if there are none.
        annotate: Whether to write the annotated video.
        report: Whether to write the report.
        clips: Whether to write one clip for each shot.
        language: Of the rulings drawn into the video.
        overwrite: Whether earlier results may be replaced.
        model: Weights of the detector; None takes the shipped ones.
    """

    game: Discipline
    out: Path
    table: Path | None = None
    head: HeadEnd | None = None
    size: TableKind | None = None
    calls: Path | None = None
    annotate: bool = False
    report: bool = False
    clips: bool = False
    language: Language = "en"
    overwrite: bool = False
    model: Path | None = None

    @property
    def geometry(self) -> TableGeometry:
        """The table that was chosen, or the usual one of the game."""
        usual = _USUAL_TABLE.get(self.game, TableKind.POOL_9FT)
        return TABLES[self.size or usual]
