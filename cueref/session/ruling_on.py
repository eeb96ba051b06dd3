"""What comes from the table: a shot is ruled on, told and stored, in this order."""

from adjudicator.shot import Shot
from cueref.live.messages import ShotRead
from cueref.records import ShotRecord
from cueref.session.calls import provisional_call
from cueref.session.corrections import shifted
from cueref.session.play import Play
from cueref.session.record import Played, shot_row
from cueref.session.running import Running
from cueref.session.view import verdict_view
from cueref.store.transaction import Transaction


def rule_on(desk: Running, read: ShotRead, run: str) -> tuple[str, ShotRecord] | None:
    """Rule on a shot that was read; return the match and the shot as it counted.

    It is told even while the store fails, and stored as soon as that works again.

    Args:
        desk: The match.
        read: The shot.
        run: Name of the watch that it comes from.
    """
    desk.under_way = False
    now, source = desk.now, f"{run}:{read.record.shot.number}"
    if now is None or source in now.sources or not _is_on(now.play):
        return None
    desk.ticker.see(read.t)
    shot = shifted(read.record.shot, desk.ticker.offset, now.play.coming)
    _rule(desk, now, shot, source)
    return now.id, ShotRecord(shot, read.record.tracks)


def call_at_once(desk: Running, t: float) -> None:
    """Call a scratch that is certain before the balls are at rest.

    Args:
        desk: The match.
        t: When it happened, seconds of the pictures.
    """
    now, book = desk.now, desk.book
    if now is None or book is None or not _is_on(now.play):
        return
    play = now.play
    call = provisional_call(now.id, play, play.coming, desk.ticker.of(t))
    calls = book.fresh([call])
    alerts = book.alerts(calls, desk.wall_clock())
    if alerts:
        desk.scribe.write(lambda writing: writing.add_alerts(alerts))
    desk.tell.calls(calls)


def _rule(desk: Running, now: Played, shot: Shot, source: str) -> None:
    play, at, match = now.play.with_shot(shot), desk.wall_clock(), now.id
    row = shot_row(shot, play.rulings[-1], source, at)
    now.play = play
    now.sources.add(source)
    assert desk.book is not None  # noqa: S101  # a match is being played
    calls = desk.book.after_ruling(play)
    alerts = desk.book.alerts(calls, at)

    def write(writing: Transaction) -> None:
        writing.add_shot(match, row)
        writing.add_alerts(alerts)

    desk.scribe.write(write)
    desk.tell.state(desk.view())
    desk.tell.verdict(verdict_view(play, shot.number))
    desk.tell.calls(calls)


def _is_on(play: Play) -> bool:
    """Whether shots count now."""
    return not play.said.paused and play.winner is None
