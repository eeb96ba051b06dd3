"""Recordings of every kind come out upright, 8-bit and with their exact times."""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.clips import ramp, write_clip, write_fields
from vision.errors import (
    EmptySourceError,
    NotAVideoError,
    SourceNotFoundError,
    TruncatedVideoError,
    VisionError,
)
from vision.frames import Frame
from vision.sources import open_source


def test_times_are_presentation_times_of_a_variable_frame_rate(tmp_path: Path) -> None:
    stamps = [0, 33, 67, 167, 200, 500, 533]
    clip = write_clip(tmp_path / "a.mp4", pts=stamps)
    with open_source(clip) as source:
        frames = list(source)
    assert [f.t for f in frames] == pytest.approx([s / 1000 for s in stamps], abs=1e-4)
    assert [f.index for f in frames] == list(range(7))


def test_the_first_picture_is_at_zero_however_late_the_stream_starts(
    tmp_path: Path,
) -> None:
    clip = write_clip(tmp_path / "a.mkv", pts=[5000, 5040, 5080])
    frames = list(open_source(clip))
    assert [f.t for f in frames] == pytest.approx([0, 0.04, 0.08])
    assert frames[0].pts * frames[0].time_base == Fraction(5)


@pytest.mark.parametrize(
    ("pixel_format", "codec", "size"),
    [
        ("yuv420p", "libx264", (64, 48)),
        ("yuv420p10le", "libx264", (64, 48)),
        ("gray", "libx264", (64, 48)),
        ("gray", "ffv1", (63, 47)),
        ("yuv444p", "libx264", (61, 45)),
        ("yuva420p", "ffv1", (64, 48)),
        ("bgra", "ffv1", (33, 31)),
        ("gray10le", "ffv1", (64, 48)),
        ("yuv422p", "ffv1", (65, 49)),
    ],
)
def test_every_pixel_format_becomes_eight_bit_bgr(
    tmp_path: Path, pixel_format: str, codec: str, size: tuple[int, int]
) -> None:
    clip = write_clip(
        tmp_path / "a.mkv", pixel_format=pixel_format, codec=codec, size=size
    )
    with open_source(clip) as source:
        assert source.size == size
        frames = list(source)
    assert len(frames) == 12
    image = frames[3].image_bgr
    assert image.shape == (size[1], size[0], 3)
    # A grey stream does not say whether it is full range: contrast may be stretched.
    tolerance = 20 if pixel_format.startswith("gray") else 6
    assert np.abs(image.astype(int) - ramp(3, *size)).mean() < tolerance


@pytest.mark.parametrize("rotation", [90, 180, 270, -90])
def test_rotation_in_the_container_is_applied(tmp_path: Path, rotation: int) -> None:
    clip = write_clip(tmp_path / "a.mp4", rotation=rotation)
    with open_source(clip) as source:
        frame = next(iter(source))
        width, height = source.size
    assert frame.image_bgr.shape[:2] == (height, width)
    expected = np.rot90(ramp(0, 64, 48), rotation // 90)
    assert np.abs(frame.image_bgr.astype(int) - expected).mean() < 6


def test_an_interlaced_recording_is_deinterlaced_with_its_times_kept(
    tmp_path: Path,
) -> None:
    clip = write_clip(tmp_path / "a.mkv", interlaced=True)
    with open_source(clip) as source:
        frames = list(source)
    assert len(frames) == 12
    assert [f.t for f in frames] == pytest.approx([0.04 * k for k in range(12)])


def test_combs_of_moving_edges_are_gone(tmp_path: Path) -> None:
    path = tmp_path / "a.mkv"
    write_fields(path, frames=8, size=(64, 48))
    with open_source(path) as source:
        image = list(source)[4].image_bgr[:, :, 0].astype(float)
    rows = image[8:-8]
    comb = np.abs(rows[1:-1] - (rows[:-2] + rows[2:]) / 2).max()
    assert comb < 60


def test_a_recording_can_be_read_twice(tmp_path: Path) -> None:
    source = open_source(write_clip(tmp_path / "a.mp4"))
    first, second = list(source), list(source)
    assert [f.pts for f in first] == [f.pts for f in second]
    assert np.array_equal(first[-1].image_bgr, second[-1].image_bgr)


def test_samples_are_spread_over_a_long_recording(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "a.mp4", frames=120, gop=10)
    times = [frame.t for frame in open_source(clip).sample(8)]
    assert len(times) >= 6
    assert times[0] < 0.7
    assert times[-1] > 3.8
    assert all(a < b for a, b in pairwise(times))


def test_samples_of_a_recording_with_one_key_frame(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "a.mp4", frames=30, gop=600)
    indices = [frame.index for frame in open_source(clip).sample(6)]
    assert indices == [0, 5, 10, 15, 20, 25]


def test_a_name_with_a_colon_is_a_file(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "a.mp4").rename(tmp_path / "rtsp:b.mp4")
    assert len(list(open_source(clip))) == 12


def test_a_frame_is_read_only_and_refuses_what_is_no_picture() -> None:
    image = np.zeros((4, 5, 3), np.uint8)
    frame = Frame(0, 0.0, image, 0, Fraction(1, 25))
    with pytest.raises(ValueError, match="read-only"):
        frame.image_bgr[0, 0, 0] = 1
    with pytest.raises(VisionError, match="expected uint8"):
        Frame(0, 0.0, np.zeros((4, 5), np.uint8), 0, Fraction(1, 25))


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFoundError, match=r"none\.mp4 does not exist"):
        open_source(tmp_path / "none.mp4")


def test_an_empty_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").touch()
    with pytest.raises(EmptySourceError, match="no bytes"):
        open_source(tmp_path / "a.mp4")


@pytest.mark.parametrize("name", ["a.mp4", "a.txt", "a.m3u8", "a.ts"])
def test_a_text_is_not_a_video(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("shot 1: nothing to see here\n" * 50)
    with pytest.raises(NotAVideoError, match="not a video"):
        open_source(tmp_path / name)


def test_noise_is_not_a_video(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, 20_000, np.uint8)
    (tmp_path / "a.mp4").write_bytes(noise.tobytes())
    with pytest.raises(NotAVideoError):
        open_source(tmp_path / "a.mp4")


def test_a_play_list_does_not_reach_the_network(tmp_path: Path) -> None:
    lines = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://127.0.0.1:9/a.ts\n"
    (tmp_path / "a.m3u8").write_text(lines)
    with pytest.raises(NotAVideoError):
        open_source(tmp_path / "a.m3u8")


def test_a_truncated_file_gives_its_pictures_and_then_says_where_it_broke(
    tmp_path: Path,
) -> None:
    clip = write_clip(
        tmp_path / "a.mp4",
        frames=100,
        fast_start=True,
        codec="mjpeg",
        pixel_format="yuvj420p",
        size=(320, 240),
    )
    data = clip.read_bytes()
    clip.write_bytes(data[: len(data) * 6 // 10])
    seen: list[int] = []
    with pytest.raises(TruncatedVideoError, match="breaks off") as caught:
        seen.extend(frame.index for frame in open_source(clip))
    assert 30 < len(seen) < 90
    assert caught.value.frames_read == len(seen)


def test_a_file_cut_before_its_index_cannot_be_read(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "a.mp4", frames=60)
    clip.write_bytes(clip.read_bytes()[:-2000])
    with pytest.raises(NotAVideoError, match="not a video that can be read"):
        open_source(clip)


def test_damage_in_the_middle_is_survived_and_reported(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "a.mp4", frames=60, fast_start=True, codec="mpeg4")
    data = bytearray(clip.read_bytes())
    middle = len(data) * 2 // 3
    data[middle : middle + 400] = bytes(400)
    clip.write_bytes(bytes(data))
    assert len(list(open_source(clip))) > 40


def test_pictures_of_a_folder_come_in_natural_order(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        image = np.full((20, 30, 3), number, np.uint8)
        cv2.imwrite(str(tmp_path / f"shot{number}.png"), image)
    (tmp_path / "notes.txt").write_text("not a picture")
    with open_source(tmp_path, fps=50) as source:
        frames = list(source)
    assert [int(f.image_bgr[0, 0, 0]) for f in frames] == [1, 2, 10]
    assert [f.t for f in frames] == pytest.approx([0, 0.02, 0.04])


def test_a_folder_without_pictures_says_so(tmp_path: Path) -> None:
    with pytest.raises(EmptySourceError, match="holds no picture"):
        open_source(tmp_path)


def test_pictures_of_different_sizes_are_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((20, 30, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "2.png"), np.zeros((20, 31, 3), np.uint8))
    with pytest.raises(NotAVideoError, match=r"2\.png is 31 x 20"):
        list(open_source(tmp_path))


def test_a_broken_picture_names_itself(tmp_path: Path) -> None:
    (tmp_path / "1.png").write_bytes(b"\x89PNG broken")
    with pytest.raises(NotAVideoError, match=r"1\.png is not a picture"):
        open_source(tmp_path)
