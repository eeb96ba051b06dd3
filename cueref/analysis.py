"""One recording from its file to its results.

Open the source, find the table, run the pipeline, judge each shot, write each result
at once. The pipeline is given as a function, so that everything around it can be
tested without a picture.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Discipline
from calibration.table_calibration import TableCalibration
from cueref.calibrated_view import CalibratedView, calibrated
from cueref.calls_file import read_calls
from cueref.errors import IncompleteAnalysisError, RefereeError
from cueref.extras import write_extras
from cueref.match_file import MatchInfo
from cueref.options import AnalysisOptions
from cueref.output_folder import OutputFolder
from cueref.reading import Reading
from cueref.records import ShotRecord
from cueref.referee import Referee, Ruling
from cueref.results import ResultsWriter
from vision.frames import Frame, FrameSource
from vision.sources import open_source


class ShotReader(Protocol):
    """The pipeline: frames in, shots out, in order."""

    def __call__(
        self,
        frames: Iterable[Frame],
        calibration: TableCalibration,
        discipline: Discipline,
        *,
        view_bgr: NDArray[np.uint8] | None,
        model: Path | None,
        warn: Callable[[str], None],
    ) -> Iterator[ShotRecord]:
        """Yield the shots that the frames show.

        Args:
            frames: In order of time.
            calibration: Where the table is.
            discipline: Which balls there are.
            view_bgr: The picture that was calibrated; None takes the first frame.
            model: Weights of the detector; None takes the shipped ones.
            warn: Is told what a person should know (a cut, a moved camera).

        Raises:
            NoBallsError: No ball was ever seen on the table.
        """
        ...


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who is told how the analysis goes.

    Attributes:
        stage: Called with a word for what is done now and its number of steps, if
            known.
        step: Called with the number of steps done.
        ruling: Called with each ruling.
    """

    stage: Callable[[str, int | None], None]
    step: Callable[[int], None]
    ruling: Callable[[Ruling], None]


def silent() -> Watcher:
    """Return a watcher that does nothing."""
    return Watcher(lambda _word, _total: None, lambda _n: None, lambda _r: None)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What came out.

    Attributes:
        info: The recording.
        rulings: One for each shot.
        files: What was written, in the folder of the results.
    """

    info: MatchInfo
    rulings: tuple[Ruling, ...]
    files: tuple[Path, ...]


def analyze_recording(
    source: str,
    options: AnalysisOptions,
    reader: ShotReader,
    watcher: Watcher | None = None,
) -> Analysis:
    """Analyse one recording and write its results.

    Args:
        source: Path of a video or of a folder of pictures.
        options: What a person chose.
        reader: The pipeline.
        watcher: Who is told how it goes.

    Raises:
        IncompleteAnalysisError: The recording breaks off; all that was read is
            analysed and written.
        RefereeError: The source, the table, the calls or the folder cannot be used.
        VisionError: The source cannot be read.
        CalibrationError: The table cannot be found.
    """
    watcher = watcher or silent()
    script = read_calls(options.calls)
    with open_source(source) as pictures:
        _refuse_live(pictures)
        with OutputFolder(options.out, overwrite=options.overwrite) as folder:
            watcher.stage("finding the table", None)
            view = calibrated(pictures, options)
            referee = Referee(options.game, view.calibration.table, script)
            analysis, reading = _analyzed(
                pictures, view, options, reader, referee, folder, watcher
            )
            write_extras(
                pictures,
                view,
                analysis.info,
                analysis.rulings,
                folder,
                options,
                script.settings.players,
                watcher.stage,
                watcher.step,
            )
            files = folder.commit()
    if reading.broken is not None:
        raise IncompleteAnalysisError(
            f"{reading.broken}; it was analysed up to there: {options.out}"
        ) from reading.broken
    return Analysis(analysis.info, analysis.rulings, files)


def _analyzed(
    pictures: FrameSource,
    view: CalibratedView,
    options: AnalysisOptions,
    reader: ShotReader,
    referee: Referee,
    folder: OutputFolder,
    watcher: Watcher,
) -> tuple[Analysis, Reading]:
    calibration = view.calibration
    reading = Reading(pictures, watcher.step)
    warnings: list[str] = []
    watcher.stage("watching", pictures.frame_count)
    with ResultsWriter(folder) as writer:
        writer.write_table(calibration)
        writer.write_match(_info(pictures, calibration, options, reading, warnings))
        shots = reader(
            reading,
            calibration,
            options.game,
            view_bgr=view.image_bgr,
            model=options.model,
            warn=warnings.append,
        )
        for record in shots:
            ruling = referee.judge(record.shot)
            writer.write(record, ruling)
            watcher.ruling(ruling)
        info = _info(pictures, calibration, options, reading, warnings)
        writer.write_match(info)
    return Analysis(info, tuple(writer.rulings), ()), reading


def _info(
    pictures: FrameSource,
    calibration: TableCalibration,
    options: AnalysisOptions,
    reading: Reading,
    warnings: list[str],
) -> MatchInfo:
    broken = [] if reading.broken is None else [str(reading.broken)]
    return MatchInfo(
        source=pictures.name,
        game=options.game,
        size=pictures.size,
        fps=pictures.fps,
        frames=reading.frames,
        duration=reading.t,
        calibration=calibration,
        model="shipped" if options.model is None else options.model.name,
        complete=reading.broken is None,
        warnings=(*pictures.warnings, *warnings, *broken),
    )


def _refuse_live(pictures: FrameSource) -> None:
    if pictures.is_live:
        raise RefereeError(
            f"{pictures.name} is live: analyze works on recordings, watch on cameras"
        )
