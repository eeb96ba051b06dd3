from fractions import Fraction

import av
import cv2
import numpy as np
import pytest

from vision.decoded import DecodedPicture
from vision.frames import Frame
from vision.shrinking import shrunk

REGION = (11, 6, 171, 102)
SIZE = (80, 48)


def coloured():
    """A picture of smooth colours."""
    image = np.full((120, 192, 3), (60, 120, 40), np.uint8)
    cv2.circle(image, (60, 50), 30, (30, 30, 220), -1)
    cv2.circle(image, (140, 70), 34, (200, 90, 20), -1)
    return cv2.GaussianBlur(image, (0, 0), 4)


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize("kind", ["yuv420p", "yuvj420p", "nv12", "yuv444p"])
def test_a_small_part_looks_like_the_whole_picture_made_small(kind, turns):
    image = np.ascontiguousarray(np.rot90(coloured(), -turns))
    decoded = av.VideoFrame.from_ndarray(image, format="bgr24").reformat(format=kind)
    picture = DecodedPicture(decoded, turns)
    u0, v0, u1, v1 = REGION
    small = picture.small_bgr(REGION, SIZE)
    whole = shrunk(coloured()[v0:v1, u0:u1], SIZE)
    assert small.shape == whole.shape
    away = np.abs(small.astype(int) - whole)
    assert away.mean() < 2
    assert np.percentile(away, 95) < 8


def test_a_frame_of_colours_is_made_small_too():
    image = coloured()
    u0, v0, u1, v1 = REGION
    small = Frame(0, 0.0, image, 0, Fraction(1, 30)).small_bgr(REGION, SIZE)
    assert np.array_equal(small, shrunk(image[v0:v1, u0:u1], SIZE))


@pytest.mark.parametrize("kind", ["yuv420p", "yuvj420p", "nv12", "bgr24"])
def test_a_copy_is_the_same_picture_in_room_of_its_own(kind):
    decoded = av.VideoFrame.from_ndarray(coloured(), format="bgr24").reformat(
        format=kind, dst_colorspace="ITU709"
    )
    picture = DecodedPicture(decoded, 1)
    copy = picture.copied()
    before = picture.luma().copy(), picture.bgr().copy()
    for plane in decoded.planes:
        np.frombuffer(memoryview(plane), np.uint8)[:] = 7
    assert np.array_equal(copy.luma(), before[0])
    assert np.array_equal(copy.bgr(), before[1])


def test_a_frame_of_colours_is_its_own_copy():
    frame = Frame(3, 0.1, coloured(), 3, Fraction(1, 30))
    assert frame.copied() is frame
