"""The one catalogue of words around the rulings: page, report, captions.

`ru.po` is the catalogue that people edit; `ru.json` is compiled from it by
`python -m cueref.locale.compiling` and ships, so that nothing is needed at run time.
The sentences of the rulings themselves are the rulebook's (`adjudicator.wording`).
"""

import json
from functools import cache
from importlib.resources import files
from typing import Literal

from adjudicator.wording import Text

Language = Literal["en", "ru"]


@cache
def catalogue_json(language: Language) -> str:
    """Return the words of a language as JSON: English text to translated text."""
    if language == "en":
        return "{}"
    name = f"{language}.json"
    return (files("cueref.locale") / name).read_text(encoding="utf-8")


@cache
def _words(language: Language) -> dict[str, str]:
    words: dict[str, str] = json.loads(catalogue_json(language))
    return words


def text(english: str) -> Text:
    """Return an English text with its translation.

    Args:
        english: As it stands in the catalogue: always a literal, so that it is found
            by `cueref.locale.compiling`.

    Raises:
        KeyError: The catalogue lacks it.
    """
    return Text(english, _words("ru")[english])


def filled(template: Text, **fields: Text | str | int) -> Text:
    """Return a template with its fields filled in, each language with its own words.

    Args:
        template: With fields like `{ball}` in both languages.
        fields: A text in both languages, or what is the same in both.
    """
    return Text(
        template.en.format_map({k: _said(v, "en") for k, v in fields.items()}),
        template.ru.format_map({k: _said(v, "ru") for k, v in fields.items()}),
    )


def _said(value: Text | str | int, language: Language) -> str:
    return str(getattr(value, language) if isinstance(value, Text) else value)


def decimal(value: float, digits: int = 1) -> Text:
    """Return a number as it is written in each language."""
    english = f"{value:.{digits}f}"
    return Text(english, english.replace(".", ","))
