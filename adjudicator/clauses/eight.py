"""Titles of the 8-ball rules."""

from typing import Final

TITLES: Final[dict[str, tuple[str, str]]] = {}
"""English and Russian title of each clause."""
