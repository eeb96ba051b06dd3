"""A review confirmed or rejected, as the overrule that it comes to."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.verdict import Verdict
from cueref.session.errors import EntryRefusedError


def review_overrule(
    verdict: Verdict, answer: str, clauses: Sequence[str]
) -> Mapping[str, Any]:
    """Return the overrule that an answer to a review comes to.

    Args:
        verdict: That asks.
        answer: `confirm` or `reject`.
        clauses: Broken, where a shot ruled legal is rejected.

    Raises:
        EntryRefusedError: The verdict asks nothing, or a clause is missing.
    """
    if not verdict.needs_review:
        raise EntryRefusedError(f"shot {verdict.shot}: the ruling asks for no review")
    sure = [foul.clause.id for foul in verdict.fouls]
    suspected = [foul.clause.id for foul in verdict.suspected]
    if answer == "confirm":
        return _ruling([*sure, *suspected], verdict)
    if suspected:
        return _ruling(sure, verdict)
    if sure:
        return {"legal": True, "fouls": []}
    if clauses:
        return {"legal": False, "fouls": list(clauses)}
    raise EntryRefusedError(
        f"shot {verdict.shot} is ruled legal: say which clause was broken to reject it"
    )


def _ruling(clauses: list[str], verdict: Verdict) -> Mapping[str, Any]:
    if clauses:
        return {"legal": False, "fouls": clauses}
    return {"legal": verdict.legal, "fouls": []}
