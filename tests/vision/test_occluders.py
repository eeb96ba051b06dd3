import cv2
import numpy as np
import pytest

from tests.vision.table_pictures import (
    SIZE,
    empty_table,
    finished,
    found,
    table_view,
    with_arm,
    with_balls,
    with_cue,
)
from vision.errors import InvalidOcclusionError
from vision.occluders import OccluderWatch
from vision.occlusion import OccluderKind
from vision.shrinking import shrunk
from vision.table_view import TableView

BALL = (300, 180)
UNDER_ARM = (255, 110)


def watched(images, balls=None, fps=10):
    watch = OccluderWatch(table_view())
    seen = found() if balls is None else balls
    return [
        watch.update(finished(image, k), k / fps, seen)
        for k, image in enumerate(images)
    ]


def test_nothing_covers_an_empty_table():
    last = watched([empty_table()] * 5)[-1]
    assert last.is_clear
    assert last.occluders == ()
    assert last.cue is None


def test_an_arm_covers_what_is_under_it_and_nothing_else():
    last = watched([empty_table()] * 3 + [with_arm(empty_table())])[-1]
    assert last.covers([UNDER_ARM, BALL], 5.0).tolist() == [True, False]
    assert [one.kind for one in last.occluders] == [OccluderKind.ARM]


def test_an_arm_is_known_in_the_very_first_picture():
    first, *_, last = watched([with_arm(empty_table())] + [empty_table()] * 4)
    assert first.covers([UNDER_ARM], 5.0).all()
    assert last.is_clear


def test_a_ball_in_view_is_covered_by_nothing():
    image = with_balls(empty_table(), [BALL])
    seen = watched([image] * 5, found(BALL))
    assert not any(one.covers([BALL], 5.0).any() for one in seen)


def test_a_ball_that_the_detector_missed_is_no_occluder():
    image = with_balls(empty_table(), [BALL, (200, 34)])
    seen = watched([empty_table()] * 3 + [image] * 5)
    assert not any(one.covers([BALL, (200, 34)], 5.0).any() for one in seen)


def test_a_soft_shadow_covers_nothing():
    shade = np.ones(empty_table().shape)
    cv2.circle(shade, (260, 130), 50, (0.65, 0.65, 0.65), -1)
    dark = empty_table() * cv2.GaussianBlur(shade, (0, 0), 8)
    assert watched([empty_table()] * 3 + [dark])[-1].is_clear


def test_light_that_changes_as_a_whole_covers_nothing():
    lights = [1.0, 1.0, 0.97, 0.93, 0.88, 0.83, 0.8, 0.85, 0.95, 1.05, 1.12]
    seen = watched([empty_table(light) for light in lights])
    assert all(one.is_clear for one in seen)


def test_an_arm_is_seen_after_the_light_changed():
    lights = [1.0, 0.95, 0.9, 0.85, 0.8]
    images = [empty_table(light) for light in lights]
    last = watched([*images, with_arm(empty_table()) * 0.8])[-1]
    assert last.covers([UNDER_ARM, BALL], 5.0).tolist() == [True, False]


def test_a_thing_left_on_the_cloth_is_an_object():
    thing = empty_table()
    cv2.rectangle(thing, (180, 90), (215, 125), (30, 30, 200), -1)
    seen = watched([empty_table()] * 3 + [thing] * 10)
    assert seen[3].occluders[0].kind is OccluderKind.UNKNOWN
    assert seen[-1].occluders[0].kind is OccluderKind.OBJECT


def test_lines_of_light_cover_nothing():
    lit = empty_table()
    cv2.line(lit, (100, 60), (400, 200), (240, 240, 90), 3, cv2.LINE_AA)
    seen = watched([empty_table()] * 3 + [lit] * 3)
    assert not any(one.occluders for one in seen)


def test_a_picture_that_changes_as_a_whole_is_not_known_until_it_is_back():
    rows, columns = np.mgrid[: SIZE[1], : SIZE[0]] // 40
    other = np.where((rows + columns) % 2, 220.0, 20.0)[..., None] * np.ones(3)
    seen = watched([empty_table()] * 3 + [other] * 3 + [empty_table()])
    assert [one.known for one in seen] == [True] * 3 + [False] * 3 + [True]
    assert not seen[4].covers([UNDER_ARM], 5.0).any()
    assert np.isnan(seen[4].share_covered([UNDER_ARM], 5.0)).all()


def test_the_cue_is_found_with_its_tip():
    last = watched([empty_table()] * 3 + [with_cue(empty_table())])[-1]
    assert last.cue is not None
    assert last.cue.tip_uv == pytest.approx((200, 150), abs=2.5)
    assert last.cue.direction_uv == pytest.approx(
        np.array([-130, 150]) / np.hypot(130, 150), abs=0.03
    )
    assert not last.cue.at_ball
    assert last.cue.confidence > 0.6


def test_a_cue_covers_no_ball():
    last = watched([empty_table()] * 3 + [with_cue(empty_table())])[-1]
    assert not last.covers([(230, 115)], 5.0).any()


def test_a_ball_bounds_the_tip_that_touches_it():
    ball = (195, 156)
    image = with_balls(with_cue(empty_table()), [ball])
    last = watched([empty_table()] * 3 + [image], found(ball))[-1]
    assert last.cue is not None
    assert last.cue.at_ball
    assert last.cue.tip_uv == pytest.approx((199, 152), abs=4)


def test_a_line_on_the_cloth_is_no_cue():
    assert all(one.cue is None for one in watched([empty_table()] * 6))


def test_a_large_picture_is_made_small_without_a_shift():
    image = np.zeros((1080, 1920), np.uint8)
    image[500:580, 900:1020] = 200
    small = shrunk(image, (480, 270)).astype(float)
    v, u = np.mgrid[:270, :480]
    center = np.array([(small * u).sum(), (small * v).sum()]) / small.sum()
    assert (center + 0.5) * 4 - 0.5 == pytest.approx((959.5, 539.5), abs=0.5)


def test_a_view_without_area_is_refused():
    bed = np.zeros((4, 2))
    with pytest.raises(InvalidOcclusionError, match="at least 8 pixels"):
        TableView((0, 0, 5, 5), (bed,), np.zeros((0, 2)), np.zeros(0), 5.0, 100.0)


def test_pixels_of_the_small_picture_lie_where_they_should():
    view = table_view()
    places = np.array([[0.0, 0.0], [100.5, 37.25], [SIZE[0] - 1, SIZE[1] - 1]])
    assert view.whole(view.small(places)) == pytest.approx(places)
