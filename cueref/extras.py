"""What is made of the results at the end: subtitles, report, annotated video, clips."""

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from adjudicator.players import Seat
from cueref.calibrated_view import CalibratedView
from cueref.match_file import MatchInfo
from cueref.options import AnalysisOptions
from cueref.output_folder import OutputFolder
from cueref.overlay import Image, Overlay
from cueref.pipeline.camera import CameraWatch
from cueref.reading import Reading
from cueref.referee import Ruling
from cueref.report.page import report_page
from cueref.subtitles import subtitles
from cueref.tracks_file import StoredTracks
from cueref.video_writer import VideoWriter
from vision.frames import Frame, FrameSource

logger = logging.getLogger(__name__)

_BEFORE: Final = 1.0
_AFTER: Final = 2.0
"""Seconds around a shot that its clip shows."""

Stage = Callable[[str, int | None], None]


def write_extras(
    pictures: FrameSource,
    view: CalibratedView,
    info: MatchInfo,
    rulings: Sequence[Ruling],
    folder: OutputFolder,
    options: AnalysisOptions,
    players: Mapping[Seat, str],
    stage: Stage,
    step: Callable[[int], None],
) -> None:
    """Write what was asked for beside the results.

    Args:
        pictures: The recording, to be read once more for pictures.
        view: What was calibrated; a camera that moves is followed from there.
        info: The recording.
        rulings: One for each shot.
        folder: Where to; the tracks are finished.
        options: What a person chose.
        players: Their names, where they were entered.
        stage: Is told what is done now.
        step: Is told how many frames are done.
    """
    folder.write_text("verdicts.vtt", subtitles(rulings))
    tracks = StoredTracks(folder.place("tracks.parquet"))
    if options.report:
        clips = {r.shot.number: _clip_name(r) for r in rulings} if options.clips else {}
        page = report_page(info, rulings, tracks.of, clips, players)
        folder.write_text("report.html", page)
    if not (options.annotate or options.clips):
        return
    overlay = Overlay(info.calibration, rulings, tracks.of, options.language)
    stage("drawing", info.frames)
    frames = _followed(Reading(pictures, step), overlay, view)
    _draw(frames, overlay, info.fps, rulings, folder, options)


def _followed(
    frames: Iterable[Frame], overlay: Overlay, view: CalibratedView
) -> Iterator[Frame]:
    """Yield pictures, each with the overlay on the map of that picture."""
    camera = CameraWatch(view.calibration, view.image_bgr, logger.debug)
    for frame in frames:
        current = camera.update(frame)
        if current is not None:
            overlay.follow(current)
        yield frame


def _draw(
    frames: Iterable[Frame],
    overlay: Overlay,
    fps: float,
    rulings: Sequence[Ruling],
    folder: OutputFolder,
    options: AnalysisOptions,
) -> None:
    video = _Recording(folder, "annotated.mp4", overlay, fps)
    clips = [_Recording(folder, _clip_name(ruling), overlay, fps) for ruling in rulings]
    try:
        for frame in frames:
            image = overlay.draw(frame.image_bgr, frame.t)
            if options.annotate:
                video.write(image, frame.t)
            if options.clips:
                for ruling, clip in zip(rulings, clips, strict=True):
                    clip.write_between(image, frame.t, *_clip_span(ruling))
        for recording in (video, *clips):
            recording.finish()
    except BaseException:
        for recording in (video, *clips):
            recording.give_up()
        raise


class _Recording:
    """A recording that starts with its first picture and may be given up."""

    def __init__(
        self, folder: OutputFolder, name: str, overlay: Overlay, fps: float
    ) -> None:
        self._folder, self._name, self._fps = folder, name, fps
        self._size = overlay.size
        self._writer: VideoWriter | None = None
        self._is_done = False

    def write(self, image: Image, t: float) -> None:
        if self._writer is None:
            place = self._folder.place(self._name)
            self._writer = VideoWriter(place, self._size, self._fps)
        self._writer.write(image, t)

    def write_between(self, image: Image, t: float, start: float, end: float) -> None:
        """Write a picture if its time is within the span; finish after it."""
        if start <= t <= end:
            self.write(image, t - start)
        elif t > end:
            self.finish()

    def finish(self) -> None:
        if self._writer is not None and not self._is_done:
            self._writer.close()
        self._is_done = True

    def give_up(self) -> None:
        """Throw away a file that is not finished: no player could open it."""
        if self._writer is None or self._is_done:
            return
        with contextlib.suppress(OSError):
            self._writer.close()
        self._folder.discard(self._name)


def _clip_span(ruling: Ruling) -> tuple[float, float]:
    shot = ruling.shot
    return max(0.0, shot.t_start - _BEFORE), shot.t_end + _AFTER


def _clip_name(ruling: Ruling) -> str:
    """Return the name of a shot's clip; of a foul and a review it says so."""
    verdict = ruling.verdict
    kind = ""
    if not ruling.is_called:
        kind = "-review"
    elif verdict is not None and verdict.fouls:
        kind = "-foul"
    return f"clips/shot-{ruling.shot.number:03d}{kind}.mp4"
