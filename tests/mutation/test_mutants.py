"""The small errors that the tests of the rules must notice are the ones meant."""

import ast
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant, mutants_of, mutated, sample
from tests.mutation.run import CAUGHT, SURVIVED, Results


def changes(folder: Path, text: str) -> dict[str, str]:
    path = folder / "module.py"
    path.write_text(text, encoding="utf-8")
    return {one.kind: ast.unparse(mutated(one)) for one in mutants_of(path)}


@pytest.mark.parametrize(
    ("before", "kind", "after"),
    [
        ("x = a < b", "negate", "x = a >= b"),
        ("x = a < b", "border", "x = a <= b"),
        ("x = a and b", "and-or", "x = a or b"),
        ("x = not a", "drop-not", "x = a"),
        ("x = a + b", "operator", "x = a - b"),
        ("x = True", "truth", "x = False"),
        ("x = 4", "number", "x = 5"),
        ("def f():\n    return a", "return-none", "def f():\n    return None"),
        ("x = a if b else c", "condition", "x = a if not b else c"),
    ],
)
def test_each_kind_of_error_changes_one_thing(
    tmp_path: Path, before: str, kind: str, after: str
) -> None:
    assert changes(tmp_path, before)[kind] == after


@pytest.mark.parametrize(
    "text",
    [
        "x: int | None = 'text'",
        "def f(x: int | None) -> int | str: ...",
        "@decorated(1)\ndef f(): ...",
        "def f():\n    assert a == b",
        "x = isinstance(y, int | str)",
        "def f():\n    return None",
    ],
)
def test_text_annotations_decorators_and_assertions_stay(
    tmp_path: Path, text: str
) -> None:
    assert changes(tmp_path, text) == {}


def test_the_sample_is_always_the_same() -> None:
    package = Path(__file__).parents[2] / "adjudicator"
    once = sample(package, 20, 1)
    assert once == sample(package, 20, 1)
    assert len(set(once)) == 20


def test_a_run_goes_on_from_what_the_same_code_was_caught_with(tmp_path: Path) -> None:
    one, other = (Mutant("a.py", line, 0, "negate", line, False) for line in (1, 2))
    path = tmp_path / "results.jsonl"
    first = Results(path)
    first.add(one, CAUGHT)
    first.add(other, SURVIVED)
    assert Results(path).caught == {str(one): CAUGHT}
    path.write_text(path.read_text(encoding="utf-8").replace(first.code, "older"))
    assert Results(path).caught == {}


def test_without_a_file_nothing_is_kept() -> None:
    results = Results(None)
    results.add(Mutant("a.py", 1, 0, "negate", 1, False), CAUGHT)
    assert results.caught == {}
