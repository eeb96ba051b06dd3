"""Values of the command line that are written in a form of their own."""

import re
from enum import StrEnum
from typing import Final

import typer


class HeadEndOption(StrEnum):
    """Sides of the picture at which the head rail may lie."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


_SIZE: Final = re.compile(r"(\d+)x(\d+)")


def read_size(text: str) -> tuple[int, int]:
    """Return width and height of `WIDTHxHEIGHT`, even numbers."""
    found = _SIZE.fullmatch(text)
    if found is None or int(found[1]) % 2 or int(found[2]) % 2:
        raise typer.BadParameter(f"expected even WIDTHxHEIGHT, got {text!r}")
    return int(found[1]), int(found[2])
