import numpy as np
import pytest

from vision.appearance import (
    APPEARANCES,
    INDEX_OF,
    MARKS,
    PATCH_PX,
    REACH,
    Appearance,
    AppearanceClassifier,
    Colour,
    Company,
    cut_patches,
)
from vision.errors import InvalidModelError, ModelNotFoundError
from vision.synthesis.seeds import SEEDS, Split
from vision.synthesis.stills import still


def test_every_appearance_has_its_own_name_and_column():
    assert len({str(one) for one in APPEARANCES}) == len(APPEARANCES)
    assert [INDEX_OF[one] for one in APPEARANCES] == list(range(len(APPEARANCES)))
    assert str(Appearance(Colour.RED, striped=True)) == "red-stripe"


def test_a_patch_shows_the_ball_in_its_middle_at_one_scale():
    image = np.zeros((80, 120, 3), np.uint8)
    image[30:50, 60:80] = 255
    (patch,) = cut_patches(image, np.array([[69.5, 39.5]]), np.array([10.0]))
    assert patch.shape == (PATCH_PX, PATCH_PX, 3)
    lit = patch[:, :, 0] > 127
    rows, columns = np.nonzero(lit)
    assert abs(rows.mean() - (PATCH_PX - 1) / 2) < 0.5
    assert abs(columns.mean() - (PATCH_PX - 1) / 2) < 0.5
    assert lit.sum() == pytest.approx((PATCH_PX / REACH) ** 2, rel=0.1)


def test_a_ball_at_the_border_has_a_patch_too():
    image = np.full((40, 40, 3), 90, np.uint8)
    patches = cut_patches(image, np.array([[0.0, 0.0]]), np.array([8.0]))
    assert (patches == 90).all()


def test_the_shipped_network_tells_rendered_balls_apart():
    right = seen = 0
    for seed in SEEDS[Split.VALIDATION][:3]:
        scene = still(seed, Split.VALIDATION, (960, 540))
        plain = [scene.look.balls[name].caps is None for name in scene.names]
        rows = np.flatnonzero(
            (scene.visible > 0.9) & (scene.radius_px > 6) & np.array(plain)
        )
        log = AppearanceClassifier().log_probability(
            scene.image_bgr, scene.uv[rows], scene.radius_px[rows]
        )
        assert np.allclose(np.exp(log).sum(axis=1), 1)
        for row, told in zip(rows, log.argmax(axis=1), strict=True):
            body = np.array(scene.look.balls[scene.names[row]].body, dtype=float)
            pale = bool(body.min() > 150)
            right += pale == (APPEARANCES[told].colour is Colour.WHITE)
            seen += 1
    assert seen >= 10
    assert right >= 0.9 * seen


def test_no_balls_are_no_rows():
    nothing = AppearanceClassifier().log_probability(
        np.zeros((8, 8, 3), np.uint8), np.empty((0, 2)), np.empty(0)
    )
    assert nothing.shape == (0, len(APPEARANCES))


def test_a_missing_network_is_named(tmp_path):
    with pytest.raises(ModelNotFoundError, match=r"none\.onnx"):
        AppearanceClassifier(tmp_path / "none.onnx")


def test_the_detector_is_no_network_for_looks():
    from vision.detector import SHIPPED_MODEL

    with pytest.raises(InvalidModelError, match="appearances apart"):
        AppearanceClassifier(SHIPPED_MODEL)


def test_few_balls_are_read_beside_the_company_and_many_make_a_new_one():
    company = Company()
    assert len(company.beside(1)) == 0
    company.meet(np.ones((10, MARKS), np.float32))
    assert len(company.beside(2)) == 10
    company.meet(np.zeros((2, MARKS), np.float32))
    assert company.beside(2).min() == 1
    assert len(company.beside(8)) == 0
    company.meet(np.zeros((8, MARKS), np.float32))
    assert len(company.beside(2)) == 8


def test_a_company_of_which_little_is_left_is_forgotten_in_the_end():
    company = Company()
    company.meet(np.ones((10, MARKS), np.float32))
    for _ in range(400):
        company.meet(np.zeros((2, MARKS), np.float32))
    assert len(company.beside(1)) == 2


def test_a_ball_read_beside_its_company_looks_as_among_all():
    scene = still(SEEDS[Split.VALIDATION][1], Split.VALIDATION, (960, 540))
    rows = np.flatnonzero(scene.visible > 0.9)
    looks, company = AppearanceClassifier(), Company()
    uv, radius = scene.uv[rows], scene.radius_px[rows]
    among = looks.log_probability(scene.image_bgr, uv, radius, company)
    beside = looks.log_probability(scene.image_bgr, uv[:1], radius[:1], company)
    alone = looks.log_probability(scene.image_bgr, uv[:1], radius[:1])
    near = np.abs(np.exp(beside) - np.exp(among[:1])).sum()
    assert near <= np.abs(np.exp(alone) - np.exp(among[:1])).sum() + 0.05
