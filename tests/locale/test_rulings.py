"""Every sentence of the rulings is there in both languages, and reads as one."""

import re
import string
from collections.abc import Iterator

import pytest

from adjudicator import clause, wording
from adjudicator.balls import Discipline
from adjudicator.clause import CLAUSES
from adjudicator.wording import Text
from tests.adjudicator.play import played

CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
NAMES = re.compile(r"\b(?:bonus|eight|nine|pool|pyramid|straight)\.[\w.]+")
"""Clauses are called the same in both languages."""


def templates() -> Iterator[Text]:
    """Every sentence and title of the rulebook."""
    yield from wording._PHRASES.values()
    yield from (Text(*pair) for pair in clause._SENTENCES.values())
    yield from (Text(each.en, each.ru) for each in CLAUSES.values())


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_sentence_is_in_both_languages() -> None:
    found = list(templates())
    assert len(found) > 700
    for text in found:
        assert text.en.strip(), text
        assert CYRILLIC.search(text.ru), text
        assert not CYRILLIC.search(text.en), text


def test_both_languages_speak_of_the_same_things() -> None:
    for text in templates():
        known = fields(text.en) | ({"ru"} if "en" in fields(text.en) else set())
        assert fields(text.ru) <= known, text


@pytest.mark.parametrize("game", list(Discipline))
def test_reasons_of_whole_matches_are_russian_throughout(game: Discipline) -> None:
    said = 0
    for seed in range(6):
        for ruling in played(seed, game, 30).rulings:
            if ruling.verdict is None:
                continue
            for text in (ruling.verdict.reasons, *ruling.verdict.questions):
                said += 1
                assert "{" not in text.en + text.ru
                assert not CYRILLIC.search(text.en), text.en
                plain = NAMES.sub("", text.ru)
                assert not re.findall(r"\b[a-z]{3,}\b", plain), text.ru
    assert said > 50
