"""Every word of the page is in every language."""

import json
import re
from pathlib import Path

import pytest

from cueref.locale.catalogue import catalogue_json

compiling = pytest.importorskip("cueref.locale.compiling", reason="needs Babel")

HERE: Path = compiling.HERE


def test_every_text_of_the_page_is_translated_and_nothing_else() -> None:
    words = json.loads(catalogue_json("ru"))
    assert set(words) == compiling.texts_of_the_page()


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
