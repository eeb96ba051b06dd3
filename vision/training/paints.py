"""What the paint of a rendered ball is called.

Worn red and pale maroon are the same paint; what they are called depends on the ball
they are on. So a ball's name says which colours it can have, and the nearest of those
to its paint is its label.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.appearance import Appearance, Colour
from vision.synthesis.ball_looks import BallLook
from vision.synthesis.colours import RGB

_PAINTS: Final[dict[Colour, tuple[RGB, ...]]] = {
    Colour.WHITE: ((246, 243, 230), (232, 214, 170)),
    Colour.YELLOW: ((248, 192, 16), (222, 172, 60), (252, 208, 40)),
    Colour.BLUE: ((22, 56, 155), (40, 96, 190), (36, 44, 96)),
    Colour.RED: ((215, 33, 30), (190, 40, 40), (232, 60, 52)),
    Colour.PURPLE: ((74, 38, 112), (122, 70, 160), (70, 48, 92)),
    Colour.ORANGE: ((242, 108, 28), (250, 140, 60), (216, 112, 62)),
    Colour.GREEN: ((8, 112, 66), (30, 150, 92), (28, 84, 60)),
    Colour.MAROON: ((122, 24, 34), (108, 44, 40), (150, 52, 50)),
    Colour.BLACK: ((18, 18, 20), (60, 30, 26)),
    Colour.PINK: ((240, 115, 150),),
    Colour.BROWN: ((190, 128, 80), (122, 66, 26)),
}

_NUMBERED: Final = (
    (Colour.YELLOW,),
    (Colour.BLUE,),
    (Colour.RED,),
    (Colour.PURPLE, Colour.PINK),
    (Colour.ORANGE,),
    (Colour.GREEN,),
    (Colour.MAROON, Colour.BROWN),
    (Colour.BLACK,),
)


def appearance_of(name: str, look: BallLook) -> Appearance:
    """Return the class that a painted ball belongs to.

    Args:
        name: Of the ball in its set.
        look: Its paint.
    """
    colour = _nearest(look.body, _possible(name))
    return Appearance(colour, striped=look.caps is not None)


def _possible(name: str) -> Sequence[Colour]:
    """Return the colours that a ball of a name may have."""
    if name == "cue" or name.startswith("white-"):
        return (Colour.WHITE,)
    if name.isdigit():
        return _NUMBERED[(int(name) - 1) % 8]
    if name == "bonus":
        return (Colour.BLACK,)
    if name == "colored":
        return [colour for colour in Colour if colour is not Colour.WHITE]
    return (Colour(name.split("-")[0]),)


def _nearest(body: RGB, colours: Sequence[Colour]) -> Colour:
    def distance(colour: Colour) -> float:
        gaps = np.linalg.norm(_lab(_PAINTS[colour]) - _lab([body]), axis=1)
        return float(gaps.min())

    return min(colours, key=distance)


def _lab(paints: Sequence[RGB]) -> NDArray[np.float32]:
    image = (np.array([paints], dtype=np.float64) / 255.0).astype(np.float32)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2LAB)[0], dtype=np.float32)
