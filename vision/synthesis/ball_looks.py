"""Ball sets: what is painted on each ball."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.colours import RGB, shifted, variant_rng


class SetKind(StrEnum):
    """Kinds of ball sets."""

    POOL = "pool"
    ENGLISH = "english"
    SNOOKER = "snooker"
    PYRAMID = "pyramid"
    BONUS = "bonus-ball"


@dataclass(frozen=True, slots=True)
class BallLook:
    """Paint of one ball, in the ball's own axes.

    Attributes:
        body: Colour of the ball, of the band of a striped one; sRGB.
        caps: Colour beyond the band; None for a ball without one.
        band: Half the height of the band over the radius.
        disc: Half angle of the round field of the number, radians; 0 for none.
        disc_rgb: Its colour.
        ink: Colour of the number.
        text: The number, or nothing.
        ring: Whether the field has an inked rim.
        fields: On how many of the axes +x, -x, +y, -y, +z, -z the field is printed.
        dots: Directions of the dots of a spotted cue ball, shape (m, 3).
        dot: Their half angle, radians.
        dot_rgb: Their colour.
        font: Which of the fonts.
        gloss: Strength of reflections, 1 for a polished ball.
        haze: Strength of the wide glow around them on a worn ball.
    """

    body: RGB
    caps: RGB | None = None
    band: float = 0.5
    disc: float = 0.0
    disc_rgb: RGB = (240, 236, 220)
    ink: RGB = (15, 15, 15)
    text: str = ""
    ring: bool = False
    fields: int = 2
    dots: NDArray[np.float64] | None = None
    dot: float = 0.0
    dot_rgb: RGB = (190, 25, 25)
    font: int = 2
    gloss: float = 1.0
    haze: float = 0.0


BallSetLook = Mapping[str, BallLook]

_CLASSIC: Final = (
    (246, 186, 18),
    (22, 52, 148),
    (214, 34, 28),
    (74, 38, 112),
    (242, 104, 26),
    (8, 108, 62),
    (122, 24, 34),
    (18, 18, 20),
)
_TELEVISION: Final = (
    (250, 196, 10),
    (20, 60, 160),
    (220, 30, 32),
    (240, 108, 150),
    (240, 120, 30),
    (12, 130, 76),
    (190, 128, 80),
    (18, 18, 20),
)
_PALE: Final = (
    (252, 208, 40),
    (40, 96, 190),
    (232, 60, 52),
    (122, 70, 160),
    (250, 140, 60),
    (30, 150, 92),
    (150, 52, 50),
    (22, 22, 24),
)
_WORN: Final = (
    (222, 172, 60),
    (36, 44, 96),
    (190, 56, 52),
    (70, 48, 92),
    (216, 112, 62),
    (28, 84, 60),
    (108, 44, 40),
    (30, 30, 30),
)
_PALETTES: Final = (_CLASSIC, _TELEVISION, _PALE, _WORN, _CLASSIC, _TELEVISION)

_SNOOKER: Final = MappingProxyType(
    {
        "red": (186, 14, 22),
        "yellow": (242, 196, 16),
        "green": (8, 104, 62),
        "brown": (122, 66, 26),
        "blue": (18, 84, 176),
        "pink": (240, 128, 150),
        "black": (18, 18, 20),
    }
)

_AXES: Final = np.concatenate([np.eye(3), -np.eye(3)])


def draw_ball_set(kind: SetKind, variant: int) -> BallSetLook:
    """Return the paint of every ball of one numbered set.

    Args:
        kind: Of the set.
        variant: 0..15; the same number always gives the same set.

    Returns:
        Paint by name: `cue`, `1`..`15` and the other names of `adjudicator.balls`;
        `red`, `yellow`, `black`, ... for English pool and snooker.
    """
    rng = variant_rng(f"balls-{kind}", variant)
    makers = {
        SetKind.POOL: _pool_set,
        SetKind.ENGLISH: _english_set,
        SetKind.SNOOKER: _snooker_set,
        SetKind.PYRAMID: _pyramid_set,
        SetKind.BONUS: _bonus_set,
    }
    balls = makers[kind](rng)
    haze = float(rng.choice([0, rng.uniform(0, 0.2), rng.uniform(0.2, 0.6)]))
    return MappingProxyType(
        {name: replace(look, haze=haze) for name, look in balls.items()}
    )


def _near(rgb: RGB, rng: np.random.Generator) -> RGB:
    return shifted(rgb, rng, hue=4, strength=0.08)


def _cream(rng: np.random.Generator) -> RGB:
    fade = rng.uniform(0, 1) ** 2
    return (
        int(248 - 16 * fade),
        int(246 - 30 * fade),
        int(238 - 80 * fade),
    )


def _cue_ball(rng: np.random.Generator, white: RGB) -> BallLook:
    style = rng.choice(["plain", "measles", "one", "six-pale"], p=[0.4, 0.3, 0.2, 0.1])
    rgb = (195, 25, 30) if rng.random() < 0.7 else (30, 50, 150)
    if style == "plain":
        return BallLook(white, disc=0.0)
    if style == "one":
        return BallLook(white, dots=_AXES[:1], dot=rng.uniform(0.12, 0.3), dot_rgb=rgb)
    radius = rng.uniform(0.13, 0.2)
    return BallLook(white, dots=_AXES, dot=radius, dot_rgb=rgb)


def _pool_set(rng: np.random.Generator) -> dict[str, BallLook]:
    palette = _PALETTES[int(rng.integers(len(_PALETTES)))]
    white = _cream(rng)
    plain = BallLook(
        white,
        band=rng.uniform(0.44, 0.62),
        disc=rng.uniform(0.36, 0.5),
        disc_rgb=white,
        ring=bool(rng.random() < 0.2),
        font=int(rng.integers(4)),
        gloss=rng.uniform(0.7, 1.1),
    )
    if rng.random() < 0.12:  # dark prints: an inked field, the number left white
        plain = replace(plain, disc_rgb=(20, 20, 22), ink=white)
    balls = {"cue": replace(_cue_ball(rng, white), gloss=plain.gloss)}
    for number in range(1, 16):
        body = _near(palette[(number - 1) % 8], rng)
        caps = white if number > 8 else None
        balls[str(number)] = replace(plain, body=body, caps=caps, text=str(number))
    return balls


def _english_set(rng: np.random.Generator) -> dict[str, BallLook]:
    white = _cream(rng)
    gloss = rng.uniform(0.7, 1.1)
    balls = {
        "cue": BallLook(white, gloss=gloss),
        "red": BallLook(_near((206, 38, 34), rng), gloss=gloss),
        "yellow": BallLook(_near((240, 192, 26), rng), gloss=gloss),
        "black": BallLook((18, 18, 20), gloss=gloss),
    }
    if rng.random() < 0.5:
        eight = replace(balls["black"], disc=0.42, text="8", font=2)
        balls["black"] = eight
    return balls


def _snooker_set(rng: np.random.Generator) -> dict[str, BallLook]:
    gloss = rng.uniform(0.8, 1.1)
    balls = {"cue": replace(_cue_ball(rng, _cream(rng)), gloss=gloss)}
    for name, rgb in _SNOOKER.items():
        balls[name] = BallLook(_near(rgb, rng), gloss=gloss)
    return balls


def _pyramid_set(rng: np.random.Generator) -> dict[str, BallLook]:
    ivory = _cream(rng)
    colours = [
        (206, 30, 34),
        (236, 178, 30),
        (120, 24, 30),
        (60, 30, 26),
        (30, 60, 130),
    ]
    colored = _near(colours[int(rng.integers(len(colours)))], rng)
    style = BallLook(
        ivory,
        disc=rng.uniform(0.2, 0.36),
        disc_rgb=ivory,
        ring=bool(rng.random() < 0.7),
        fields=int(rng.choice([1, 2, 2, 4, 6])),
        ink=(20, 20, 20) if rng.random() < 0.8 else (120, 20, 24),
        font=int(rng.integers(4)),
        gloss=rng.uniform(0.7, 1.1),
    )
    balls = {"colored": BallLook(colored, gloss=style.gloss)}
    for number in range(1, 16):
        balls[f"white-{number}"] = replace(style, text=str(number))
    return balls


def _bonus_set(rng: np.random.Generator) -> dict[str, BallLook]:
    white = _cream(rng)
    style = BallLook(
        white,
        disc=rng.uniform(0.34, 0.46) if rng.random() < 0.8 else 0.0,
        disc_rgb=white,
        font=int(rng.integers(4)),
        gloss=rng.uniform(0.8, 1.1),
    )
    balls = {"cue": replace(_cue_ball(rng, white), gloss=style.gloss)}
    purple, orange = _near((84, 40, 130), rng), _near((240, 116, 28), rng)
    for number in range(1, 5):
        balls[f"purple-{number}"] = replace(style, body=purple, text=str(number))
        balls[f"orange-{number}"] = replace(style, body=orange, text=str(number))
    balls["bonus"] = replace(style, body=(18, 18, 20), text="B")
    return balls
