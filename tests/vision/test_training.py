from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import TrainingError
from vision.synthesis.seeds import Split
from vision.training.at_balls import with_pocket, with_things_at_balls
from vision.training.breaks import with_break, with_meeting
from vision.training.clutter import with_clutter, with_streak
from vision.training.crops import CROP_PX, Crop, clipped_boxes, random_view
from vision.training.light import with_other_light
from vision.training.pictures import (
    LabelledPicture,
    made_round,
    read_dataset,
    read_labels,
    sharp_picture,
)
from vision.training.rendered import read_rendered, write_rendered
from vision.training.tighten import tightened

GREEN = (60, 120, 30)
PLACES = np.array([[100.0, 90], [220, 150], [330, 260]])


def picture_with_balls(radius: float = 12.0, looseness: float = 1.0) -> LabelledPicture:
    image = np.full((360, 480, 3), GREEN, np.uint8)
    for u, v in PLACES:
        cv2.circle(image, (int(u), int(v)), int(radius), (30, 30, 220), -1, cv2.LINE_AA)
    size = np.full((3, 2), 2 * radius * looseness)
    return sharp_picture(image, np.hstack([PLACES, size]), "drawn")


def write_dataset(folder: Path, count: int = 2) -> Path:
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    picture = picture_with_balls()
    height, width = picture.image_bgr.shape[:2]
    for number in range(count):
        cv2.imwrite(str(folder / "images" / f"{number}.png"), picture.image_bgr)
        corner = np.array([0.5, 0.5, 0, 0])
        rows = (picture.boxes_px + corner) / np.tile((width, height), 2)
        text = "".join("0 " + " ".join(f"{x:.6f}" for x in row) + "\n" for row in rows)
        (folder / "labels" / f"{number}.txt").write_text(text)
    return folder


def is_red(image: np.ndarray, u: float, v: float) -> bool:
    blue, green, red = image[round(v), round(u)].astype(int)
    return bool(red > blue + 80 and red > green + 80)


def test_labels_become_pixels_with_whole_numbers_at_pixel_centres(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("1 0.5 0.5 0.1 0.2\n")
    assert read_labels(path, (100, 50)).tolist() == [[1, 49.5, 24.5, 10, 10]]


def test_an_empty_label_file_means_no_balls(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("")
    assert read_labels(path, (100, 50)).shape == (0, 5)


def test_a_line_that_is_no_box_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("1 0.5 0.5\n")
    with pytest.raises(TrainingError, match=r"a\.txt"):
        read_labels(path, (100, 50))


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="no images"):
        read_dataset(tmp_path)


def test_a_dataset_is_read_with_its_boxes(tmp_path: Path) -> None:
    pictures = read_dataset(write_dataset(tmp_path / "set"))
    assert len(pictures) == 2
    assert np.allclose(pictures[0].boxes_px, picture_with_balls().boxes_px, atol=1e-3)


def test_a_squeezed_picture_gets_round_balls_again() -> None:
    whole = picture_with_balls()
    image = cv2.resize(whole.image_bgr, (240, 360), interpolation=cv2.INTER_AREA)
    boxes = whole.boxes_px * (0.5, 1, 0.5, 1) - (0.25, 0, 0, 0)
    again = made_round(sharp_picture(image, boxes, "squeezed"))
    assert np.allclose(again.boxes_px[:, 2], again.boxes_px[:, 3])
    assert again.image_bgr.shape[:2] == (180, 240)


def test_loose_boxes_shrink_onto_the_balls() -> None:
    tight = tightened(picture_with_balls(looseness=1.35))
    assert np.abs(tight.boxes_px[:, 2] - 24.5).max() < 1.2
    assert np.abs(tight.boxes_px[:, :2] - PLACES).max() < 0.4


@pytest.mark.parametrize("seed", range(8))
def test_boxes_of_a_random_view_lie_on_its_balls(seed: int) -> None:
    crop = random_view(picture_with_balls(), np.random.default_rng(seed))
    assert crop.image_bgr.shape == (CROP_PX, CROP_PX, 3)
    for u, v, w, h in crop.boxes_px:
        if min(w, h) > 8:
            assert is_red(crop.image_bgr, min(u, CROP_PX - 1), min(v, CROP_PX - 1))


def test_a_streaks_box_turns_with_the_picture() -> None:
    flat = LabelledPicture(
        np.zeros((300, 300, 3), np.uint8),
        np.array([[150.0, 150, 80, 20]]),
        np.array([[60.0, 0]]),
        "streak",
    )
    assert flat.radius_px == pytest.approx(10)
    sizes = [
        random_view(flat, np.random.default_rng(seed)).boxes_px[:, 2:]
        for seed in range(30)
    ]
    shares = [max(s[0]) / min(s[0]) for s in sizes if len(s)]
    assert max(shares) == pytest.approx(4, abs=0.3)
    assert min(shares) < 1.6


def test_boxes_hardly_in_view_are_dropped_and_the_others_clipped() -> None:
    boxes = np.array([[0.0, 50, 20, 20], [-8, 50, 20, 20], [50, 50, 20, 20]])
    kept = clipped_boxes(boxes, 100)
    assert len(kept) == 2
    assert kept[0].tolist() == pytest.approx([4.75, 50, 10.5, 20])


def test_a_smeared_ball_lies_where_its_box_says() -> None:
    picture = picture_with_balls()
    image = np.full((256, 256, 3), GREEN, np.uint8)
    image[:200] = picture.image_bgr[:200, :256]
    crop = Crop(image, picture.boxes_px[:2])
    for seed in range(10):
        smeared = with_streak(crop, np.random.default_rng(seed))
        if len(smeared.boxes_px) == 3:
            changed = np.abs(smeared.image_bgr.astype(int) - image).max(axis=2) > 12
            rows, columns = np.nonzero(changed)
            u, v, w, h = smeared.boxes_px[2]
            assert abs((columns.min() + columns.max()) / 2 - u) < 3
            assert abs((rows.min() + rows.max()) / 2 - v) < 3
            assert columns.max() - columns.min() < w + 3
            assert rows.max() - rows.min() < h + 3


def test_clutter_keeps_off_the_balls() -> None:
    picture = picture_with_balls()
    crop = Crop(picture.image_bgr[:256, :256].copy(), picture.boxes_px[:2])
    for seed in range(10):
        drawn = with_clutter(crop, np.random.default_rng(seed), radius_px=12)
        for u, v in PLACES[:2]:
            assert is_red(drawn.image_bgr, u, v)


def test_other_light_keeps_size_and_boxes() -> None:
    crop = random_view(picture_with_balls(), np.random.default_rng(3))
    for seed in range(10):
        lit = with_other_light(crop, np.random.default_rng(seed))
        assert lit.image_bgr.shape == crop.image_bgr.shape
        assert lit.image_bgr.dtype == np.uint8
        assert lit.boxes_px is crop.boxes_px


def test_one_seed_makes_one_crop() -> None:
    first, second = (
        random_view(picture_with_balls(), np.random.default_rng(5)) for _ in range(2)
    )
    assert np.array_equal(first.image_bgr, second.image_bgr)


def test_rendered_scenes_are_kept_and_not_made_twice(tmp_path: Path) -> None:
    assert write_rendered(tmp_path, range(1), Split.TRAIN) == 1
    assert write_rendered(tmp_path, range(1), Split.TRAIN) == 0
    (picture,) = read_rendered(tmp_path)
    assert picture.image_bgr.shape[1] in {1024, 1280, 854, 640}
    assert picture.boxes_px.shape[0] == picture.streaks_px.shape[0] > 0


def test_balls_cut_by_the_border_and_hidden_balls_are_ignored() -> None:
    whole = picture_with_balls()
    first, others = whole.boxes_px[:1], whole.boxes_px[1:]
    hidden = replace(
        whole, boxes_px=first, streaks_px=np.zeros((1, 2)), ignored_px=others
    )
    seen = 0
    for seed in range(20):
        crop = random_view(hidden, np.random.default_rng(seed))
        for u, v, w, h in crop.ignored_px:
            if 0 < u < CROP_PX - 1 and 0 < v < CROP_PX - 1 and min(w, h) > 8:
                seen += is_red(crop.image_bgr, u, v)
    assert seen > 3


def test_rings_and_cues_change_the_picture_but_no_box() -> None:
    picture = picture_with_balls()
    crop = Crop(picture.image_bgr[:256, :256].copy(), picture.boxes_px[:2])
    drawn = [
        with_things_at_balls(crop, np.random.default_rng(seed)) for seed in range(40)
    ]
    assert all(one.boxes_px is crop.boxes_px for one in drawn)
    assert any(np.any(one.image_bgr != crop.image_bgr) for one in drawn)


def crop_with_balls() -> Crop:
    image = np.full((256, 256, 3), GREEN, np.uint8)
    for u, v in ((60, 60), (180, 190)):
        cv2.circle(image, (u, v), 8, (30, 30, 220), -1, cv2.LINE_AA)
    return Crop(image, np.array([[60.0, 60, 17, 17], [180, 190, 17, 17]]))


def test_balls_of_a_pack_that_opens_lie_in_their_boxes() -> None:
    crop, added = crop_with_balls(), 0
    for seed in range(30):
        drawn = with_break(crop, np.random.default_rng(seed))
        changed = np.abs(drawn.image_bgr.astype(int) - crop.image_bgr).max(axis=2) > 40
        new = drawn.boxes_px[2:]
        added += len(new)
        rows, columns = np.nonzero(changed)
        for u, v in zip(columns, rows, strict=True):
            assert np.any(np.all(np.abs(new[:, :2] - (u, v)) < new[:, 2:] / 2 + 2, 1))
    assert added > 30


def test_a_streak_that_meets_a_ball_ends_two_radii_from_it() -> None:
    crop, found = crop_with_balls(), 0
    for seed in range(20):
        drawn = with_meeting(crop, np.random.default_rng(seed))
        for u, v, w, h in drawn.boxes_px[2:]:
            found += 1
            reach = np.array([w - 17, h - 17]) / 2
            ends = [(u, v) + reach * (i, j) for i in (-1, 1) for j in (-1, 1)]
            gaps = [np.hypot(*(e - b)) for e in ends for b in crop.boxes_px[:, :2]]
            assert 2 * 8.5 - 1 < min(gaps) < 2.5 * 8.5 + 1
            assert is_red(crop.image_bgr, 60, 60)
    assert found > 8


def test_without_a_ball_no_pack_opens_and_nothing_is_met() -> None:
    crop = Crop(np.full((256, 256, 3), GREEN, np.uint8), np.zeros((0, 4)))
    for draw in (with_break, with_meeting, with_pocket):
        assert draw(crop, np.random.default_rng(0)) is crop


def test_a_ball_before_a_drawn_hole_is_seen_whole() -> None:
    crop, drawn = crop_with_balls(), 0
    for seed in range(20):
        other = with_pocket(crop, np.random.default_rng(seed))
        drawn += bool(np.any(other.image_bgr != crop.image_bgr))
        assert other.boxes_px is crop.boxes_px
        assert other.image_bgr[60, 60, 2] > 120
        assert other.image_bgr[190, 180, 2] > 120
    assert drawn > 15


def test_a_streak_too_faint_to_be_seen_is_not_labelled() -> None:
    image = np.full((256, 256, 3), GREEN, np.uint8)
    image[90:114, 90:114] += 3
    crop = Crop(image, np.array([[101.5, 101.5, 24, 24]]))
    for seed in range(10):
        assert len(with_streak(crop, np.random.default_rng(seed)).boxes_px) == 1


@pytest.mark.train
def test_cells_in_ignored_boxes_are_blind() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra 'train'")
    pytest.importorskip("ultralytics", reason="needs the extra 'train'")
    from vision.training.loss import blind_cells

    blind = blind_cells(torch.tensor([[11.5, 3.5, 8.0, 8.0]]), 32, 8)
    assert blind.nonzero().flatten().tolist() == [1]
    assert not blind_cells(torch.zeros((0, 4)), 32, 8).any()


@pytest.mark.train
def test_a_few_steps_make_a_network_that_onnxruntime_runs(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs the extra 'train'")
    pytest.importorskip("ultralytics", reason="needs the extra 'train'")
    from vision.detector import OnnxBallDetector
    from vision.training.fit import FitSettings
    from vision.training.recipe import Recipe, train_detector

    recipe = Recipe(
        folders=[write_dataset(tmp_path / "set")],
        seeds=range(0),
        work=tmp_path / "work",
        settings=FitSettings(steps=2, batch=2, save_every=1),
    )
    model = train_detector(recipe, tmp_path / "balls.onnx")
    assert model.with_suffix(".json").is_file()
    detector = OnnxBallDetector(model, score_threshold=0.9)
    assert len(detector.detect(picture_with_balls().image_bgr)) == 0


@pytest.mark.train
def test_a_widened_network_begins_as_the_narrow_one(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra 'train'")
    pytest.importorskip("ultralytics", reason="needs the extra 'train'")
    from vision.training.fit import load_network
    from vision.training.network import NARROW, build_network

    torch.manual_seed(5)
    narrow = build_network(NARROW)
    for module in narrow.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.uniform_(-0.2, 0.2)
            module.weight.data.uniform_(0.5, 1.5)
    torch.save(narrow.state_dict(), tmp_path / "narrow.pt")
    wide = load_network(tmp_path / "narrow.pt").eval()
    image = torch.rand(1, 3, 96, 128)
    with torch.no_grad():
        before, after = narrow.eval()(image)[0], wide(image)[0]
    assert sum(p.numel() for p in wide.parameters()) > 500_000
    assert torch.allclose(before, after, atol=1e-3)
