from pathlib import Path

import av
import numpy as np
import pytest

from tests.vision.clips import WHITE
from vision.frames import Frame
from vision.sources import open_source

SIZE = (96, 64)


def clip(path: Path, frames: int = 220, *, options: str = "", stamps=None) -> Path:
    """Encode a clip with a block that moves from frame 80 to 100, at 25 a second."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        given = f"keyint=12:min-keyint=12:scenecut=0:{options}".rstrip(":")
        stream.options = {"crf": "18", "preset": "fast", "x264-params": given}
        for index in range(frames):
            image = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
            u = 10 + 3 * min(max(index - 80, 0), 20)
            image[20:40, u : u + 12] = WHITE
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts = index if stamps is None else stamps[index]
            container.mux(stream.encode(frame.reformat(format="yuv420p")))
        container.mux(stream.encode(None))
    return path


class Judge:
    """Compares pictures with the last that was really seen."""

    def __init__(self, *, calm=True):
        self.is_calm = calm
        self.asked = 0
        self.last: Frame | None = None

    def see(self, frame):
        self.last = frame

    def shows_the_same(self, picture):
        self.asked += 1
        if self.last is None:
            return False
        away = picture.luma().astype(int) - self.last.luma
        return bool(np.abs(away).max() < 20)


def read(path, judge=None):
    with open_source(path) as source:
        if judge is not None:
            source.pass_over(judge)
        found = []
        for frame in source:
            if judge is not None and not frame.is_assumed:
                judge.see(frame)
            found.append((frame, frame.luma.copy()))
    return found


def stamp(frame):
    return frame.index, frame.t, frame.pts, frame.time_base


@pytest.mark.parametrize(
    "options", ["", "bframes=0", "bframes=3:b-adapt=0", "open-gop=1:bframes=3"]
)
def test_every_frame_comes_once_and_what_moves_is_decoded(tmp_path, options):
    path = clip(tmp_path / "a.mp4", options=options)
    whole, judged = read(path), read(path, Judge())
    assert [stamp(a) for a, _ in whole] == [stamp(b) for b, _ in judged]
    for (_, expected), (frame, luma) in zip(whole, judged, strict=True):
        if not frame.is_assumed:
            assert np.array_equal(luma, expected)
        assert np.abs(luma.astype(int) - expected).max() < 20
    assumed = [frame.index for frame, _ in judged if frame.is_assumed]
    if "open-gop" not in options:
        assert len(assumed) > 30
    assert not [index for index in assumed if 80 - 38 <= index <= 100]


def test_nothing_is_passed_over_before_it_is_calm(tmp_path):
    judge = Judge(calm=False)
    judged = read(clip(tmp_path / "a.mp4"), judge)
    assert not any(frame.is_assumed for frame, _ in judged)
    assert not judge.asked


def test_times_that_vary_are_kept(tmp_path):
    stamps = np.cumsum(np.where(np.arange(220) % 3, 1, 2)).tolist()
    path = clip(tmp_path / "a.mkv", stamps=stamps)
    whole, judged = read(path), read(path, Judge())
    assert [stamp(a) for a, _ in whole] == [stamp(b) for b, _ in judged]


def test_key_frames_that_are_far_apart_are_no_witnesses(tmp_path):
    path = clip(tmp_path / "a.mp4", options="keyint=60:min-keyint=60")
    judged = read(path, Judge())
    assert len(judged) == 220
    assert not any(frame.is_assumed for frame, _ in judged)


def test_key_frames_two_seconds_apart_are_witnesses(tmp_path):
    path = clip(tmp_path / "a.mp4", 320, options="keyint=50:min-keyint=50")
    judged = read(path, Judge())
    assumed = [frame.index for frame, _ in judged if frame.is_assumed]
    assert assumed == [*range(151, 200), *range(201, 250)]


def test_a_recording_that_breaks_off_gives_what_it_has(tmp_path):
    path = clip(tmp_path / "a.mkv", frames=200)
    path.write_bytes(path.read_bytes()[:-900])
    with open_source(path) as source:
        whole = [stamp(frame) for frame in source]
    with open_source(path) as source:
        judge = Judge()
        source.pass_over(judge)
        judged = []
        for frame in source:
            judge.see(frame)
            judged.append(stamp(frame))
    assert judged == whole
