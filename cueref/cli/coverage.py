"""Write `docs/rules-coverage.md` from the code and the conformance cases.

Run it from the root of the project: `python -m cueref.cli.coverage`.
"""

import tomllib
from collections import Counter
from pathlib import Path

from adjudicator.coverage import coverage_page, missing
from cueref.cli import console

CASES = Path("tests/conformance")
PAGE = Path("docs/rules-coverage.md")


def count_cases(folder: Path) -> Counter[str]:
    """Return the number of conformance cases of each clause."""
    found: Counter[str] = Counter()
    for path in sorted(folder.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            ids = case["clause"]
            found.update([ids] if isinstance(ids, str) else ids)
    return found


def write_page() -> None:
    """Write the page and say what is missing."""
    PAGE.write_text(coverage_page(count_cases(CASES)), encoding="utf-8")
    console.say(f"{PAGE} written; missing: {', '.join(missing()) or 'nothing'}")


if __name__ == "__main__":
    write_page()
