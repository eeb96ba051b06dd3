"""Values of the command line that are written in a form of their own."""

import re
from typing import Final

import typer

_SIZE: Final = re.compile(r"(\d+)x(\d+)")


def read_size(text: str) -> tuple[int, int]:
    """Return width and height of `WIDTHxHEIGHT`, even numbers."""
    found = _SIZE.fullmatch(text)
    if found is None or int(found[1]) % 2 or int(found[2]) % 2:
        raise typer.BadParameter(f"expected even WIDTHxHEIGHT, got {text!r}")
    return int(found[1]), int(found[2])
