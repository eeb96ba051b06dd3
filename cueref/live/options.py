"""What a person chose for watching a table."""

from dataclasses import dataclass
from pathlib import Path

from adjudicator.balls import Discipline
from adjudicator.table import TableKind
from calibration.table_calibration import HeadEnd
from cueref.options import AnalysisOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOptions:
    """Options of `cueref watch` that concern the pictures.

    Attributes:
        game: The discipline.
        table: File with a stored calibration; None finds the table in the pictures.
        size: Kind of table; None takes the usual one of the game.
        head: Side of the picture with the head rail; None works it out.
        model: Weights of the detector; None takes the shipped ones.
        speed: How fast a recording is played, 1 as it was taken, 0 as fast
            as it is looked at.
        settle: Nothing moves for so long: the shot is read, seconds.
        known_tables: Folder that remembers where tables were found; None forgets.
    """

    game: Discipline
    table: Path | None = None
    size: TableKind | None = None
    head: HeadEnd | None = None
    model: Path | None = None
    speed: float = 1.0
    settle: float = 0.25
    known_tables: Path | None = None

    def for_analysis(self) -> AnalysisOptions:
        """Return the same choices for finding the table in pictures."""
        return AnalysisOptions(
            game=self.game,
            out=Path(),
            table=self.table,
            size=self.size,
            head=self.head,
            model=self.model,
        )
