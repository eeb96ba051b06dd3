"""Titles of the 14.1 continuous rules."""

from typing import Final

TITLES: Final[dict[str, tuple[str, str]]] = {}
"""English and Russian title of each clause."""
