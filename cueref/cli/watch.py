"""`cueref watch`: the referee beside a table, with the page for players."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace

import typer

from adjudicator.balls import Discipline
from adjudicator.players import Seat
from adjudicator.settings import Settings
from cueref.alerts.caller import Caller
from cueref.alerts.sinks import AlertSink, sink_for
from cueref.cli import console
from cueref.cli.watch_arguments import (
    Alerts,
    ClipsSize,
    Database,
    ExitAtEnd,
    Game,
    Head,
    Host,
    Model,
    Names,
    Players,
    Port,
    SourceName,
    Speed,
    TableFile,
    TableSize,
    Target,
)
from cueref.live.options import WatchOptions
from cueref.live.watching import Watch
from cueref.session.setup import MatchSetup, match_setup
from cueref.state_folder import state_folder
from cueref.store.media import Media
from cueref.store.outbox import Outbox
from cueref.store.store import Store
from cueref.web.following import WatchMaker
from cueref.web.room import Room
from cueref.web.serving import (
    PORT,
    Address,
    Server,
    access_of,
    pairing_urls,
    qr_text,
)

_MEGABYTE = 1_000_000


def watch(
    source: SourceName,
    game: Game,
    table: TableFile = None,
    size: TableSize = None,
    head: Head = None,
    model: Model = None,
    players: Players = None,
    to: Target = None,
    host: Host = "127.0.0.1",
    port: Port = PORT,
    name: Names = None,
    database: Database = None,
    alert: Alerts = None,
    clips_mb: ClipsSize = 2000,
    speed: Speed = 1.0,
    exit_at_end: ExitAtEnd = False,
) -> None:
    """Watch a table, rule on every shot, show the page; rulings go to stdout.

    A match that was going on goes on. Calls, corrections and everything else that
    people enter come in on the page.
    """
    known = state_folder() / "tables"
    chosen = WatchOptions(
        game=game,
        table=table,
        size=size,
        head=head,
        model=model,
        speed=speed,
        known_tables=known,
    )
    match = None if players is None else _setup(game, players, to)
    address = Address(host, port, tuple(name or ()))
    sinks = [sink_for(url) for url in alert or ()]
    with ExitStack() as closing:
        store = Store(database or state_folder() / "matches.db")
        closing.callback(store.close)
        room = _room(store, clips_mb, sinks, closing)
        if match is not None and room.desk.match is None:
            room.start(match)
        ended = _told(room)
        room.watch(watch_maker(source, chosen), game)
        _serve(room, address, closing)
        (ended if exit_at_end else threading.Event()).wait()


def watch_maker(source: str, options: WatchOptions) -> WatchMaker:
    """Return what makes a watch of a source for a game."""
    return lambda game: Watch(source, replace(options, game=game))


def _room(
    store: Store, clips_mb: int, sinks: Sequence[AlertSink], closing: ExitStack
) -> Room:
    media = Media(store, clips_mb * _MEGABYTE)
    channels = tuple(sink.name for sink in sinks)
    room = Room(store, channels=channels, media=media)
    closing.callback(room.close)
    for sink in sinks:
        caller = Caller(Outbox(store), sink, sink.name)
        room.hub.taps.append(_waker(caller))
        caller.start()
        closing.callback(caller.close)
    return room


def _waker(caller: Caller) -> Callable[[str, object], None]:
    def tap(kind: str, _data: object) -> None:
        if kind == "call":
            caller.wake()

    return tap


def _told(room: Room) -> threading.Event:
    """Print every ruling, and return what is set when the recording is over."""
    ended = threading.Event()

    def tap(kind: str, data: object) -> None:
        if kind == "verdict" and isinstance(data, dict):
            console.data_json(data)
        elif kind == "watch" and isinstance(data, dict) and data["cause"] == "ended":
            ended.set()

    room.hub.taps.append(tap)
    return ended


def _serve(room: Room, address: Address, closing: ExitStack) -> None:
    access = access_of(address, state_folder() / "tokens.json")
    server = Server(room, access, address)
    port = server.start()
    closing.callback(server.close)
    if not access.tokens:
        console.say(f"the page: http://{address.host}:{port}")
        return
    for role, url in pairing_urls(address, port, access).items():
        console.say(f"{role.name.lower()}: scan to pair a tablet, or open {url}")
        console.say(qr_text(url))


def _setup(game: Discipline, players: str, to: int | None) -> MatchSetup:
    names = [name.strip() for name in players.split(",")]
    if len(names) != 2 or not all(names):
        raise typer.BadParameter('expected two names: "Anna,Boris"')
    by_points = game in (Discipline.STRAIGHT_POOL, Discipline.BONUS_BALL)
    settings = Settings(
        players=dict(zip(Seat, names, strict=True)),
        racks_to=None if by_points else to,
        target=to if by_points else None,
    )
    return match_setup(game, settings)
