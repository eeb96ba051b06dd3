"""Frames on their way into the pipeline: counted, timed, and cut where they break."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from vision.errors import TruncatedVideoError
from vision.frames import Frame, FrameSource, PassesOver, StillJudge


@dataclass(slots=True)
class Reading:
    """Passes on the frames of a source and remembers how far it came.

    A recording that breaks off ends like one that is over, so that the shot in
    progress is finished; `broken` tells.

    Attributes:
        source: Where the frames come from.
        on_frame: Called after each frame with the number of frames so far.
        frames: Frames passed on.
        t: Time of the last one, seconds.
        broken: Why the recording broke off; None if it did not.
    """

    source: FrameSource
    on_frame: Callable[[int], None] | None = None
    frames: int = 0
    t: float = 0.0
    broken: TruncatedVideoError | None = field(default=None)

    def pass_over(self, judge: StillJudge) -> None:
        """Let the source leave out decoding where nothing moves, if it can."""
        if isinstance(self.source, PassesOver):
            self.source.pass_over(judge)

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames of the source."""
        try:
            for frame in self.source:
                self.frames, self.t = frame.index + 1, frame.t
                yield frame
                if self.on_frame is not None:
                    self.on_frame(self.frames)
        except TruncatedVideoError as error:
            self.broken = error
