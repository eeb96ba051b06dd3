"""What every FrameSource promises: add a new one to `SOURCES`, and it is tested."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.clips import ramp, write_clip
from vision.frames import Frame, FrameSource
from vision.sources import open_source


def _video(folder: Path) -> FrameSource:
    return open_source(write_clip(folder / "a.mp4"))


def _rotated(folder: Path) -> FrameSource:
    return open_source(write_clip(folder / "a.mp4", rotation=90))


def _interlaced(folder: Path) -> FrameSource:
    return open_source(write_clip(folder / "a.mkv", interlaced=True))


def _folder(folder: Path) -> FrameSource:
    for index in range(12):
        cv2.imwrite(str(folder / f"{index}.png"), ramp(index, 64, 48))
    return open_source(folder)


SOURCES: dict[str, Callable[[Path], FrameSource]] = {
    "video": _video,
    "rotated video": _rotated,
    "interlaced video": _interlaced,
    "folder of pictures": _folder,
}


@pytest.fixture(params=SOURCES, ids=str)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FrameSource]:
    with SOURCES[request.param](tmp_path) as opened:
        yield opened


def test_it_is_a_frame_source(source: FrameSource) -> None:
    assert isinstance(source, FrameSource)


def test_it_has_a_name_a_size_and_a_rate(source: FrameSource) -> None:
    assert source.name
    assert min(source.size) > 0
    assert source.fps == pytest.approx(25)


def test_its_pictures_have_its_size(source: FrameSource) -> None:
    assert {f.image_bgr.shape for f in source} == {(*source.size[::-1], 3)}


def test_times_start_at_zero_and_grow(source: FrameSource) -> None:
    times = [f.t for f in source]
    assert times[0] == 0
    assert all(a < b for a, b in pairwise(times))


def test_indices_count_from_zero(source: FrameSource) -> None:
    assert [f.index for f in source] == list(range(12))


def test_exact_times_agree_with_seconds(source: FrameSource) -> None:
    frames = list(source)
    start = frames[0].pts * frames[0].time_base
    for frame in frames:
        assert float(frame.pts * frame.time_base - start) == pytest.approx(frame.t)


def test_what_it_declares_is_what_it_gives(source: FrameSource) -> None:
    frames = list(source)
    assert source.frame_count in (None, len(frames))
    if source.duration is not None:
        assert source.duration == pytest.approx(12 / 25, abs=0.05)


def test_stopping_early_is_allowed(source: FrameSource) -> None:
    assert next(iter(source)).index == 0
    assert next(iter(source)).index == 0


def test_samples_are_in_order_and_not_too_many(source: FrameSource) -> None:
    frames = source.sample(5)
    assert 1 <= len(frames) <= 5
    assert all(a.t < b.t for a, b in pairwise(frames))
    assert all(isinstance(f, Frame) and np.any(f.image_bgr) for f in frames)


def test_closing_twice_is_allowed(source: FrameSource) -> None:
    source.close()
    source.close()
