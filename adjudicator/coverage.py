"""Where every clause of the five rulebooks is applied: the coverage as text."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.clause import CLAUSES, Coverage, How, register
from adjudicator.disciplines.registry import DISCIPLINES

LOADED = tuple(DISCIPLINES)
"""The disciplines whose clauses are registered once this module is imported."""


def missing() -> tuple[str, ...]:
    """Return the clauses of the catalogue that nothing accounts for."""
    known = register()
    return tuple(clause_id for clause_id in CLAUSES if clause_id not in known)


def how(places: Sequence[Coverage]) -> How:
    """Return the strongest way in which a clause is accounted for."""
    ways = {place.how for place in places}
    return next(way for way in How if way in ways)


def coverage_page(cases: Mapping[str, int]) -> str:
    """Return the page of all clauses: how, where, how many conformance cases.

    Args:
        cases: Number of conformance cases of each clause.
    """
    return "\n".join([*_head(cases), *_rows(cases)]) + "\n"


def _head(cases: Mapping[str, int]) -> Iterator[str]:
    known = register()
    yield "# Rules coverage"
    yield ""
    yield "Made by `python -m cueref.cli.coverage`; do not edit."
    yield ""
    yield f"{len(known)} of {len(CLAUSES)} clauses are accounted for."
    yield ""
    yield "| way | clauses |"
    yield "|---|---|"
    for way in How:
        yield f"| {way.value} | {sum(how(p) is way for p in known.values())} |"
    yield f"| with conformance cases | {sum(i in cases for i in CLAUSES)} |"


def _rows(cases: Mapping[str, int]) -> Iterator[str]:
    known = register()
    family = None
    for clause_id, known_clause in CLAUSES.items():
        if clause_id.partition(".")[0] != family:
            family = clause_id.partition(".")[0]
            yield ""
            yield f"## {known_clause.edition}"
            yield ""
            yield "| clause | title | how | where | cases |"
            yield "|---|---|---|---|---|"
        places = known.get(clause_id, ())
        way = how(places).value if places else "MISSING"
        where = "<br>".join(f"`{place.where}`" for place in places)
        yield (
            f"| {clause_id} | {known_clause.en} | {way} | {where} | "
            f"{cases.get(clause_id, 0)} |"
        )
