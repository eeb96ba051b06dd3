"""What the README and the guide say exists, exists."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import typer

from cueref.cli.main import COMMANDS, _build_app

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/guide/en.md", "docs/guide/ru.md")
LINKED = (
    *PAGES,
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/recipes.md",
    "docs/frames.md",
)
PACKAGES = ("adjudicator", "calibration", "vision", "tracking", "cueref")
BOTH = ("docs/guide/en.md", "docs/guide/ru.md")


def blocks(page: str) -> list[str]:
    """Every block of code of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(r"```\n(.*?)```", text, re.DOTALL)


def command_lines(page: str) -> list[list[str]]:
    """Every command line of a page in its words, without comments."""
    lines = [
        line.split("  #")[0].strip()
        for block in blocks(page)
        for line in block.splitlines()
    ]
    return [shlex.split(line) for line in lines if line and not line.startswith("{")]


def commands(page: str) -> list[list[str]]:
    """The words after `cueref` of every command line of a page."""
    return [words[1:] for words in command_lines(page) if words[0].endswith("cueref")]


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_option_of_a_page_exists(page: str) -> None:
    found = commands(page)
    assert len(found) > 3
    for name, *arguments in found:
        assert name in COMMANDS, name
        if name in ("train", "synthesize"):
            continue  # need parts that not everybody installs
        group = typer.main.get_command(_build_app(name))
        command = group.commands[name]  # type: ignore[attr-defined]
        options = {opt for param in command.params for opt in param.opts}
        used = {a for a in arguments if re.fullmatch(r"--?[a-z].*", a)}
        assert used <= options, (name, used - options)


@pytest.mark.parametrize("page", LINKED)
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    heads = {_anchor(h) for h in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in heads, target
        elif not target.startswith("http"):
            assert (ROOT / page).parent.joinpath(target).exists(), target


@pytest.mark.parametrize("page", PAGES)
def test_every_other_command_of_a_page_can_be_run(page: str) -> None:
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    for program, *words in command_lines(page):
        match Path(program).name:
            case "make":
                assert re.search(rf"^{words[0]}:", make, re.MULTILINE), words
            case "pip":
                asked = re.findall(r"\[(.*)\]", words[-1])
                assert {one for each in asked for one in each.split(",")} <= set(extras)
            case "python3":
                assert words[:2] == ["-m", "venv"]
            case other:
                assert other == "cueref", other


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_place_that_developers_are_shown_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    places = [ROOT, *(ROOT / package for package in PACKAGES)]
    named = re.findall(r"`([\w./-]+(?:/|\.py)[\w./-]*)`", text)
    assert len(named) > 2
    for name in named:
        assert any((place / name).exists() for place in places), name


def test_decisions_are_numbered_and_all_are_listed() -> None:
    folder = ROOT / "docs/adr"
    pages = sorted(page.name for page in folder.glob("0*.md"))
    assert [name[:4] for name in pages] == [
        f"{number:04d}" for number in range(1, len(pages) + 1)
    ]
    index = (folder / "README.md").read_text(encoding="utf-8")
    for name in pages:
        text = (folder / name).read_text(encoding="utf-8")
        assert f"({name})" in index
        assert [f"## {part}" in text for part in ("Why", "Decision", "What follows")]


def test_both_guides_have_the_same_parts_and_commands() -> None:
    en, ru = ((ROOT / page).read_text(encoding="utf-8") for page in BOTH)
    assert en.count("\n## ") == ru.count("\n## ")
    assert command_lines(BOTH[0]) == command_lines(BOTH[1])


def _anchor(head: str) -> str:
    return re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-")
