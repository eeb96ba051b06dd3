"""Clauses, fouls, and the register that says where each clause lives.

A clause that makes a foul is a function with the rulebook's number on it. It
returns the evidence of the foul, or None; the decorator makes the `Foul`:

    @clause("pool.18", en="{t:s}: ...", ru="{t:s}: ...")
    def scratch(facts: Facts) -> Evidence | None: ...

Clauses that are no foul (turns, scoring, spotting, options, definitions) are
registered where they are applied, by `@applies`, `@defines` and `entered`. The
register is data: the coverage page is made from it.

Editions: FBSR pool rules (general, 8-ball, 9-ball, 14.1), Bonus Ball 2008, Russian
pyramid "Amerikanka".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, NamedTuple, ParamSpec, TypeVar

from adjudicator.clauses.catalogue import EDITIONS, TITLES
from adjudicator.events import Event
from adjudicator.players import Seat

P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., object])

Word = str | int | float | tuple[str, ...]
"""What a sentence can be filled with: a ball's name, a number, several balls."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One norm of a rulebook.

    Attributes:
        id: Discipline and number, as in the catalogue ("nine.7").
        en: Title in English.
        ru: Title in Russian.
        edition: Of the rulebook.
    """

    id: str
    en: str
    ru: str
    edition: str


def _clause_of(clause_id: str) -> Clause:
    en, ru = TITLES[clause_id]
    return Clause(clause_id, en, ru, EDITIONS[clause_id.partition(".")[0]])


CLAUSES: Final[Mapping[str, Clause]] = {key: _clause_of(key) for key in TITLES}
"""Every clause of the catalogue by its id."""


class Evidence(NamedTuple):
    """Why a clause was broken.

    Attributes:
        events: Of the shot that show it; empty if a person saw it.
        words: What the sentence of the clause is filled with.
        by: The offender; None is the shooter.
        sure: Whether it stands by itself. Otherwise a person must confirm it: the
            foul is left out of the verdict and asked about.
    """

    events: tuple[Event, ...] = ()
    words: Mapping[str, Word] = {}
    by: Seat | None = None
    sure: bool = True


class Foul(NamedTuple):
    """One clause broken on one shot, with its evidence.

    Attributes:
        clause: The clause.
        events: Of the shot that show it.
        words: What the sentence of the clause is filled with.
        by: The offender; None is the shooter.
        weight: Of the penalty; the heaviest foul of a shot is the one punished.
        sure: False if a person must confirm it first.
    """

    clause: Clause
    events: tuple[Event, ...] = ()
    words: Mapping[str, Word] = {}
    by: Seat | None = None
    weight: int = 1
    sure: bool = True

    @property
    def confidence(self) -> float:
        """Of the weakest event of the evidence."""
        return min((event.confidence for event in self.events), default=1.0)


class How(StrEnum):
    """How a clause of the catalogue is accounted for."""

    IMPLEMENTED = "implemented"
    ENTERED = "entered by a person"
    DEFINITION = "definition"


class Coverage(NamedTuple):
    """Where one clause lives."""

    clause: str
    how: How
    where: str


_REGISTER: Final[dict[str, list[Coverage]]] = {}
_SENTENCES: Final[dict[str, tuple[str, str]]] = {}


def register() -> Mapping[str, tuple[Coverage, ...]]:
    """Return every registered clause; import the disciplines first."""
    return {key: tuple(places) for key, places in _REGISTER.items()}


def sentences(clause_id: str) -> tuple[str, str]:
    """Return the English and Russian sentence of a foul, to be filled with words.

    A clause that only a person can apply has no sentence of its own: its title is
    used.
    """
    found = _SENTENCES.get(clause_id)
    if found is not None:
        return found
    known = CLAUSES[clause_id]
    return known.en, known.ru


def _note(clause_id: str, how: How, where: str) -> None:
    if clause_id not in CLAUSES:
        raise KeyError(f"{clause_id} is not in the catalogue of clauses")
    entry = Coverage(clause_id, how, where)
    places = _REGISTER.setdefault(clause_id, [])
    if entry not in places:
        places.append(entry)


def _place(function: Callable[..., object]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


class ClauseFunction(Generic[P]):
    """A clause that can be broken: call it to get the `Foul`, or None."""

    __slots__ = ("clause", "find", "weight")

    def __init__(
        self, clause_: Clause, find: Callable[P, Evidence | None], weight: int
    ) -> None:
        """Bind the clause to the function that finds its evidence."""
        self.clause = clause_
        self.find = find
        self.weight = weight

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Foul | None:
        """Return the foul, or None if the clause was kept."""
        evidence = self.find(*args, **kwargs)
        if evidence is None:
            return None
        events, words, by, sure = evidence
        return Foul(self.clause, events, words, by, self.weight, sure)

    def under(
        self,
        clause_id: str,
        *,
        en: str | None = None,
        ru: str | None = None,
        weight: int | None = None,
    ) -> "ClauseFunction[P]":
        """Return the same norm under the number of another rulebook.

        Args:
            clause_id: The other number.
            en: Its English sentence; None keeps this one's.
            ru: Its Russian sentence; None keeps this one's.
            weight: Of its penalty; None keeps this one's.
        """
        old_en, old_ru = sentences(self.clause.id)
        return clause(
            clause_id,
            en=en or old_en,
            ru=ru or old_ru,
            weight=self.weight if weight is None else weight,
        )(self.find)


def clause(
    clause_id: str, *, en: str, ru: str, weight: int = 1
) -> Callable[[Callable[P, Evidence | None]], ClauseFunction[P]]:
    """Make a function that finds evidence into a clause.

    Args:
        clause_id: Of the catalogue.
        en: English sentence, filled with the evidence's words.
        ru: Russian sentence, likewise.
        weight: Of the penalty, compared within one discipline only.
    """
    if clause_id not in CLAUSES:
        raise KeyError(f"{clause_id} is not in the catalogue of clauses")
    _SENTENCES[clause_id] = (en, ru)

    def bind(find: Callable[P, Evidence | None]) -> ClauseFunction[P]:
        _note(clause_id, How.IMPLEMENTED, _place(find))
        return ClauseFunction(CLAUSES[clause_id], find, weight)

    return bind


def applies(*clause_ids: str) -> Callable[[F], F]:
    """Say that a function applies these clauses; the function stays as it is."""

    def mark(function: F) -> F:
        for clause_id in clause_ids:
            _note(clause_id, How.IMPLEMENTED, _place(function))
        return function

    return mark


def defines(*clause_ids: str) -> Callable[[F], F]:
    """Say that a function is the definition that these clauses give."""

    def mark(function: F) -> F:
        for clause_id in clause_ids:
            _note(clause_id, How.DEFINITION, _place(function))
        return function

    return mark


def defined(where: str, *clause_ids: str) -> None:
    """Say that these clauses are definitions which live at `where`."""
    for clause_id in clause_ids:
        _note(clause_id, How.DEFINITION, where)


def entered(token: str, *clause_ids: str) -> None:
    """Say that these clauses are applied when a person enters `token`."""
    for clause_id in clause_ids:
        _note(clause_id, How.ENTERED, token)


def committed(found: tuple[Foul | None, ...]) -> tuple[Foul, ...]:
    """Return the fouls among what the clauses returned, in their order."""
    return tuple([foul for foul in found if foul is not None])


def severest(fouls: tuple[Foul, ...]) -> Foul | None:
    """Return the foul that is punished: the heaviest, the first of equals."""
    return max(fouls, key=lambda foul: foul.weight, default=None)
