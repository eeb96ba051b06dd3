"""Sentences of the rulings in English and Russian, made only when printed.

A sentence is a template with fields like `{hit:ball}`: the part after the colon says
how the word is said in that language (`ball`, `balls`, `pocket`, `rail`, `seat`,
`s` for seconds, `why` for the cause of a gap, `by` for what
touched a ball).
"""

import string
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, NewType

from adjudicator.clause import CLAUSES, Foul, Word, sentences


class Text(NamedTuple):
    """One text in both languages."""

    en: str
    ru: str


PhraseKey = NewType("PhraseKey", str)
"""Names a sentence of the register of phrases."""

_PHRASES: Final[dict[str, Text]] = {}


def phrase(key: str, en: str, ru: str) -> PhraseKey:
    """Register a sentence that is no foul, in both languages.

    Args:
        key: Its name in files; the discipline's own start with the discipline.
        en: English template.
        ru: Russian template.
    """
    if key in _PHRASES:
        raise KeyError(f"the phrase {key} exists already")
    _PHRASES[key] = Text(en, ru)
    return PhraseKey(key)


def known_phrase(key: str) -> PhraseKey | None:
    """Return the key if such a phrase exists."""
    return PhraseKey(key) if key in _PHRASES else None


_POCKETS_RU: Final[Mapping[str, str]] = {
    "head-left": "передняя левая луза",
    "head-right": "передняя правая луза",
    "center-left": "средняя левая луза",
    "center-right": "средняя правая луза",
    "foot-left": "дальняя левая луза",
    "foot-right": "дальняя правая луза",
}
_RAILS_RU: Final[Mapping[str, str]] = {
    "head": "передний борт",
    "foot": "задний борт",
    "left": "левый борт",
    "right": "правый борт",
}
_CAUSES_RU: Final[Mapping[str, str]] = {
    "covered": "закрыто рукой, кием или предметом",
    "pictures were lost": "потеряны кадры",
    "the beginning of the shot was not seen": "начало удара не видно",
    "the end of the shot was not seen": "конец удара не видно",
    "the shot could not be read": "удар не удалось разобрать",
}
"""Why nothing was seen for a while; others are shown as they are."""

_INTRUDERS_RU: Final[Mapping[str, str]] = {
    "hand": "рука",
    "cue": "кий",
    "sleeve": "рукав",
    "bridge": "машинка",
    "person": "человек",
    "rack": "треугольник",
    "object": "предмет",
}

_STEMS_RU: Final[Mapping[str, str]] = {
    "purple": "фиолетовый",
    "orange": "оранжевый",
    "white": "белый шар",
    "ball": "неизвестный шар",
}
_STEMS_GEN_RU: Final[Mapping[str, str]] = {
    "purple": "фиолетового",
    "orange": "оранжевого",
    "white": "белого шара",
    "ball": "неизвестного шара",
}


def ball_en(name: str) -> str:
    """Return how a ball is called in English."""
    if name == "cue":
        return "the cue ball"
    if name == "colored":
        return "the coloured ball"
    if name == "bonus":
        return "the Bonus"
    return f"the {name.replace('-', ' ')}"


def ball_ru(name: str) -> str:
    """Return how a ball is called in Russian."""
    fixed = {"cue": "биток", "colored": "цветной шар", "bonus": "Бонус"}.get(name)
    if fixed is not None:
        return fixed
    stem, _, number = name.rpartition("-")
    return f"{_STEMS_RU[stem]} {number}" if stem else f"шар {number}"


def ball_gen_ru(name: str) -> str:
    """Return a ball's name in the Russian genitive ("of the ball")."""
    fixed = {"cue": "битка", "colored": "цветного шара", "bonus": "Бонуса"}.get(name)
    if fixed is not None:
        return fixed
    stem, _, number = name.rpartition("-")
    return f"{_STEMS_GEN_RU[stem]} {number}" if stem else f"шара {number}"


def _balls_on_en(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return f"{ball_en(names[0])} was the ball on"
    return f"the balls on were {_list([ball_en(one) for one in names], 'and', 'none')}"


def _balls_on_ru(names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return f"прицельным был {ball_ru(names[0])}"
    return f"прицельными были: {_list([ball_ru(one) for one in names], 'и', 'никакие')}"


class _English(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        match format_spec:
            case "ball":
                return ball_en(str(value))
            case "balls":
                assert isinstance(value, tuple)  # noqa: S101
                return _list([ball_en(str(one)) for one in value], "and", "no ball")
            case "gen":
                return ball_en(str(value))
            case "first":
                return f"hit {ball_en(str(value))} first" if value else "hit no ball"
            case "on":
                assert isinstance(value, tuple)  # noqa: S101
                return _balls_on_en(value)
            case "pocket":
                return f"the {value} pocket"
            case "rail":
                return f"the {value} rail"
            case "seat":
                return f"player {value}"
            case "s":
                return f"{value:.2f} s"
            case _:
                return str(value)


class _Russian(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        match format_spec:
            case "ball":
                return ball_ru(str(value))
            case "balls":
                assert isinstance(value, tuple)  # noqa: S101
                return _list([ball_ru(str(one)) for one in value], "и", "ни один шар")
            case "gen":
                return ball_gen_ru(str(value))
            case "first":
                if not value:
                    return "не коснулся ни одного шара"
                return f"первым коснулся {ball_gen_ru(str(value))}"
            case "on":
                assert isinstance(value, tuple)  # noqa: S101
                return _balls_on_ru(value)
            case "pocket":
                return _POCKETS_RU[str(value)]
            case "rail":
                return _RAILS_RU[str(value)]
            case "seat":
                return f"игрок {value}"
            case "s":
                return f"{value:.2f} с".replace(".", ",")
            case "why":
                return _CAUSES_RU.get(str(value), str(value))
            case "by":
                return _INTRUDERS_RU[str(value)]
            case _:
                return str(value)


def _list(names: list[str], last: str, nothing: str) -> str:
    if len(names) < 2:
        return names[0] if names else nothing
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


_EN: Final = _English()
_RU: Final = _Russian()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def fill(text: Text, words: Mapping[str, Word]) -> Text:
    """Fill both templates with the same words."""
    return Text(
        _sentence(_EN.vformat(text.en, (), words)),
        _sentence(_RU.vformat(text.ru, (), words)),
    )


def phrase_text(key: PhraseKey, words: Mapping[str, Word]) -> Text:
    """Return a phrase in both languages."""
    return fill(_PHRASES[key], words)


def foul_text(foul: Foul) -> Text:
    """Return the sentence of a foul in both languages, with its clause."""
    en, ru = sentences(foul.clause.id)
    known = CLAUSES[foul.clause.id]
    if not foul.words:
        en, ru = known.en, known.ru
    text = fill(Text(en, ru), foul.words)
    return Text(f"{text.en} ({foul.clause.id}).", f"{text.ru} ({foul.clause.id}).")


def join(texts: Iterable[Text]) -> Text:
    """Return sentences as one text."""
    parts = tuple(texts)
    return Text(" ".join(one.en for one in parts), " ".join(one.ru for one in parts))
