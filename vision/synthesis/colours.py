"""Colours of light: sRGB at the border, linear BGR inside."""

import zlib
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.arrays import floats32

Floats32 = NDArray[np.float32]
Bytes = NDArray[np.uint8]

RGB = tuple[int, int, int]

_CODES = 4096


def _decode(srgb: NDArray[np.float64]) -> NDArray[np.float64]:
    high = ((srgb + 0.055) / 1.055) ** 2.4
    decoded: NDArray[np.float64] = np.where(srgb <= 0.04045, srgb / 12.92, high)
    return decoded


_LINEAR = _decode(np.arange(256) / 255).astype(np.float32)


@lru_cache(maxsize=64)
def _encoding(gamma: float) -> Floats32:
    """Return display values 0..255 of linear light 0..1 (IEC 61966-2-1, bent)."""
    light = np.linspace(0, 1, _CODES) ** gamma
    low = light * 12.92
    high = 1.055 * light ** (1 / 2.4) - 0.055
    return (255 * np.where(light <= 0.0031308, low, high)).astype(np.float32)


def linear_bgr(rgb: RGB) -> Floats32:
    """Return linear light of an sRGB colour, blue first, shape (3,)."""
    return floats32(_LINEAR[np.array(rgb[::-1])])


def linear_image(image_bgr: Bytes) -> Floats32:
    """Return linear light 0..1 of an sRGB image, shape (h, w, 3)."""
    return floats32(cv2.LUT(image_bgr, _LINEAR))


def display_image(light: Floats32, gamma: float = 1.0) -> Floats32:
    """Return display values 0..255 of linear light; what exceeds 1 clips.

    Args:
        light: Linear light, shape (h, w, 3).
        gamma: Above 1 deepens the shadows.
    """
    index = np.clip(light * (_CODES - 1), 0, _CODES - 1).astype(np.uint16)
    return floats32(_encoding(round(gamma, 2))[index])


def variant_rng(part: str, number: int) -> np.random.Generator:
    """Return the generator that makes one numbered variant of a part of a look."""
    return np.random.default_rng([zlib.crc32(part.encode()), number])


def shifted(
    rgb: RGB, rng: np.random.Generator, hue: float = 6, strength: float = 0.15
) -> RGB:
    """Return a colour near another.

    Args:
        rgb: sRGB.
        rng: Draws the change.
        hue: Standard deviation, in degrees of hue.
        strength: Standard deviation of saturation and value, as a share.
    """
    pixel = np.array([[rgb]], np.uint8)
    hsv = cv2.cvtColor(pixel, cv2.COLOR_RGB2HSV).astype(np.float64)[0, 0]
    hsv[0] = (hsv[0] + rng.normal(0, hue) / 2) % 180
    hsv[1:] *= np.clip(1 + rng.normal(0, strength, 2), 0.5, 1.5)
    changed = np.clip(hsv, 0, [179, 255, 255]).astype(np.uint8)
    red, green, blue = cv2.cvtColor(changed[None, None], cv2.COLOR_HSV2RGB)[0, 0]
    return int(red), int(green), int(blue)
