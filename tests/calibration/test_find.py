from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration import find
from calibration.diamonds import find_diamonds
from calibration.draw import draw_model
from calibration.errors import (
    TableCutOffError,
    TableNotFoundError,
    UncertainTableError,
)
from calibration.find import find_table
from calibration.pose import Edges, Pose
from calibration.rails import RailFit, follow_rails
from tests.calibration.pictures import POOL, SIZE, camera_over, picture, truth_corners

VIEWS = {
    "from straight above": {},
    "tilted and turned": {"tilt": 0.45, "turn": 0.2, "fill": 0.6},
    "barrel": {"k1": -0.12},
    "upside down": {"turn": 3.0, "tilt": -0.3, "fill": 0.6, "k1": 0.03},
}


def corner_error(found: np.ndarray, true: np.ndarray) -> float:
    return min(
        float(np.linalg.norm(np.roll(found, turn, axis=0) - true, axis=1).max())
        for turn in range(4)
    )


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
def test_the_noses_are_found_to_half_a_pixel(view: dict[str, float]) -> None:
    camera = camera_over(**view)  # type: ignore[arg-type]
    found = find_table([picture(camera)])
    assert corner_error(found.nose_corners_uv, truth_corners(camera)) < 0.6
    assert found.confidence > 0.8
    assert found.camera.lens.k1 == pytest.approx(camera.lens.k1, abs=0.01)


def test_a_grey_cloth_is_found() -> None:
    camera = camera_over()
    found = find_table([picture(camera, cloth=(160, 165, 165))])
    assert corner_error(found.nose_corners_uv, truth_corners(camera)) < 0.8


def test_passers_by_disappear_in_the_median() -> None:
    camera = camera_over()
    images = []
    for k in range(7):
        image = picture(camera, seed=0)
        image[:, 80 * k : 80 * k + 70] = (60, 60, 160)
        images.append(image)
    found = find_table(images)
    assert corner_error(found.nose_corners_uv, truth_corners(camera)) < 0.6


def test_the_named_head_end_is_kept_and_a_guess_is_said() -> None:
    image = picture(camera_over())
    assert find_table([image], head_end="right").head_end_known
    assert not find_table([image]).head_end_known


def test_half_a_table_is_refused_with_the_side() -> None:
    image = picture(camera_over())
    with pytest.raises(TableCutOffError, match="right") as refused:
        find_table([np.ascontiguousarray(image[:, :330])])
    assert refused.value.sides == ("right",)


@pytest.mark.parametrize("what", ["black", "noise", "card"])
def test_pictures_without_a_table_are_refused(what: str) -> None:
    image = np.zeros((SIZE[1], SIZE[0], 3), dtype=np.uint8)
    if what == "noise":
        image = np.random.default_rng(3).integers(0, 255, image.shape, dtype=np.uint8)
    if what == "card":
        image[90:270, 120:520] = (40, 140, 60)
    with pytest.raises(TableNotFoundError):
        find_table([image])


def test_no_picture_is_refused() -> None:
    with pytest.raises(TableNotFoundError, match="no picture"):
        find_table([])


def test_the_sights_confirm_the_scale() -> None:
    image = picture(camera_over(size=(1280, 720)), size=(1280, 720))
    found = find_table([image])
    diamonds = find_diamonds(image, found)
    assert diamonds.count >= 16
    assert diamonds.error_mm.max() < 6
    assert diamonds.offset == pytest.approx(0.094, abs=0.008)


def test_the_drawing_leaves_the_picture_alone() -> None:
    image = picture(camera_over())
    found = find_table([image], table=POOL)
    before = image.copy()
    drawn = draw_model(image, found)
    assert np.array_equal(image, before)
    assert not np.array_equal(drawn, before)


def test_a_map_that_cannot_be_trusted_is_refused_with_what_to_improve() -> None:
    blurred = cv2.GaussianBlur(picture(camera_over(size=(960, 540)), size=(960, 540)),
                               (0, 0), 9.0)  # fmt: skip
    with pytest.raises(TableNotFoundError) as refused:
        find_table([blurred], table=POOL)
    assert "--corners" in str(refused.value) or "no table" in str(refused.value)


def test_a_soft_table_is_called_uncertain_though_other_starts_were_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def with_a_failure(view, aspect, failures, measured):  # type: ignore[no-untyped-def]
        failures.append(TableCutOffError(("top",)))
        return located(view, aspect, failures, measured)

    located = find._located
    monkeypatch.setattr(find, "_located", with_a_failure)
    monkeypatch.setattr(find, "_outlines", lambda *_: iter(()))
    monkeypatch.setattr(find, "_POSSIBLE", 1.1)
    camera = camera_over(size=(960, 540), fill=0.5, turn=0.3, tilt=0.3)
    soft = cv2.GaussianBlur(picture(camera, size=(960, 540)), (0, 0), 6.0)
    with pytest.raises(UncertainTableError):
        find_table([soft])


@pytest.mark.parametrize("stretch", [1.05, 1.107])
def test_a_stretched_recording_is_found_where_it_is(stretch: float) -> None:
    camera = camera_over()
    image = picture(camera)
    wide = int(image.shape[1] * stretch) // 2 * 2
    found = find_table([cv2.resize(image, (wide, image.shape[0]))])
    true = (truth_corners(camera) + 0.5) * (wide / image.shape[1], 1.0) - 0.5
    away = np.linalg.norm(found.nose_corners_uv[:, None] - true[None], axis=2)
    assert away.min(axis=0).max() < 1.5


def test_a_picture_stretched_beyond_any_recording_is_refused() -> None:
    image = picture(camera_over())
    wide = int(image.shape[1] * 1.35) // 2 * 2
    with pytest.raises(TableNotFoundError):
        find_table([cv2.resize(image, (wide, image.shape[0]))])


def test_what_would_be_a_tiny_table_is_measured_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def shrunk(image_bgr: np.ndarray, start: Pose, pockets: Edges) -> RailFit:
        rails = follow_rails(image_bgr, start, pockets)
        pose = rails.fitted.pose
        far = replace(pose, translation=40 * pose.translation)
        return replace(rails, fitted=replace(rails.fitted, pose=far))

    def never(*_: object) -> None:
        pytest.fail("edges of a table that is nearly a point take minutes")

    monkeypatch.setattr(find, "follow_rails", shrunk)
    monkeypatch.setattr(find, "noses_near", never)
    with pytest.raises(TableNotFoundError, match="large enough"):
        find_table([picture(camera_over())])


def test_edges_alone_give_no_focal_length_that_no_camera_has() -> None:
    image = picture(camera_over())
    best = find.likeliest(image, POOL)
    pose = replace(best.noses.pose, focal=140.0)
    guessed = replace(best, noses=replace(best.noses, pose=pose))
    measured = replace(
        best, noses=replace(best.noses, pose=replace(pose, glass=pose.lens))
    )
    usual = 0.85 * float(np.hypot(*SIZE))
    found = find._calibration(image, guessed, POOL, None)
    assert 0.6 < found.camera.focal_px / usual < 1.6
    assert find._calibration(image, measured, POOL, None).camera.focal_px == 140.0
