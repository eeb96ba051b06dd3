"""From light to picture: exposure, lens blur, tone, sharpening, sensor noise, codec."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32
from vision.synthesis.codecs import through_codec
from vision.synthesis.colours import display_image
from vision.synthesis.graphics import draw_graphics
from vision.synthesis.textures import noise

Floats32 = NDArray[np.float32]
Bytes = NDArray[np.uint8]


_CODECS = ("h264", "h265", "jpeg", "mjpeg", "mpeg4", "none")


@dataclass(frozen=True, slots=True)
class Development:
    """What lens, sensor and recorder do to the light.

    Attributes:
        exposure: Factor of the light.
        balance: Factors of blue, green, red, shape (3,).
        gamma: Above 1 deepens the shadows.
        saturation: Of the colours; 1 leaves them.
        vignette: Loss of light in the corners, as a share.
        blur_px: Standard deviation of the lens's blur.
        halo: Strength of the camera's sharpening.
        halo_px: Its radius.
        noise: Standard deviation of sensor noise in the mid tones, 0..255.
        noise_cell: Size of the noise's grains, pixels.
        shrink: Recorded size over the picture's size, at most 1.
        codec: jpeg, mjpeg, h264, h265, mpeg4 or none.
        quality: 0 (worst) .. 1.
        seed: Of the noise.
    """

    exposure: float
    balance: Floats32
    gamma: float
    saturation: float
    vignette: float
    blur_px: float
    halo: float
    halo_px: float
    noise: float
    noise_cell: float
    shrink: float
    codec: str
    quality: float
    seed: int


def draw_development(
    rng: np.random.Generator, cloth: Floats32, *, scale: float = 1.0
) -> Development:
    """Draw camera and recorder.

    Args:
        rng: Draws.
        cloth: Linear colour of the cloth, which sets the automatic exposure.
        scale: Height of the picture over 540 pixels: blur and grain grow with it.
    """
    target = float(np.exp(rng.normal(np.log(0.30), 0.35)))
    bright = 0.5 * float(cloth.max()) + 0.5 * float(cloth.mean())
    automatic = target / max(bright, 0.02)
    exposure = float(np.clip(np.exp(0.65 * np.log(automatic)), 0.35, 2.4))
    tint = rng.normal(0, 0.06, 2)
    poor = rng.random()
    return Development(
        exposure=exposure * float(np.exp(rng.normal(0, 0.15))),
        balance=np.exp([tint[0], 0, tint[1]]).astype(np.float32),
        gamma=float(np.clip(rng.normal(1.05, 0.12), 0.8, 1.4)),
        saturation=float(np.clip(rng.normal(0.84, 0.16), 0.35, 1.25)),
        vignette=float(rng.choice([0, rng.uniform(0, 0.5)])),
        blur_px=scale * float(np.clip(rng.gamma(2.2, 0.35), 0.25, 2.6)),
        halo=float(rng.choice([0, rng.uniform(0.2, 1.5)], p=[0.4, 0.6])),
        halo_px=scale * float(rng.uniform(0.8, 1.8)),
        noise=float(rng.gamma(1.5, 1.6)),
        noise_cell=float(rng.choice([1.0, 1.6, 2.5])),
        shrink=1.0 if poor < 0.7 else float(rng.uniform(0.5, 1.0)),
        codec=str(rng.choice(_CODECS, p=[0.42, 0.14, 0.16, 0.12, 0.06, 0.1])),
        quality=float(np.clip(rng.beta(2.0, 1.7), 0.05, 1)),
        seed=int(rng.integers(2**31)),
    )


def develop(
    light: Floats32,
    how: Development,
    *,
    graphics_seed: int | None = None,
    before: Floats32 | None = None,
) -> Bytes:
    """Return the recorded picture of linear light.

    Args:
        light: Shape (h, w, 3).
        how: Camera and recorder.
        graphics_seed: Of the graphics laid over the picture; None for none.
        before: Light of the frame before in a video; None for a picture by itself.

    Returns:
        image_bgr.
    """
    rng = np.random.default_rng(how.seed)
    picture = _raw_picture(light, how, rng, graphics_seed)
    earlier = None
    if before is not None:
        earlier = _raw_picture(before, how, rng, graphics_seed)
    return through_codec(picture, how.codec, how.quality, how.shrink, earlier)


def _raw_picture(
    light: Floats32,
    how: Development,
    rng: np.random.Generator,
    graphics_seed: int | None,
) -> Bytes:
    """Return what goes into the codec."""
    image = recorded_tone(light, how)
    image = sharpened(image, how)
    noisy = image + noise_field(rng, image.shape[:2], how) * _noise_gain(image)
    picture = np.clip(noisy + 0.5, 0, 255).astype(np.uint8)
    if graphics_seed is not None:
        picture = draw_graphics(np.random.default_rng(graphics_seed), picture)
    return picture


def recorded_tone(light: Floats32, how: Development) -> Floats32:
    """Return display values 0..255 of light, blurred by the lens, before noise."""
    blurred = cv2.GaussianBlur(light, (0, 0), max(how.blur_px, 0.2))
    matrix = _saturating(how.saturation) * (how.exposure * how.balance)
    gained = floats32(cv2.transform(blurred, matrix))
    if how.vignette > 0:
        gained *= vignette(light.shape, how.vignette)[..., None]
    return display_image(gained, how.gamma)


def _saturating(strength: float) -> Floats32:
    """Return the matrix that keeps a share of the colours and all of the grey."""
    grey = np.tile(np.array([0.07, 0.72, 0.21], np.float32), (3, 1))
    matrix: Floats32 = strength * np.eye(3, dtype=np.float32) + (1 - strength) * grey
    return matrix.astype(np.float32)


def vignette(shape: tuple[int, ...], loss: float) -> Floats32:
    """Return the light that reaches each pixel, 1 in the middle."""
    rows, columns = shape[:2]
    v = np.linspace(-1, 1, rows, dtype=np.float32)[:, None] ** 2
    u = np.linspace(-1, 1, columns, dtype=np.float32)[None] ** 2
    return floats32(1 - loss * ((u + v) / 2) ** np.float32(1.3))


def sharpened(image: Floats32, how: Development) -> Floats32:
    """Return an image with the halos of in-camera sharpening."""
    if how.halo <= 0:
        return image
    soft = cv2.GaussianBlur(image, (0, 0), how.halo_px)
    return floats32(cv2.addWeighted(image, 1 + how.halo, soft, -how.halo, 0))


def noise_field(
    rng: np.random.Generator, shape: tuple[int, ...], how: Development
) -> Floats32:
    """Return sensor noise in display values, shape (h, w, 3)."""
    rows, columns = shape[:2]
    small = (int(rows / how.noise_cell) + 1, int(columns / how.noise_cell) + 1)
    common = noise(rng, small, 1) * np.float32(0.75)
    grains = cv2.merge([common + np.float32(0.5) * noise(rng, small, 1) for _ in "bgr"])
    if how.noise_cell > 1:
        grains = cv2.resize(grains, (columns, rows), interpolation=cv2.INTER_LINEAR)
    return grains[:rows, :columns] * np.float32(how.noise)


def _noise_gain(image: Floats32) -> Floats32:
    """Return how strongly noise shows: most in the dark mid tones, not in white."""
    return np.float32(1.25) - image * np.float32(0.9 / 255)
