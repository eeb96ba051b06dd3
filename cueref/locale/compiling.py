"""Compiling the catalogue: `python -m cueref.locale.compiling` after every change.

Needs Babel (extra `dev`). Texts are found in the page's files (`t("...")` and
`N("...")` in modules, elements with `data-t` in pages) and in the code of the
application (`text("...")`).
"""

import ast
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

HERE: Final = Path(__file__).parent
APPLICATION: Final = HERE.parent
STATIC: Final = APPLICATION / "web" / "static"

_IN_MODULE: Final = re.compile(r'\b[tN]\(\s*"((?:[^"\\]|\\.)+)"')
_IN_PAGE: Final = re.compile(r"<[^>]*\bdata-t\b[^>]*>([^<]+)<")


def texts_of_the_page(folder: Path = STATIC) -> frozenset[str]:
    """Return every text that the page shows, in English."""
    found: set[str] = set()
    for path in sorted(folder.iterdir()):
        pattern = {".js": _IN_MODULE, ".html": _IN_PAGE}.get(path.suffix)
        if pattern is not None:
            text = path.read_text(encoding="utf-8")
            found |= {json.loads(f'"{one}"') for one in pattern.findall(text)}
    return frozenset(found)


def texts_of_the_code(folder: Path = APPLICATION) -> frozenset[str]:
    """Return every text of the application that goes through `text`, in English.

    Raises:
        ValueError: One of them is no literal; the message says where.
    """
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _is_text(node.func):
                found.add(_literal(node, path))
    return frozenset(found)


def _is_text(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id == "text"


def _literal(call: ast.Call, path: Path) -> str:
    match call.args:
        case [ast.Constant(value=str() as value)]:
            return value
    raise ValueError(f"{path}:{call.lineno}: text() takes one literal")


def translations(path: Path) -> dict[str, str]:
    """Return the translations of a catalogue; those that are open are left out."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    return {
        str(message.id): str(message.string)
        for message in catalogue
        if message.id and message.string and not message.fuzzy
    }


def as_json(words: Mapping[str, str]) -> str:
    """Return a catalogue as the page reads it."""
    return json.dumps(words, ensure_ascii=False, sort_keys=True, indent=0) + "\n"


def compile_all(folder: Path = HERE) -> Iterable[Path]:
    """Compile every catalogue of a folder, and yield what was written."""
    for path in sorted(folder.glob("*.po")):
        target = path.with_suffix(".json")
        target.write_text(as_json(translations(path)), encoding="utf-8")
        yield target


if __name__ == "__main__":
    for _ in compile_all():
        pass
