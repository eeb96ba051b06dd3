"""Every word of the page is in every language."""

import json
import re
from pathlib import Path

import pytest

from adjudicator.wording import Text
from cueref.locale.catalogue import catalogue_json, decimal, filled

compiling = pytest.importorskip("cueref.locale.compiling", reason="needs Babel")

HERE: Path = compiling.HERE

SAME: frozenset[str] = frozenset()
"""Texts that are the same in both languages."""

MARKS = {"Русский", "грок"}
"""The button of the language, and the word before a player's letter."""


def test_every_text_of_page_and_code_is_translated_and_nothing_else() -> None:
    words = json.loads(catalogue_json("ru"))
    used = compiling.texts_of_the_page() | compiling.texts_of_the_code()
    assert set(words) == used


def test_a_translation_is_russian() -> None:
    for english, russian in json.loads(catalogue_json("ru")).items():
        words = re.sub(r"\{\w+\}", "", english)
        if re.search(r"[a-z]{3}", words) and english not in SAME:
            assert re.search(r"[а-яё]", russian, re.IGNORECASE), english


def test_a_text_that_is_put_together_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text('x = text(f"{y} balls")\n', encoding="utf-8")
    with pytest.raises(ValueError, match="one literal"):
        compiling.texts_of_the_code(tmp_path)


def test_fields_are_filled_in_each_language_with_its_own_words() -> None:
    template = Text("{ball} meets {other}", "{ball} касается {other}")
    ball, other = Text("the 1", "шар 1"), Text("the 2", "шара 2")
    assert filled(template, ball=ball, other=other) == Text(
        "the 1 meets the 2", "шар 1 касается шара 2"
    )
    assert decimal(2.54) == Text("2.5", "2,5")


def test_no_russian_is_written_beside_the_catalogue() -> None:
    for path in sorted(compiling.APPLICATION.rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        found = [one for one in re.findall(r"[А-Яа-яЁё]{3,}", code) if one not in MARKS]
        assert found == [], path


def test_the_shipped_words_are_those_of_the_catalogue() -> None:
    words = compiling.translations(HERE / "ru.po")
    assert catalogue_json("ru") == compiling.as_json(words)


def test_a_translation_keeps_what_is_filled_in() -> None:
    for english, russian in json.loads(catalogue_json("ru")).items():
        names = [sorted(re.findall(r"\{(\w+)\}", text)) for text in (english, russian)]
        assert names[0] == names[1], english
        assert russian.strip() == russian


def test_english_is_in_the_code() -> None:
    assert catalogue_json("en") == "{}"


def test_what_the_referee_refuses_is_said_in_his_own_words() -> None:
    words = (compiling.STATIC / "words.js").read_text(encoding="utf-8")
    listed = words.partition("REFUSALS = [")[2].partition("];")[0]
    root = HERE.parent.parent
    code = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("cueref/session", "cueref/web", "adjudicator")
        for path in (root / folder).glob("*.py")
    )
    said = re.sub(r'"\s*\n\s*f?"', "", code)
    for template in re.findall(r'N\("([^"]+)"\)', listed):
        for part in re.split(r"\{\w+\}", template):
            if part.strip() not in ("", "referee", "player"):
                known = part.strip().removesuffix(" referee").removesuffix(" player")
                assert known in said, template
