from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detector import NARROW, OnnxBallDetector, network_input
from vision.errors import InvalidFrameError, InvalidModelError, ModelNotFoundError
from vision.faint_streaks import find_streak
from vision.streak_ends import streak_width
from vision.streaks import streaks_of, too_large, typical_radius
from vision.suppression import box_overlap, suppress

GREEN = (60, 120, 30)


def table_with_balls(centres: np.ndarray, radius: float = 12.0) -> np.ndarray:
    image = np.full((540, 960, 3), GREEN, np.uint8)
    noise = np.random.default_rng(0).normal(0, 3, image.shape)
    image = np.clip(image + noise, 0, 255).astype(np.uint8)
    for u, v in centres:
        shadow = (round(16 * (u + 3)), round(16 * (v + 4)))
        place = (round(16 * u), round(16 * v))
        glint = (round(16 * (u - 3)), round(16 * (v - 4)))
        cv2.circle(image, shadow, round(16 * radius), (40, 80, 20), -1, 16, 4)
        cv2.circle(image, place, round(16 * radius), (30, 30, 190), -1, 16, 4)
        cv2.circle(image, glint, 30, (220, 220, 255), -1, 16, 4)
    return cv2.GaussianBlur(image, (0, 0), 0.8)


def test_a_box_overlaps_itself_wholly_and_a_far_one_not_at_all() -> None:
    boxes = np.array([[10.0, 10, 4, 6], [30, 10, 4, 6]])
    assert np.allclose(box_overlap(boxes, boxes), np.eye(2))


def test_half_shifted_boxes_share_a_third() -> None:
    overlap = box_overlap(np.array([[0.0, 0, 4, 4]]), np.array([[2.0, 0, 4, 4]]))
    assert overlap[0, 0] == pytest.approx(1 / 3)


def test_boxes_of_one_ball_become_one() -> None:
    boxes = np.array([[10.0, 10, 20, 20], [11, 10, 20, 20], [10, 12, 19, 21]])
    assert suppress(boxes, np.array([0.5, 0.9, 0.4])).tolist() == [1]


def test_touching_balls_stay_two() -> None:
    boxes = np.array([[10.0, 10, 22, 22], [24, 24, 22, 22]])
    assert sorted(suppress(boxes, np.array([0.5, 0.9]))) == [0, 1]


def test_nothing_is_suppressed_where_nothing_is() -> None:
    assert len(suppress(np.zeros((0, 4)), np.zeros(0))) == 0


def test_the_typical_radius_ignores_streaks() -> None:
    boxes = np.array([[0.0, 0, 20, 20], [0, 0, 20, 20], [0, 0, 90, 21]])
    assert typical_radius(boxes, np.ones(3)) == pytest.approx(10)


def test_beside_a_slanted_streak_alone_the_expected_radius_is_typical() -> None:
    boxes = np.array([[0.0, 0, 60, 40]])
    assert typical_radius(boxes, np.ones(1)) == pytest.approx(20)
    assert typical_radius(boxes, np.ones(1), (8.0, 12.5)) == pytest.approx(10)


@pytest.mark.parametrize("slope", [1, -1])
def test_the_picture_tells_which_diagonal_a_streak_took(slope: int) -> None:
    image = np.full((200, 200, 3), GREEN, np.uint8)
    ends = (70, 100 - 20 * slope), (130, 100 + 20 * slope)
    cv2.line(image, *ends, (200, 220, 220), 20, cv2.LINE_AA)
    box = np.array([[100.0, 100, 80, 60]])
    streak = streaks_of(image, box, np.array([10.0]))[0]
    assert streak.tolist() == [60, 40 * slope]


def test_a_sharp_ball_has_no_streak() -> None:
    image = np.full((200, 200, 3), GREEN, np.uint8)
    box = np.array([[100.0, 100, 22, 20]])
    assert streaks_of(image, box, np.array([10.0])).tolist() == [[0, 0]]


@pytest.mark.parametrize("slope", [1, -1])
def test_a_slanting_streak_is_not_too_large_for_a_ball(slope: int) -> None:
    image = np.full((200, 200, 3), GREEN, np.uint8)
    ends = (88, 100 - 12 * slope), (112, 100 + 12 * slope)
    cv2.line(image, *ends, (200, 220, 220), 20, cv2.LINE_AA)
    assert not too_large(image, np.array([[100.0, 100, 44, 44]]), 10.0)[0]


def test_a_pocket_is_too_large_for_a_ball() -> None:
    image = np.full((200, 200, 3), GREEN, np.uint8)
    cv2.circle(image, (100, 100), 20, (20, 20, 20), -1, cv2.LINE_AA)
    assert too_large(image, np.array([[100.0, 100, 40, 40]]), 10.0)[0]


@pytest.mark.parametrize(("du", "dv"), [(60, 0), (0, 44), (36, 30), (-36, 30)])
def test_a_capsule_as_wide_as_a_ball_is_a_streak(du: int, dv: int) -> None:
    image = np.full((240, 240, 3), GREEN, np.uint8)
    ends = (120 - du // 2, 121 - dv // 2), (120 + du // 2, 121 + dv // 2)
    cv2.line(image, *ends, (150, 170, 160), 20, cv2.LINE_AA)
    streak = find_streak(image, np.array([128.0, 116]), 10.0, np.zeros((0, 2)))
    assert streak is not None
    assert np.linalg.norm(streak.uv - (120, 121)) < 1.5
    motion = streak.motion * np.sign(streak.motion @ (du, dv))
    assert np.linalg.norm(motion - (du, dv)) < 5


@pytest.mark.parametrize("width", [6, 40])
def test_a_cue_is_too_narrow_and_an_arm_too_wide_for_a_streak(width: int) -> None:
    image = np.full((240, 240, 3), GREEN, np.uint8)
    cv2.line(image, (90, 120), (150, 120), (150, 170, 160), width, cv2.LINE_AA)
    assert find_streak(image, np.array([120.0, 120]), 10.0, np.zeros((0, 2))) is None


@pytest.mark.parametrize(("length", "is_one"), [(28, False), (34, True)])
def test_a_mark_nearly_as_wide_as_long_is_no_streak(length: int, is_one: bool) -> None:
    image = np.full((240, 240, 3), GREEN, np.uint8)
    image[109:131, 120 - length // 2 : 120 + length // 2] = (150, 170, 160)
    streak = find_streak(image, np.array([120.0, 120]), 10.0, np.zeros((0, 2)))
    assert (streak is not None) is is_one


def test_a_sure_ball_beside_a_streak_is_cut_out() -> None:
    image = np.full((240, 240, 3), GREEN, np.uint8)
    cv2.line(image, (80, 120), (130, 120), (150, 170, 160), 20, cv2.LINE_AA)
    cv2.circle(image, (156, 120), 10, (20, 20, 200), -1, cv2.LINE_AA)
    streak = find_streak(image, np.array([105.0, 120]), 10.0, np.array([[156.0, 120]]))
    assert streak is not None
    assert np.linalg.norm(streak.uv - (105, 120)) < 3


def test_a_bare_cloth_has_no_streak() -> None:
    image = np.full((240, 240, 3), GREEN, np.uint8)
    assert find_streak(image, np.array([120.0, 120]), 10.0, np.zeros((0, 2))) is None


def test_the_networks_picture_is_padded_to_its_stride() -> None:
    blob = network_input(np.full((50, 100, 3), 255, np.uint8), (64, 33))
    assert blob.shape == (1, 3, 64, 64)
    assert blob[0, :, 0, 0].tolist() == [1, 1, 1]
    assert blob[0, 0, 40, 0] == pytest.approx(114 / 255)


def test_missing_weights_say_where_they_were_expected(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFoundError, match=r"nowhere\.onnx"):
        OnnxBallDetector(tmp_path / "nowhere.onnx")


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.onnx"
    path.write_text("not a network")
    with pytest.raises(InvalidModelError, match=r"text\.onnx"):
        OnnxBallDetector(path)


@pytest.fixture(scope="module")
def detector() -> OnnxBallDetector:
    return OnnxBallDetector()


def test_drawn_balls_are_found_where_they_are(detector: OnnxBallDetector) -> None:
    centres = np.array([[200.0, 150], [480, 270], [700, 400], [724, 400]])
    seen = detector.detect(table_with_balls(centres))
    gaps = np.linalg.norm(centres[:, None] - seen.uv[None], axis=2)
    assert len(seen) == 4
    assert np.all(gaps.min(axis=1) < 4)
    assert np.all(np.abs(seen.radius_px - 12) < 3)


def test_an_empty_cloth_shows_no_balls(detector: OnnxBallDetector) -> None:
    assert len(detector.detect(table_with_balls(np.zeros((0, 2))))) == 0


def test_a_region_leaves_out_what_lies_outside_and_keeps_coordinates(
    detector: OnnxBallDetector,
) -> None:
    image = table_with_balls(np.array([[200.0, 150], [700, 400]]))
    seen = detector.detect(image, (500, 200, 960, 540), expected_radius_px=(10, 14))
    assert len(seen) == 1
    assert np.linalg.norm(seen.uv[0] - (700, 400)) < 2.5


def test_an_expected_radius_leaves_out_smaller_things(
    detector: OnnxBallDetector,
) -> None:
    image = table_with_balls(np.array([[200.0, 150]]))
    assert len(detector.detect(image, expected_radius_px=(40, 50))) == 0


def test_arrays_that_are_no_pictures_are_refused(detector: OnnxBallDetector) -> None:
    with pytest.raises(InvalidFrameError, match="uint8"):
        detector.detect(np.zeros((10, 10)))


def test_a_region_outside_of_the_picture_is_refused(
    detector: OnnxBallDetector,
) -> None:
    with pytest.raises(InvalidFrameError, match="outside"):
        detector.detect(np.zeros((10, 10, 3), np.uint8), (20, 20, 30, 30))


def smeared(width: float) -> np.ndarray:
    image = np.full((200, 300, 3), GREEN, np.uint8)
    ends = [(round(8 * u), 8 * 100) for u in (120, 180)]
    cv2.line(image, ends[0], ends[1], (200, 210, 200), round(width), cv2.LINE_AA, 3)
    return cv2.GaussianBlur(image, (0, 0), 1.0)


def test_a_line_is_narrower_than_a_ball() -> None:
    middle, way = np.array([150.0, 100.0]), np.array([60.0, 0.0])
    line = streak_width(smeared(8), middle, way, 10.0)
    ball = streak_width(smeared(20), middle, way, 10.0)
    assert line is not None
    assert ball is not None
    assert line < NARROW * 10.0 < ball


def test_a_mark_that_does_not_stand_out_has_no_width() -> None:
    image = np.full((200, 300, 3), GREEN, np.uint8)
    way = np.array([60.0, 0.0])
    assert streak_width(image, np.array([150.0, 100.0]), way, 10.0) is None


def test_a_ball_out_of_focus_is_no_streak() -> None:
    image = np.full((200, 200, 3), GREEN, np.uint8)
    cv2.circle(image, (100, 100), 12, (220, 220, 220), -1, cv2.LINE_AA)
    image = cv2.GaussianBlur(image, (0, 0), 4.0)
    box = np.array([[100.0, 100, 34, 34]])
    assert streaks_of(image, box, np.array([12.0])).tolist() == [[0, 0]]
