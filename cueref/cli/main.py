"""The command `cueref`: its subcommands, exit codes and error lines.

Exit codes: 0 done, 1 failed (one clear line on stderr), 2 wrong usage, 130
interrupted. Only the chosen subcommand is imported, so `--help` answers at once and
a missing optional part hurts nobody who does not use it.
"""

import errno
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import typer

from cueref import __version__
from cueref.cli import console
from cueref.errors import EXPECTED_ERRORS, MissingExtraError
from cueref.heap import keep_together


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """One subcommand: the function `name` of the module `cueref.cli.<name>`.

    Attributes:
        help: One line for the list of commands.
        extra: The optional part it needs; None if it needs none.
    """

    help: str
    extra: str | None = None


COMMANDS: Final[dict[str, CommandEntry]] = {
    "analyze": CommandEntry("Analyse recordings: shots, events, verdicts, a report."),
    "evaluate": CommandEntry("Score an analysis against truth."),
    "calibrate": CommandEntry("Find the table in a recording."),
    "detect": CommandEntry("Find balls and the table in pictures."),
    "watch": CommandEntry("Watch a table live: page, calls, match log."),
    "judge": CommandEntry("Apply the rules to shots in a file, without video."),
    "bench": CommandEntry("Measure how fast the analysis is on this machine."),
    "doctor": CommandEntry("Check whether this machine can do what is asked of it."),
    "export": CommandEntry("Write a stored match as tables, or pictures with labels."),
    "mount": CommandEntry("Which lens a place for the camera asks for."),
    "replay": CommandEntry("Judge a stored match again, show what changed."),
    "report": CommandEntry("Make the report of a stored match anew."),
    "synthesize": CommandEntry("Make scenes with exact truth.", "synthesis"),
    "train": CommandEntry("Train and export the ball detector.", "train"),
}

_INTERRUPTED: Final = 130

_GLOBAL_FLAGS: Final = ("--verbose", "--quiet")

_EPILOG: Final = (
    "--verbose explains more and shows where an error came from, --quiet says nothing "
    "but errors; both work with every command. Data goes to stdout, talk to stderr."
)


def run() -> None:
    """Run the command line of this process and exit."""
    # A request to end is an interrupt: what was written is kept.
    signal.signal(signal.SIGTERM, _interrupt)
    keep_together()
    sys.exit(main(sys.argv[1:]))


def _interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


def main(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code."""
    flags = [a for a in arguments if a in _GLOBAL_FLAGS]
    rest = [a for a in arguments if a not in _GLOBAL_FLAGS]
    console.configure(verbose="--verbose" in flags, quiet="--quiet" in flags)
    try:
        return _dispatch(rest)
    except KeyboardInterrupt:
        console.complain("interrupted")
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader of stdout has gone: nothing is left to say to anybody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return _explain(error)


def _dispatch(arguments: list[str]) -> int:
    typed = _words_to_complete()
    chosen = next((a for a in typed or arguments if not a.startswith("-")), None)
    try:
        command = typer.main.get_command(_build_app(chosen))
    except ImportError:
        if not typed:
            raise
        command = typer.main.get_command(_build_app(None))
    try:
        result = command.main(arguments, prog_name="cueref", standalone_mode=False)
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    if result == _INTERRUPTED:
        # Some versions of typer turn an interrupt into this result.
        raise KeyboardInterrupt
    return result if isinstance(result, int) else 0


def _words_to_complete() -> list[str]:
    """Return what was typed so far, if a shell asks how it may go on."""
    if "_CUEREF_COMPLETE" not in os.environ:
        return []
    typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return typed.split()[1:]


def _build_app(chosen: str | None) -> typer.Typer:
    app = typer.Typer(
        help="An automatic billiards referee.",
        epilog=_EPILOG,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_root)
    for name, entry in COMMANDS.items():
        function = _load(name, entry) if name == chosen else _placeholder
        # The chosen command explains itself by its own docstring.
        text = None if name == chosen else entry.help
        app.command(name, help=text, short_help=entry.help, epilog=_EPILOG)(function)
    return app


def _print_version(asked: bool) -> None:
    if asked:
        console.data(f"cueref {__version__}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False,
        "--version",
        help="Print the version.",
        is_eager=True,
        callback=_print_version,
    ),
) -> None:
    """Find the table, track the balls, apply the rules, call the fouls."""


def _placeholder() -> None:
    """Stand for a command that was not chosen."""


def _load(name: str, entry: CommandEntry) -> Callable[..., object]:
    try:
        module = importlib.import_module(f"cueref.cli.{name}")
    except ImportError as error:
        raise _missing(name, entry, error) from error
    function: Callable[..., object] = getattr(module, name)
    return function


def _missing(name: str, entry: CommandEntry, error: ImportError) -> Exception:
    if entry.extra is None or (error.name or "").startswith("cueref"):
        return error
    return MissingExtraError(
        f"'{name}' needs {error.name}, which is not installed: "
        f"pip install 'cueref[{entry.extra}]'"
    )


def _explain(error: Exception) -> int:
    """Say in one line what went wrong, and return the exit code."""
    show = getattr(error, "show", None)
    code = getattr(error, "exit_code", None)
    if callable(show) and isinstance(code, int):
        show()
        return code
    if console.MANNER.verbose:
        traceback.print_exception(error)
    console.complain(_line(error))
    return 1


def _line(error: Exception) -> str:
    if isinstance(error, OSError) and _is_disk_full(error):
        where = f" at {error.filename}" if error.filename else ""
        return f"the disk is full{where}: make room; what was written before is valid"
    if isinstance(error, EXPECTED_ERRORS):
        return " ".join(str(error).split())
    if isinstance(error, ImportError) and error.name:
        extra = _extra_with(error.name)
        return f"{error.name} is not installed{extra}"
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}"
    detail = " ".join(str(error).split()) or "no further word"
    return f"internal error ({type(error).__name__}: {detail}); --verbose shows where"


def _is_disk_full(error: OSError) -> bool:
    # Arrow and FFmpeg do not always carry the number.
    return error.errno == errno.ENOSPC or "No space left" in str(error)


def _extra_with(module: str) -> str:
    extras = {
        "ultralytics": "train",
        "torch": "train",
        "onnx": "train",
        "pooltool": "synthesis",
    }
    extra = extras.get(module.split(".")[0])
    return f": pip install 'cueref[{extra}]'" if extra else ""
