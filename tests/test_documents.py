"""What the README and the guide say exists, exists."""

import re
from pathlib import Path

import pytest
import typer

from cueref.cli.main import COMMANDS, _build_app

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/guide/en.md", "docs/guide/ru.md")
BOTH = ("docs/guide/en.md", "docs/guide/ru.md")


def commands(page: str) -> list[list[str]]:
    """Every command line of `cueref` in the blocks of a page, without comments."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = [
        line.split("  #")[0].strip()
        for block in re.findall(r"```\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    words = [line.split() for line in lines if " / " not in line]
    return [w[1:] for w in words if w and w[0].endswith("cueref")]


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


@pytest.mark.parametrize("page", PAGES)
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    heads = {_anchor(h) for h in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in heads, target
        elif not target.startswith("http"):
            assert (ROOT / page).parent.joinpath(target).exists(), target


def test_both_guides_have_the_same_parts_and_commands() -> None:
    en, ru = ((ROOT / page).read_text(encoding="utf-8") for page in BOTH)
    assert en.count("\n## ") == ru.count("\n## ")
    assert [c[0] for c in commands(BOTH[0])] == [c[0] for c in commands(BOTH[1])]


def _anchor(head: str) -> str:
    return re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-")
