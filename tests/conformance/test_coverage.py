"""All clauses and switches of the rulebooks are accounted for, and the page says so."""

import tomllib
from pathlib import Path

import pytest
import yaml

from adjudicator.clause import CLAUSES, register
from adjudicator.coverage import coverage_page, missing
from adjudicator.settings import SWITCH_VALUES, Switches
from cueref.cli.coverage import count_cases

ROOT = Path(__file__).parents[2]
RULES = ROOT / ".." / "shared" / "rules"


COMMON_ERRORS = {
    "lowest ball decided after the balls of the shot are removed",
    "rails counted from the strike instead of from the contact",
    "the 8 legal to hit first before the group is cleared",
    "groups assigned on the break",
    "the 8 on the break lost",
    "a ball other than the lowest pocketed on a legal nine-ball shot called a foul",
    "no-rail foul although an opponent's ball dropped",
    "scratch on the 9 lost instead of spotted",
    "a scratch charged more than once",
    "nine-ball break that misses the 1",
    "push-out after a foul break",
    "a feather of the cue tip taken as first contact",
}
"""What public engines are known to get wrong."""


def rulebook(name: str) -> list[dict[str, object]]:
    path = RULES / name
    if not path.exists():
        pytest.skip(f"needs ../shared/rules/{name}")
    content: list[dict[str, object]] = yaml.load(
        path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    return content


def test_all_501_clauses_are_accounted_for() -> None:
    assert len(CLAUSES) == 501
    assert missing() == ()
    assert register().keys() == CLAUSES.keys()


def test_the_page_of_the_coverage_is_up_to_date() -> None:
    page = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    found = coverage_page(count_cases(ROOT / "tests" / "conformance"))
    assert page == found, "run `python -m cueref.cli.coverage`"


def test_every_error_of_public_engines_is_a_case() -> None:
    path = ROOT / "tests" / "conformance" / "common_errors.toml"
    cases = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    assert {case["error"] for case in cases} == COMMON_ERRORS


def test_the_first_value_of_a_switch_is_its_default() -> None:
    assert len(SWITCH_VALUES) == 35
    for name, values in SWITCH_VALUES.items():
        assert getattr(Switches(), name) == values[0]


@pytest.mark.real
def test_the_clauses_are_those_of_the_rulebooks() -> None:
    assert {one["id"] for one in rulebook("clauses.yaml")} == CLAUSES.keys()


@pytest.mark.real
def test_the_switches_and_their_defaults_are_those_of_the_rulebooks() -> None:
    known = {one["name"]: one["default"] for one in rulebook("switches.yaml")}
    assert len(known) == 35
    assert known == {name: getattr(Switches(), name) for name in SWITCH_VALUES}
