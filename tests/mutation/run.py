"""How many small errors in the rules the tests of the rules notice.

Run it from the root of the project, after the tests of the rules have run with
coverage by test (`make mutation` does both):

    python -m tests.mutation.run --coverage-file .coverage-rules

For each mutant of a fixed sample the process forks; the child puts the changed code
into the functions that are already loaded and runs the tests that reach the changed
line, until one fails. What runs on import is imported anew in the child.

With `--results FILE` every result is written down at once, and another run goes on
from there: what the same code was caught with is not tried again, survivors are.
"""

import argparse
import ast
import contextlib
import functools
import gc
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import sys
import time
import types
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import coverage
import pytest

from tests.mutation.mutants import Mutant, mutated, sample

PACKAGE = Path("adjudicator")
TESTS = ("tests/adjudicator", "tests/conformance")
SEED = 20
COUNT = 320
SECONDS = 60
"""Processor time after which a mutant counts as caught: it never ends."""

MEMORY = 4 << 30
"""Bytes that a mutant may take."""
FAILS, BROKEN, SURVIVES = 1, 3, 7
"""Exit status of a child: a test failed, the child itself did, all tests passed."""

CAUGHT, SURVIVED, ENDLESS = "caught", "survived", "endless"
NOTHING = "nothing"
"""Kind of the changes that control the runner."""
RESULTS = {FAILS: CAUGHT, SURVIVES: SURVIVED, BROKEN: "broken"}


class Reach:
    """Which tests reach which line."""

    def __init__(self, file: Path) -> None:
        data = coverage.CoverageData(basename=str(file))
        data.read()
        self.lines = {
            name: data.contexts_by_lineno(name) for name in data.measured_files()
        }

    def tests(self, mutant: Mutant) -> tuple[set[str], bool]:
        """Return the tests that reach a mutant; and whether an import does."""
        lines = self.lines.get(str(Path(mutant.path).resolve()), {})
        found = {
            context
            for line in range(mutant.line, mutant.last + 1)
            for context in lines.get(line, ())
        }
        on_import = mutant.on_import or "" in found
        if on_import:
            found = {context for many in lines.values() for context in many}
        return {context.partition("|")[0] for context in found if context}, on_import


def functions(path: str) -> Iterator[types.FunctionType]:
    """Yield the loaded functions of a module, wherever they are kept."""
    whole = str(Path(path).resolve())
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and one.__code__.co_filename == whole:
            yield one


def codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and all inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


def key(code: types.CodeType) -> tuple[str, int, int]:
    """Return what tells one function of a module from another."""
    columns = [at[2] for at in code.co_positions() if at[2]]
    return code.co_qualname, code.co_firstlineno, min(columns, default=0)


def patch(tree: ast.Module, path: str) -> bool:
    """Put the changed code into the loaded functions; return whether any changed."""
    new = compile(tree, str(Path(path).resolve()), "exec")
    by_name = {key(code): code for code in codes(new)}
    done = False
    for function in list(functions(path)):
        old = function.__code__
        code = by_name.get(key(old), old)
        if code != old and code.co_freevars == old.co_freevars:
            function.__code__, done = code, True
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper):
            one.cache_clear()
    return done


class Results:
    """What earlier runs found, kept in a file of JSON lines; no file keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        digest = hashlib.sha256()
        for source in sorted(PACKAGE.rglob("*.py")):
            digest.update(source.read_bytes())
        self.code = digest.hexdigest()
        self.caught: dict[str, str] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                known = json.loads(line)
                if known["code"] == self.code and known["result"] != SURVIVED:
                    self.caught[known["mutant"]] = known["result"]

    def add(self, mutant: Mutant, result: str) -> None:
        """Write one result down."""
        if self.path is None:
            return
        line = {"code": self.code, "mutant": str(mutant), "result": result}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


class _Mutated(importlib.abc.Loader):
    def __init__(self, tree: ast.Module, path: str) -> None:
        self.tree, self.path = tree, path

    def exec_module(self, module: types.ModuleType) -> None:
        exec(compile(self.tree, self.path, "exec"), module.__dict__)  # noqa: S102


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, tree: ast.Module, path: str) -> None:
        self.name = path.removesuffix(".py").replace("/", ".")
        self.loader = _Mutated(tree, str(Path(path).resolve()))

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, self.loader)


def import_anew(tree: ast.Module, path: str, tests: Sequence[str]) -> bool:
    """Return whether the tests pass when everything is imported with the change."""
    for name in list(sys.modules):
        if name.partition(".")[0] in ("adjudicator", "cueref") or (
            name.startswith("tests.") and not name.startswith("tests.mutation")
        ):
            del sys.modules[name]
    sys.meta_path.insert(0, _Finder(tree, path))
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:cov"]
    return pytest.main([*options, *sorted({t.partition("::")[0] for t in tests})]) == 0


def controls() -> Iterator[Mutant]:
    """Yield changes that change nothing; if tests notice them the runner is wrong."""
    path = str(PACKAGE / "racks.py")
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    line = 1 + next(n for n, text in enumerate(lines) if "racks = " in text)
    for on_import in (False, True):
        yield Mutant(path, line, 0, NOTHING, line, on_import)


class Runner:
    """Takes the place of the loop over the tests: a loop over the mutants."""

    def __init__(self, mutants: Sequence[Mutant], reach: Reach, known: Results) -> None:
        self.mutants, self.reach, self.known = mutants, reach, known
        self.results: dict[Mutant, str] = {}
        self.failed = False

    def pytest_configure(self) -> None:
        """Draw the same examples for every mutant."""
        from hypothesis import settings  # pytest's plugin of it must load it first

        settings.register_profile("fixed", database=None, derandomize=True)
        settings.load_profile("fixed")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember that a test failed."""
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge every mutant."""
        items = [one for one in session.items if one.path.name != "test_random_play.py"]
        random.Random(SEED).shuffle(items)
        items.sort(key=lambda one: hasattr(getattr(one, "obj", None), "hypothesis"))
        gc.freeze()
        for control in controls():
            assert self.judged(control, items) == SURVIVED, control
        for index, mutant in enumerate(self.mutants, start=1):
            start = time.monotonic()
            result = self.known.caught.get(str(mutant))
            if result is not None:
                self.results[mutant] = result
                continue
            result = self.judged(mutant, items)
            self.results[mutant] = result
            self.known.add(mutant, result)
            spent = time.monotonic() - start
            line = f"{index:4d} {spent:5.1f} s {result:9} {mutant}\n"
            assert sys.__stderr__ is not None
            os.write(sys.__stderr__.fileno(), line.encode())
        return True

    def judged(self, mutant: Mutant, items: Sequence[pytest.Item]) -> str:
        """Return whether the tests notice a mutant."""
        names, on_import = self.reach.tests(mutant)
        chosen = [item for item in items if item.nodeid in names]
        child = os.fork()
        if child == 0:
            status = BROKEN
            with contextlib.suppress(BaseException):
                status = self.survives(mutant, chosen, on_import=on_import)
            os._exit(status)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return ENDLESS
        return RESULTS[os.WEXITSTATUS(status)]

    def survives(
        self, mutant: Mutant, items: Sequence[pytest.Item], *, on_import: bool
    ) -> int:
        """Return `SURVIVES` if no test fails; in the child."""
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        if mutant.kind == NOTHING:
            tree = ast.parse(Path(mutant.path).read_text(encoding="utf-8"))
        else:
            tree = mutated(mutant)
        if on_import or not (patch(tree, mutant.path) or mutant.kind == NOTHING):
            passed = import_anew(tree, mutant.path, [item.nodeid for item in items])
            return SURVIVES if passed else FAILS
        for item in items:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if self.failed:
                return FAILS
        return SURVIVES


def main() -> int:
    """Print what survives and the share that is caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coverage-file", type=Path, required=True)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--only", default="", help="mutants whose text holds this")
    parser.add_argument("--results", type=Path, help="file to go on from")
    parser.add_argument("--least", type=float, default=0.95, help="share to be caught")
    options = parser.parse_args()
    mutants = sample(PACKAGE, options.count, SEED)
    mutants = [one for one in mutants if options.only in str(one)]
    known = Results(options.results)
    runner = Runner(mutants, Reach(options.coverage_file), known)
    pytest.main(["-q", "-p", "no:cacheprovider", *TESTS], plugins=[runner])
    found = Counter(runner.results.values())
    for mutant, result in runner.results.items():
        if result == SURVIVED:
            sys.stdout.write(f"survived: {mutant}\n")
    share = 1 - found[SURVIVED] / max(1, len(runner.results))
    counted = f"{len(runner.results)} mutants, {dict(found)}"
    sys.stdout.write(f"{counted}: {share:.1%} caught\n")
    return 0 if share >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
