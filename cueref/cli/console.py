"""How the command line speaks: data on stdout, talk and progress on stderr."""

import json
import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)


class Language(StrEnum):
    """Languages in which rulings are printed and drawn."""

    EN = "en"
    RU = "ru"


@dataclass(slots=True)
class Manner:
    """How much the program says; set once from the command line.

    Attributes:
        verbose: Explain more, show where an error came from.
        quiet: Say nothing but errors.
    """

    verbose: bool = False
    quiet: bool = False


MANNER = Manner()


def configure(*, verbose: bool, quiet: bool) -> None:
    """Set the manner and send the log to stderr."""
    MANNER.verbose, MANNER.quiet = verbose, quiet
    level = logging.DEBUG if verbose else logging.ERROR if quiet else logging.WARNING
    logging.basicConfig(
        level=level, format="%(levelname)s %(name)s: %(message)s", force=True
    )


def talk() -> Console:
    """Return the console for talk and progress: stderr, silent when quiet."""
    return Console(stderr=True, quiet=MANNER.quiet, highlight=False)


def progress() -> Progress:
    """Return a bar with the time left; it goes away when all is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=talk(),
        transient=True,
        redirect_stdout=False,
    )


def say(line: str) -> None:
    """Say one line on stderr, unless quiet."""
    talk().print(line, markup=False, soft_wrap=True)


def complain(line: str) -> None:
    """Say one line about what went wrong, always."""
    Console(stderr=True, highlight=False).print(
        f"cueref: {line}", markup=False, soft_wrap=True, style="red"
    )


def data(line: str) -> None:
    """Write one line of data on stdout."""
    sys.stdout.write(line + "\n")


def data_json(value: Mapping[str, Any]) -> None:
    """Write one JSON object as a line on stdout."""
    data(json.dumps(value, ensure_ascii=False))
