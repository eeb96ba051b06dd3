"""What colour a ball is drawn in."""

from typing import Final, NamedTuple

from adjudicator.balls import Ball


class BallColour(NamedTuple):
    """Colours as (red, green, blue), 0 to 255.

    Attributes:
        body: Of the ball or of its stripe.
        ink: Readable on the body.
        is_striped: Whether the poles are white.
    """

    body: tuple[int, int, int]
    ink: tuple[int, int, int]
    is_striped: bool = False

    @property
    def css(self) -> str:
        """The body as a CSS colour."""
        return css(self.body)


_WHITE: Final = (246, 243, 232)
_BLACK: Final = (24, 24, 26)

_NUMBERED: Final = {
    1: (240, 190, 30),
    2: (32, 70, 170),
    3: (205, 45, 40),
    4: (95, 50, 140),
    5: (235, 115, 30),
    6: (25, 120, 70),
    7: (130, 35, 40),
    8: _BLACK,
}

_NAMED: Final = {
    "cue": _WHITE,
    "colored": (150, 40, 40),
    "bonus": (205, 45, 40),
    "purple": (115, 60, 160),
    "orange": (240, 130, 30),
    "white": (238, 228, 200),
    "ball": (150, 155, 160),
}


def colour_of(ball: Ball) -> BallColour:
    """Return the colour of a ball by its name."""
    number = ball.number
    if number is not None:
        body = _NUMBERED[(number - 1) % 8 + 1]
        return BallColour(body, _ink_on(body), is_striped=number > 8)
    body = _NAMED[ball.name.split("-")[0]]
    return BallColour(body, _ink_on(body))


def short_name(ball: Ball) -> str:
    """Return what is written on a drawn ball: its number, "?" or nothing."""
    if ball.name in ("cue", "colored"):
        return ""
    if ball.name == "bonus":
        return "B"
    if ball.is_unknown:
        return "?"
    return ball.name.rpartition("-")[2]


def css(rgb: tuple[int, int, int]) -> str:
    """Return a colour in the notation of CSS."""
    return f"#{rgb[0]:02x}{rgb[1]:02x}{rgb[2]:02x}"


def _ink_on(rgb: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = rgb
    is_light = 0.299 * red + 0.587 * green + 0.114 * blue > 140
    return _BLACK if is_light else _WHITE
