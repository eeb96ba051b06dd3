"""Writes docs/accuracy.md: every figure with the command that gives it."""

import argparse
import datetime
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from cueref import __version__

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "accuracy.md"


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the page.

    Attributes:
        name: To choose it by.
        title: Its heading.
        words: What it shows and how to read it.
        arguments: Of the Python that prints it.
    """

    name: str
    title: str
    words: str
    arguments: tuple[str, ...]


SECTIONS = (
    Section(
        "real",
        "Real recordings",
        "Seven clips made by others, from 480p at 30 to 1080p at 60 pictures a "
        "second, labelled by eye. None was trained on, but the pipeline was "
        "developed with them in view: the rule for balls that vanish on their "
        "way into a pocket (05), the weight of the first ball to move (13), the "
        "names a game needs and the depth of the centre pockets (01), the faint "
        "streaks and the size of a table from its rack (09), links over gaps and "
        "balls that start at once (07) and balls seen deep in a pocket (13) were set "
        "after looking at them, so these figures flatter. What is missed or invented "
        "is listed below the table.",
        ("-m", "benchmarks.recordings", "real"),
    ),
    Section(
        "samples",
        "Rendered recordings",
        "The sample videos, rendered from seeds and looks that no training "
        "picture used; their truth is exact. Breaks are counted apart; the "
        "opening of a rack is one event and stands for the contacts inside it. "
        "Balls that look the same may swap names. The suspicion of unseen "
        "contacts was corrected after looking at the nine-ball sample.",
        ("-m", "benchmarks.recordings", "samples"),
    ),
    Section(
        "clips",
        "Rendered test clips",
        "One shot each, of all games and of looks, tables and cameras that nothing was "
        "trained on or tuned with, 720p at 60 pictures a second, analysed as a user "
        "does who says nothing but the game.",
        ("-m", "benchmarks.recordings", "rendered", "--seed", "2000600..2000699"),
    ),
    Section(
        "detector",
        "Detector",
        "Balls found in pictures: real stills and rendered ones, with 95 % intervals. "
        "Labels of the first set are up to 1.6 times too wide and are tightened to the "
        "rim before scoring. The threshold and the gate at pockets were set with the "
        "real stills in view, so their figures flatter; the rendered test scenes are "
        "untouched. The labels stand in for the calibration's size of a ball.",
        ("-m", "benchmarks.detector"),
    ),
    Section(
        "identity",
        "Identity",
        "What a ball is, from one picture of it at its label; a recording has many. "
        "Alone: its likeliest look. Together: each name of the set once. None of the "
        "real pictures was trained on.",
        ("-m", "benchmarks.identity"),
    ),
    Section(
        "positions",
        "Positions",
        "Balls placed in millimetres, from the pictures of one fixed camera, the table "
        "calibrated from nothing but the pictures and its size; and by one map fitted "
        "to the labels, so what the centres alone are good for.",
        ("-m", "benchmarks.positions"),
    ),
    Section(
        "occlusion",
        "What covers the table",
        "Rendered clips with players, hands, cues and things over the table. A ball "
        "of which less than a quarter shows is hidden; the tip of a cue counts while "
        "it is over the cloth.",
        ("-m", "benchmarks.occlusion"),
    ),
    Section(
        "calibration",
        "Calibration",
        "The table found without help; errors at the noses' corners.",
        ("-m", "benchmarks.calibration"),
    ),
    Section(
        "events",
        "Events",
        "Simulated shots with exact truth, sampled with noise; beside ours, the "
        "threshold heuristic that is common elsewhere.",
        ("-m", "benchmarks.events"),
    ),
)

HEAD = """# Accuracy

Every figure comes from the command above its table; `make accuracy` runs them all and
writes this page. Figures below a goal are printed as they are.
"""


def printed(section: Section) -> str:
    """Run a section and return its part of the page."""
    done = subprocess.run(  # noqa: S603 - our own modules
        [sys.executable, *section.arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    text = done.stdout.rstrip() or done.stderr.strip().splitlines()[-1]
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    command = " ".join(("python", *section.arguments))
    return (
        f"## {section.title}\n\n{section.words}\n\n"
        f"`{command}` · {day} · cueref {__version__} · {machine}\n\n"
        f"```text\n{text}\n```\n"
    )


def stored() -> dict[str, str]:
    """Return the parts of the page as it stands, by heading."""
    if not PAGE.is_file():
        return {}
    parts = PAGE.read_text().split("\n## ")[1:]
    return {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in parts}


def main() -> None:
    """Run the chosen sections and keep the others as they stand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=[s.name for s in SECTIONS])
    chosen = parser.parse_args().only or [section.name for section in SECTIONS]
    parts = stored()
    for section in SECTIONS:
        if section.name in chosen:
            print(f"{section.title} ...", flush=True)
            parts[section.title] = printed(section)
    page = [parts[s.title] for s in SECTIONS if s.title in parts]
    PAGE.write_text("\n".join((HEAD, *page)))
    print(f"wrote {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
