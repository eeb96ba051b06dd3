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
