"""The catalogue as the page reads it.

`ru.po` is the catalogue that people edit; `ru.json` is compiled from it by
`python -m cueref.locale.compiling` and ships, so that nothing is needed at run time.
"""

from functools import cache
from importlib.resources import files
from typing import Literal

Language = Literal["en", "ru"]


@cache
def catalogue_json(language: Language) -> str:
    """Return the words of a language as JSON: English text to translated text."""
    if language == "en":
        return "{}"
    name = f"{language}.json"
    return (files("cueref.locale") / name).read_text(encoding="utf-8")
