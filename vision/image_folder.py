"""A folder of pictures, or one picture, as a source of frames."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2
import numpy as np

from vision.errors import EmptySourceError, NotAVideoError
from vision.frames import Frame, Image

IMAGE_SUFFIXES: Final = frozenset(
    {".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"}
)


class ImageFolderSource:
    """Pictures of a folder in natural order of their names (2 before 10).

    Attributes:
        paths: The pictures, in order.

    Raises:
        EmptySourceError: The folder holds no picture.
        NotAVideoError: The first picture cannot be read.
        ValueError: `fps` is not above 0.
    """

    def __init__(self, path: Path, fps: float = 25.0) -> None:
        """List the pictures and read the first.

        Args:
            path: Folder, or one picture.
            fps: Pictures a second to assume: pictures carry no times.
        """
        if not fps > 0:
            raise ValueError(f"fps must be above 0, got {fps}")
        self.paths = find_images(path)
        if not self.paths:
            kinds = " ".join(sorted(IMAGE_SUFFIXES))
            raise EmptySourceError(f"{path} holds no picture ({kinds})")
        self._name = path.name or str(path)
        self._rate = Fraction(fps).limit_denominator(1001)
        height, width = read_image(self.paths[0]).shape[:2]
        self._size = (width, height)

    @property
    def name(self) -> str:
        """Name of the folder."""
        return self._name

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the first picture, pixels."""
        return self._size

    @property
    def fps(self) -> float:
        """Assumed pictures per second."""
        return float(self._rate)

    @property
    def frame_count(self) -> int | None:
        """Number of pictures."""
        return len(self.paths)

    @property
    def duration(self) -> float | None:
        """Number of pictures divided by the assumed rate, seconds."""
        return float(len(self.paths) / self._rate)

    @property
    def is_live(self) -> bool:
        """False: a folder can be read again."""
        return False

    @property
    def warnings(self) -> tuple[str, ...]:
        """Nothing: a picture that cannot be read is an error."""
        return ()

    def close(self) -> None:
        """Do nothing: no file stays open."""

    def __enter__(self) -> Self:
        """Return the source."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the source."""
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Yield the pictures in order.

        Raises:
            NotAVideoError: A picture cannot be read, or its size differs.
        """
        for index, path in enumerate(self.paths):
            yield self._frame(index, path)

    def sample(self, count: int) -> list[Frame]:
        """Return up to `count` pictures spread over the folder, in order."""
        last = len(self.paths) - 1
        chosen = np.unique(np.linspace(0, last, min(count, last + 1)).round())
        return [self._frame(int(k), self.paths[int(k)]) for k in chosen]

    def _frame(self, index: int, path: Path) -> Frame:
        image = read_image(path)
        size = (image.shape[1], image.shape[0])
        if size != self._size:
            raise NotAVideoError(
                f"{path.name} is {size[0]} x {size[1]}, the pictures before it are "
                f"{self._size[0]} x {self._size[1]}: one source has one size"
            )
        return Frame(index, float(index / self._rate), image, index, 1 / self._rate)


def find_images(path: Path) -> list[Path]:
    """Return the pictures of a folder in natural order, or the one picture."""
    if path.is_file():
        return [path]
    images = (p for p in path.iterdir() if p.suffix.lower() in IMAGE_SUFFIXES)
    return sorted(images, key=_natural_key)


def read_image(path: Path) -> Image:
    """Return one picture, upright, as (h, w, 3) uint8 BGR.

    Raises:
        NotAVideoError: The file is missing or no picture.
    """
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except OSError as error:
        raise NotAVideoError(f"{path} cannot be read: {error.strerror}") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise NotAVideoError(f"{path} is not a picture that can be read")
    return np.asarray(image, dtype=np.uint8)


def _natural_key(path: Path) -> list[tuple[int, str]]:
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(p), "") if p.isdigit() else (-1, p) for p in parts]
