"""`cueref synthesize`: reading its options."""

import pytest
import typer

from cueref.cli.arguments import read_size
from cueref.cli.synthesize import read_seeds


def test_seeds_are_a_range_with_both_ends_or_one() -> None:
    assert list(read_seeds("3..5")) == [3, 4, 5]
    assert list(read_seeds("7")) == [7]


@pytest.mark.parametrize("text", ["", "a..b", "5..3", "1-2", "-1..2"])
def test_other_seeds_are_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        read_seeds(text)


def test_a_size_is_two_even_numbers() -> None:
    assert read_size("1280x720") == (1280, 720)
    for text in ("1280", "1281x720", "0x", "12x"):
        with pytest.raises(typer.BadParameter):
            read_size(text)
