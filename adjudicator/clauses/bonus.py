"""Titles of the Bonus Ball rules."""

from typing import Final

TITLES: Final[dict[str, tuple[str, str]]] = {}
"""English and Russian title of each clause."""
