"""The command line: exit codes, one clear line, data and talk apart."""

import errno
import os
import subprocess
import sys
import types
from collections.abc import Callable

import pytest
from rich.progress import TimeRemainingColumn

from cueref import __version__
from cueref.cli import console
from cueref.cli import main as cli
from cueref.errors import RefereeError
from vision.errors import SourceNotFoundError

Install = Callable[[Callable[[], object]], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a function in place of the command `analyze`."""

    def put(function: Callable[[], object]) -> None:
        module = types.ModuleType("cueref.cli.analyze")
        module.analyze = function  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "cueref.cli.analyze", module)

    return put


def test_the_version_is_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"cueref {__version__}\n"


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in cli.COMMANDS)


def test_a_command_that_ends_well_gives_zero(install: Install) -> None:
    install(lambda: None)
    assert cli.main(["analyze"]) == 0


@pytest.mark.parametrize("arguments", [["nonsense"], ["analyze", "--nonsense"]])
def test_wrong_usage_gives_two(
    arguments: list[str], install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(lambda: None)
    assert cli.main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "nonsense" in captured.err


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (RefereeError("found this,\nexpected that"), "found this, expected that"),
        (SourceNotFoundError("a.mp4 does not exist"), "a.mp4 does not exist"),
        (OSError(errno.ENOSPC, "No space", "out"), "the disk is full at out"),
        (PermissionError(13, "Permission denied", "out"), "out: Permission denied"),
        (ZeroDivisionError("division"), "internal error (ZeroDivisionError: division)"),
        (ModuleNotFoundError("no", name="ultralytics"), "pip install 'cueref[train]'"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_gives_one_and_one_line(
    error: Exception, line: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise error

    install(fail)
    assert cli.main(["analyze"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cueref: ")
    assert line in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("place", [0, 1])
def test_verbose_shows_where_an_error_came_from(
    place: int, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise RefereeError("broken")

    install(fail)
    arguments = ["analyze"]
    arguments.insert(place, "--verbose")
    assert cli.main(arguments) == 1
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_gives_130(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    install(interrupt)
    assert cli.main(["analyze"]) == 130
    assert capsys.readouterr().err == "cueref: interrupted\n"


def test_a_missing_optional_part_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError(name="ultralytics")

    monkeypatch.setattr(cli.importlib, "import_module", absent)
    assert cli.main(["train"]) == 1
    assert "pip install 'cueref[train]'" in capsys.readouterr().err


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from cueref.cli.main import main; main(['--help']);"
        "heavy = {'numpy', 'cv2', 'av', 'onnxruntime', 'pyarrow', 'scipy'};"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_request_to_end_is_an_interrupt() -> None:
    code = (
        "import os, signal, sys, types; from cueref.cli import main;"
        "module = types.ModuleType('cueref.cli.analyze');"
        "module.analyze = lambda: os.kill(os.getpid(), signal.SIGTERM);"
        "sys.modules['cueref.cli.analyze'] = module;"
        "sys.argv = ['cueref', 'analyze']; main.run()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 130
    assert done.stderr == "cueref: interrupted\n"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("an", "analyze"),
        ("analyze --an", "--annotate"),
        ("analyze a.mp4 --game py", "pyramid"),
        ("mount --table pool-9", "pool-9ft"),
        ("judge a.jsonl --game nine", "nine-ball"),
    ],
)
def test_a_shell_completes_commands_options_and_values(
    typed: str, expected: str
) -> None:
    words = f"cueref {typed}"
    asked = {
        "_CUEREF_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    code = "import sys; sys.argv = ['cueref']; from cueref.cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | asked,
        check=True,
    )
    assert done.stdout.split() == expected.split()
    assert done.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(shell: str) -> None:
    code = "import sys; from cueref.cli.main import main; main(sys.argv[1:])"
    arguments = ["--show-completion", shell]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True
    )
    assert "_CUEREF_COMPLETE" in done.stdout


def test_quiet_leaves_data_and_errors_only(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    def both() -> None:
        console.say("talk")
        console.data("data")
        raise RefereeError("broken")

    install(both)
    assert cli.main(["analyze", "--quiet"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "data\n"
    assert captured.err == "cueref: broken\n"
    console.configure(verbose=False, quiet=False)


def test_nothing_is_coloured_that_goes_into_a_pipe() -> None:
    code = (
        "from cueref.cli import console; console.complain('broken');"
        "bar = console.progress(); bar.start(); bar.add_task('x', total=3); bar.stop()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "\x1b" not in done.stdout + done.stderr
    assert "cueref: broken" in done.stderr


def test_the_progress_bar_says_the_time_left() -> None:
    columns = console.progress().columns
    assert any(isinstance(column, TimeRemainingColumn) for column in columns)
