import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.centres import fit_circles
from vision.detections import Detections
from vision.streak_ends import refine_streaks

CLOTH = np.array([60, 120, 30], np.float64)
FINE = 8


def drawn(
    balls: list[tuple[float, float, float, tuple[int, int, int]]],
    *,
    size: int = 120,
    blur: float = 0.7,
    noise: float = 2.0,
    shadow: tuple[float, float] | None = None,
    glare: bool = False,
    streak: tuple[float, float] = (0.0, 0.0),
) -> np.ndarray:
    """Draws balls with exact centres: supersampled discs, averaged over a motion."""
    grid = (np.arange(size * FINE) + 0.5) / FINE - 0.5
    times = np.linspace(-0.5, 0.5, 41) if any(streak) else np.zeros(1)
    total = np.zeros((size, size, 3))
    for time in times:
        image = np.broadcast_to(CLOTH, (size * FINE, size * FINE, 3)).copy()
        for u, v, r, _colour in balls:
            if shadow is not None:
                far = np.hypot(grid - u - shadow[0], (grid - v - shadow[1])[:, None])
                image[far < r] *= 0.6
        for u, v, r, colour in balls:
            at = (u + time * streak[0], v + time * streak[1])
            far = np.hypot(grid - at[0], (grid - at[1])[:, None])
            image[far < r] = colour
            if glare:
                image[
                    np.hypot(grid - u + r / 3, (grid - v + r / 3)[:, None]) < r / 4
                ] = 255
        light = (image / 255) ** 2.2
        total += cv2.resize(light, (size, size), interpolation=cv2.INTER_AREA)
    mean = cv2.GaussianBlur(total / len(times), (0, 0), blur)
    image = 255 * mean ** (1 / 2.2)
    image += np.random.default_rng(1).normal(0, noise, image.shape)
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)


def guess(uv: np.ndarray, r: float, streak: tuple[float, float] = (0, 0)) -> Detections:
    n = len(uv)
    streaks = np.tile(np.array(streak, np.float64), (n, 1))
    return Detections(uv, np.full(n, r), np.ones(n), np.zeros(n, np.int64), streaks)


def refined(
    image: np.ndarray, uv: np.ndarray, r: float
) -> tuple[np.ndarray, np.ndarray]:
    radius = np.full(len(uv), r)
    near, _, _ = fit_circles(image, uv, radius)
    found, _, sigma = fit_circles(image, near, radius)
    return found, sigma


@settings(max_examples=15, deadline=None)
@given(
    st.floats(58, 60),
    st.floats(58, 60),
    st.floats(8, 24),
    st.floats(-0.15, 0.15),
    st.floats(-0.15, 0.15),
)
def test_a_lone_ball_is_placed_to_a_tenth_of_a_pixel(
    u: float, v: float, r: float, du: float, dv: float
) -> None:
    image = drawn([(u, v, r, (40, 40, 200))])
    uv, sigma = refined(image, np.array([[u + du * r, v + dv * r]]), r)
    assert np.abs(uv[0] - (u, v)).max() < 0.1
    assert sigma[0] < 0.5


def test_glare_does_not_pull_the_centre() -> None:
    image = drawn([(60.3, 59.6, 12, (40, 40, 200))], glare=True)
    uv, _ = refined(image, np.array([[61.5, 58.5]]), 12)
    assert np.abs(uv[0] - (60.3, 59.6)).max() < 0.1


def test_a_shadow_hardly_pulls_the_centre() -> None:
    image = drawn([(60.3, 59.6, 12, (200, 210, 220))], shadow=(4, 5))
    uv, _ = refined(image, np.array([[61.5, 60.5]]), 12)
    assert np.abs(uv[0] - (60.3, 59.6)).max() < 0.25


def test_touching_balls_keep_their_distance() -> None:
    balls = [(48.0, 60.0, 12.0, (40, 40, 200)), (72.0, 60.0, 12.0, (40, 180, 220))]
    uv, _ = refined(drawn(balls), np.array([[49.0, 61.0], [71.0, 59.5]]), 12)
    assert np.abs(uv - [[48, 60], [72, 60]]).max() < 0.2


def test_twenty_pictures_of_one_ball_scatter_as_their_deviation_says() -> None:
    r = 12.0
    errors, sigmas = [], []
    for k in range(20):
        u, v = 60 + 0.05 * k, 60 - 0.03 * k
        image = drawn([(u, v, r, (30, 160, 230))], noise=6)
        uv, sigma = refined(image, np.array([[u + 1, v - 1]]), r)
        errors.extend(uv[0] - (u, v))
        sigmas.append(sigma[0])
    assert np.std(errors) < 2 * np.median(sigmas)


def test_a_place_without_a_ball_is_unsure() -> None:
    image = np.full((120, 120, 3), CLOTH, np.uint8)
    _, sigma = refined(image, np.array([[60.0, 60.0]]), 12)
    assert sigma[0] > 0.3


@pytest.mark.parametrize("streak", [(60.0, 0.0), (40.0, 30.0), (-40.0, 30.0)])
def test_the_ends_of_a_streak_are_found(streak: tuple[float, float]) -> None:
    image = drawn([(70.4, 69.7, 9, (210, 220, 220))], size=140, streak=streak)
    rough = (streak[0] * 1.1, streak[1] * 1.1)
    start = guess(np.array([[71.5, 68.5]]), 9, rough)
    seen, sigma = refine_streaks(image, start, start, np.full(1, 9.0), np.ones(1))
    assert np.abs(seen.uv[0] - (70.4, 69.7)).max() < 1.0
    assert np.linalg.norm(seen.streak_px[0] - streak) < 4.0
    assert sigma[0] > 0.5
