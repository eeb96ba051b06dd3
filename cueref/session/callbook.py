"""Which calls were made: each is made once, on the page and on every channel."""

from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.match import Ruling
from cueref.session.calls import SCRATCH, call_id, calls_of, withdrawn_call
from cueref.session.play import Play
from cueref.store.rows import AlertRow

Object = dict[str, Any]


class Callbook:
    """The calls of one match."""

    def __init__(self, match: str, play: Play, channels: Sequence[str]) -> None:
        """Begin with a match whose rulings so far have been called.

        Args:
            match: Its id.
            play: The match.
            channels: Names of the channels of alerts.
        """
        self._match, self._channels = match, tuple(channels)
        self._made = {
            call["id"] for r in play.rulings for call in calls_of(match, play, r)
        }

    def fresh(self, calls: Iterable[Object]) -> list[Object]:
        """Return the calls that were not made before; they count as made now."""
        found = [call for call in calls if call["id"] not in self._made]
        self._made |= {call["id"] for call in found}
        return found

    def forget(self, calls: Iterable[Object]) -> None:
        """Let calls be made again that were not made after all."""
        self._made -= {call["id"] for call in calls}

    def after_ruling(self, play: Play) -> list[Object]:
        """Return the calls of the last ruling.

        A foul that was called as a scratch before says so, that nobody need be
        alarmed twice; a scratch that the ruling does not bear out is withdrawn.
        """
        ruling = play.rulings[-1]
        number = ruling.shot.number
        calls = calls_of(self._match, play, ruling)
        scratch = call_id(self._match, number, SCRATCH)
        if scratch in self._made:
            for call in calls:
                call["confirms"] = scratch
            if not any(call["kind"] in ("foul", "review") for call in calls):
                calls.append(withdrawn_call(self._match, play, number))
        return self.fresh(calls)

    def after_entry(self, before: Play, play: Play) -> list[Object]:
        """Return the calls of the rulings that an entry changed."""
        calls: list[Object] = []
        for old, new in zip(before.rulings, play.rulings, strict=True):
            if old is not new:
                calls += self._changed(play, old, new)
        return self.fresh(calls)

    def _changed(self, play: Play, old: Ruling, new: Ruling) -> list[Object]:
        was = calls_of(self._match, play, old)
        is_now = calls_of(self._match, play, new)
        fouled = any(call["kind"] == "foul" for call in was)
        if fouled and not any(call["kind"] == "foul" for call in is_now):
            is_now.append(withdrawn_call(self._match, play, new.shot.number))
        return is_now

    def alerts(self, calls: Iterable[Object], at: float) -> list[AlertRow]:
        """Return the rows of calls to be made on every channel."""
        return [
            AlertRow(
                match=self._match,
                key=call["id"].partition(":")[2],
                channel=channel,
                body=call | {"at": at},
                at=at,
            )
            for call in calls
            for channel in self._channels
        ]
