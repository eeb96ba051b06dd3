"""The shipped network for centres, on balls drawn here and not by the renderer."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.centre_network import CentreNetwork, covariance_of
from vision.detections import Detections
from vision.errors import InvalidModelError, ModelNotFoundError

CLOTH = (120, 110, 20)
Colour = tuple[int, int, int]


@pytest.fixture(scope="module")
def network() -> CentreNetwork:
    return CentreNetwork()


def drawn(
    balls: list[tuple[float, float, float, Colour]],
    *,
    cloth: Colour = CLOTH,
    spot: tuple[float, float] | None = None,
    noise: float = 2.0,
    seed: int = 0,
) -> NDArray[np.uint8]:
    """Discs with a soft rim on cloth, eight times oversampled, 120 x 120 pixels."""
    many = 8
    image = np.full((120 * many, 120 * many, 3), cloth, np.uint8)
    for u, v, r, colour in balls:
        middle = (round((u + 0.5) * many), round((v + 0.5) * many))
        cv2.circle(image, middle, round(r * many), colour, -1)
        if spot is not None:
            at = (round((spot[0] + 0.5) * many), round((spot[1] + 0.5) * many))
            cv2.circle(image, at, round(0.4 * r * many), (235, 240, 240), -1)
    small = cv2.resize(image, (120, 120), interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(seed).normal(0, noise, small.shape)
    soft = cv2.GaussianBlur(small, (0, 0), 0.8)
    return np.clip(soft + grain, 0, 255).astype(np.uint8)


def measured(
    network: CentreNetwork, image: NDArray[np.uint8], uv: list[float], radius: float
) -> tuple[NDArray[np.float64], float]:
    found, covariance = network.measure(image, np.array([uv]), np.array([radius]))
    return found[0], float(np.sqrt(np.trace(covariance[0]) / 2))


@pytest.mark.parametrize("off", [(0.0, 0.0), (3.0, -2.0), (-4.0, 4.0)])
def test_a_plain_ball_is_placed_to_a_third_of_a_pixel(
    network: CentreNetwork, off: tuple[float, float]
) -> None:
    image = drawn([(60.3, 59.6, 11.0, (40, 40, 200))])
    found, sigma = measured(network, image, [60.3 + off[0], 59.6 + off[1]], 11.0)
    assert np.abs(found - (60.3, 59.6)).max() < 0.35
    assert sigma < 0.6


@pytest.mark.parametrize("angle", range(0, 360, 45))
def test_a_white_number_spot_hardly_pulls_the_centre(
    network: CentreNetwork, angle: int
) -> None:
    turn = np.deg2rad(angle)
    spot = (60 + 6 * np.cos(turn), 60 + 6 * np.sin(turn))
    image = drawn([(60, 60, 11.0, (30, 30, 190))], cloth=(92, 40, 160), spot=spot)
    found, _ = measured(network, image, [61.0, 59.0], 11.0)
    assert np.abs(found - 60).max() < 1.0


def test_touching_balls_keep_their_distance(network: CentreNetwork) -> None:
    image = drawn([(49, 60, 11.0, (40, 40, 200)), (71, 60, 11.0, (40, 190, 220))])
    found, _ = network.measure(
        image, np.array([[50.0, 61.0], [70.0, 59.0]]), np.array([11.0, 11.0])
    )
    assert np.abs(found - [[49, 60], [71, 60]]).max() < 0.7


def test_a_ball_of_the_cloths_colour_is_unsure(network: CentreNetwork) -> None:
    clear = drawn([(60, 60, 11.0, (40, 40, 200))])
    hidden = drawn([(60, 60, 11.0, (124, 112, 24))], noise=4.0)
    _, plain = measured(network, clear, [61.0, 60.0], 11.0)
    _, doubt = measured(network, hidden, [61.0, 60.0], 11.0)
    assert doubt > 3 * plain


def test_errors_over_many_pictures_are_as_large_as_the_doubt_says(
    network: CentreNetwork,
) -> None:
    squared = []
    rng = np.random.default_rng(3)
    for seed in range(40):
        true = rng.uniform(57, 63, 2)
        colour = tuple(int(c) for c in rng.integers(20, 235, 3))
        image = drawn([(*true, 10.0, colour)], noise=4.0, seed=seed)
        start = true + rng.normal(0, 0.8, 2)
        found, covariance = network.measure(image, start[None], np.array([10.0]))
        off = found[0] - true
        squared.append(off @ np.linalg.solve(covariance[0], off))
    assert np.median(squared) < 3.0


def test_balls_at_the_border_of_the_picture_are_measured(
    network: CentreNetwork,
) -> None:
    found, _ = network.measure(
        drawn([(2.0, 60.0, 11.0, (40, 40, 200))]),
        np.array([[3.0, 60.0]]),
        np.array([11.0]),
    )
    assert np.isfinite(found).all()


def test_no_balls_are_no_measurements(network: CentreNetwork) -> None:
    found, covariance = network.measure(
        np.zeros((9, 9, 3), np.uint8), np.zeros((0, 2)), np.zeros(0)
    )
    assert found.shape == (0, 2)
    assert covariance.shape == (0, 2, 2)


def test_covariances_are_positive_definite_whatever_is_read() -> None:
    numbers = np.random.default_rng(0).normal(0, 20, (200, 3))
    assert (np.linalg.eigvalsh(covariance_of(numbers)) > 0).all()


def test_a_missing_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFoundError, match=r"none\.onnx"):
        CentreNetwork(tmp_path / "none.onnx")


def test_another_network_is_refused() -> None:
    weights = Path(__file__).parents[2] / "vision" / "weights" / "appearance.onnx"
    with pytest.raises(InvalidModelError, match="expected 5"):
        CentreNetwork(weights)


def test_a_sharp_ball_with_its_shadow_is_no_streak(network: CentreNetwork) -> None:
    image = drawn(
        [(64.0, 64.0, 11.0, (30, 15, 20)), (58.0, 58.0, 11.0, (70, 60, 66))],
        cloth=(120, 30, 90),
    )
    both = Detections(
        np.array([[61.5, 61.5]]),
        np.array([11.0]),
        np.ones(1),
        np.zeros(1, np.int64),
        np.array([[9.5, 9.5]]),
    )
    found, sigma_px = network.refine(image, both, np.array([11.0]))
    assert np.abs(found.uv[0] - 58.0).max() < 0.5 * 3.5  # from the middle of both
    assert not found.streak_px.any()
    assert sigma_px[0] < 0.6
