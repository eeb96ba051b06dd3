"""What people enter: checked, stored, then told; rulings follow from it anew."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.balls import Ball
from cueref.session.checking import check_entry, is_before_shot
from cueref.session.entries import Entry
from cueref.session.errors import EntryRefusedError
from cueref.session.naming import names_on_the_table
from cueref.session.play import Play
from cueref.session.record import Played, changed_verdicts
from cueref.session.reviewing import review_overrule
from cueref.session.running import Running
from cueref.store.rows import EntryRow
from cueref.store.transaction import Transaction


def known_entry(desk: Running, key: str | None) -> int | None:
    """Return the number of the entry that was sent with a key before, or None.

    Args:
        desk: The match.
        key: The sender's own name for it.
    """
    if key is None:
        return None
    with desk.store.transaction() as reading:
        return reading.entry_number_of(desk.playing().id, key)


def enter(
    desk: Running,
    body: Mapping[str, Any],
    author: str,
    key: str | None,
    *,
    late: bool,
) -> tuple[int, Mapping[Ball, Ball]]:
    """Append an entry; return its number, and balls that have other names now.

    Args:
        desk: The match.
        body: JSON object of it.
        author: Who.
        key: The sender's own name for it.
        late: Whether a call may come while the balls move.

    Raises:
        NoMatchError: No match is being played.
        EntryRefusedError: It cannot be; nothing was changed.
        StoreError: It cannot be stored; nothing was changed.
    """
    now = desk.playing()
    before, at = now.play, desk.wall_clock()
    entry = Entry(len(before.entries) + 1, _meant(before, body), author, at)
    if desk.under_way and not late and is_before_shot(before, entry.body):
        raise EntryRefusedError("the shot is under way: it is too late to call")
    check_entry(before, entry)
    play = before.with_entry(entry)
    _store(desk, now, play, entry, key)
    return entry.number, names_on_the_table(before, play)


def review_body(
    play: Play, number: int, answer: str, clauses: Sequence[str], author: str
) -> Mapping[str, Any]:
    """Return the entry that confirms or rejects a ruling that asks.

    Args:
        play: The match.
        number: Of the shot.
        answer: `confirm` or `reject`.
        clauses: That were broken, where a legal shot is rejected.
        author: Who.

    Raises:
        EntryRefusedError: The ruling asks nothing, or more is needed.
    """
    verdict = play.ruling(number).verdict
    if verdict is None:
        raise EntryRefusedError(f"shot {number} was taken back")
    overrule = review_overrule(verdict, answer, clauses)
    return {"shot": number, "overrule": overrule, "by": author, "review": answer}


def _store(
    desk: Running, now: Played, play: Play, entry: Entry, key: str | None
) -> None:
    before, book, match = now.play, desk.book, now.id
    assert book is not None  # noqa: S101  # a match is being played
    row = EntryRow(
        number=entry.number,
        at=entry.at,
        author=entry.author,
        body=entry.body,
        key=key,
    )
    verdicts = changed_verdicts(before.rulings, play.rulings)
    calls = book.after_entry(before, play)
    alerts = book.alerts(calls, entry.at)

    def write(writing: Transaction) -> None:
        writing.add_entry(match, row)
        writing.change_verdicts(match, verdicts)
        writing.add_alerts(alerts)
        if play.said.ended:
            writing.end_match(match, entry.at)

    try:
        desk.scribe.write_now(write)
    except Exception:
        book.forget(calls)
        raise
    desk.go_on_with(now, play)
    desk.tell.state(desk.view())
    desk.tell.entered(entry.number, entry.body, entry.author)
    desk.tell.calls(calls)


def _meant(play: Play, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a body with the shot filled in where it can only be one."""
    if "put_back" in body and "shot" not in body and play.rulings:
        return {**body, "shot": len(play.rulings)}
    return dict(body)
