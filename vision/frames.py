"""Pictures with their exact times, and what a source of them offers.

Time is the stream's own: `pts` counted in `time_base`, and `t`, seconds since the
first picture. It is never the index divided by a frame rate.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import InvalidFrameError
from vision.shrinking import shrunk

Image = NDArray[np.uint8]


class Picture(Protocol):
    """A decoded picture that is turned into BGR only when somebody needs it."""

    def bgr(self) -> Image:
        """Return the upright picture, (h, w, 3) uint8, read-only; made once."""
        ...

    def luma(self) -> Image:
        """Return how light each pixel is, (h, w) uint8, in the scale of the stream."""
        ...

    def small_bgr(
        self, region_px: tuple[int, int, int, int], size: tuple[int, int]
    ) -> Image:
        """Return a part of the picture in colour, made smaller."""
        ...

    def copied(self) -> "Picture":
        """Return the picture in room of its own, not the decoder's."""
        ...


class StillJudge(Protocol):
    """Knows what was seen, and whether a picture shows the same."""

    @property
    def is_calm(self) -> bool:
        """Whether nothing has changed for a while."""
        ...

    def shows_the_same(self, picture: Picture) -> bool:
        """Whether nothing in a picture differs from what was seen last."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture with its time.

    Attributes:
        index: Position in the source, from 0.
        t: Seconds since the first picture of the source.
        picture: The upright picture: BGR, shape (h, w, 3), uint8, or what makes it.
        pts: Presentation time in units of `time_base`, as the stream has it.
        time_base: Seconds per unit of `pts`.
        is_assumed: The picture was not decoded: the key frames around it show the
            same, and `picture` is the one before it.

    Raises:
        InvalidFrameError: The array is not (h, w, 3) uint8.
    """

    index: int
    t: float
    picture: Image | Picture
    pts: int
    time_base: Fraction
    is_assumed: bool = False

    def __post_init__(self) -> None:
        """Check the picture once and make it read-only."""
        image = self.picture
        if not isinstance(image, np.ndarray):
            return
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise InvalidFrameError(
                f"frame {self.index}: expected uint8 of shape (h, w, 3), got "
                f"{image.dtype} of shape {image.shape}"
            )
        image.flags.writeable = False

    def copied(self) -> "Frame":
        """Return the frame with its picture in room of its own, not the decoder's."""
        if isinstance(self.picture, np.ndarray):
            return self
        return replace(self, picture=self.picture.copied())

    @property
    def image_bgr(self) -> Image:
        """The upright picture, shape (h, w, 3), uint8, read-only."""
        if isinstance(self.picture, np.ndarray):
            return self.picture
        return self.picture.bgr()

    @property
    def luma(self) -> Image:
        """How light each pixel is, shape (h, w), uint8; cheap for a decoded picture."""
        if isinstance(self.picture, np.ndarray):
            return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY), np.uint8)
        return self.picture.luma()

    def small_bgr(
        self, region_px: tuple[int, int, int, int], size: tuple[int, int]
    ) -> Image:
        """Return a part of the picture made smaller; colours may be a level off.

        Args:
            region_px: u0, v0, u1, v1.
            size: Width and height, pixels.
        """
        if isinstance(self.picture, np.ndarray):
            u0, v0, u1, v1 = region_px
            return shrunk(self.picture[v0:v1, u0:u1], size)
        return self.picture.small_bgr(region_px, size)


@runtime_checkable
class PassesOver(Protocol):
    """Something that gives frames and can leave out decoding where nothing moves."""

    def pass_over(self, judge: StillJudge) -> None:
        """Ask about key frames from now on; frames in between may be assumed.

        Args:
            judge: Is asked when a new iteration comes to key frames.
        """
        ...


@runtime_checkable
class FrameSource(Protocol):
    """Where pictures come from: a file, a folder, a camera, a stream.

    Iterating a recording again starts it again; a live source goes on. A source is a
    context manager; `close` may be called twice.
    """

    @property
    def name(self) -> str:
        """What a person calls it: file name, folder name, address."""
        ...

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the upright picture, pixels."""
        ...

    @property
    def fps(self) -> float:
        """Average pictures per second; for information, never for times."""
        ...

    @property
    def frame_count(self) -> int | None:
        """Number of pictures that the source says it has; None if it does not."""
        ...

    @property
    def duration(self) -> float | None:
        """Seconds from the first to the end of the last picture; None if unknown."""
        ...

    @property
    def is_live(self) -> bool:
        """Whether it cannot be iterated a second time from its beginning."""
        ...

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was wrong with the source so far, one line each."""
        ...

    def __iter__(self) -> Iterator[Frame]:
        """Yield the pictures in order of time."""
        ...

    def sample(self, count: int) -> list[Frame]:
        """Return up to `count` pictures spread over a recording, in order.

        Raises:
            SourceError: The source is live.
        """
        ...

    def close(self) -> None:
        """Give back files and devices."""
        ...

    def __enter__(self) -> Self:
        """Return the source."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the source."""
        ...
