"""A table that plays what it is told, and a page served on a free port."""

import json
import queue
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.events import Point
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from adjudicator.table import TABLES, TableKind
from cueref.live.messages import (
    BallSeen,
    FrameSeen,
    Provisional,
    ProvisionalKind,
    ShotRead,
    StateChanged,
)
from cueref.records import ShotRecord, track_rows
from cueref.session.corrections import shifted
from cueref.store.store import Store
from cueref.web.access import OPEN, Access
from cueref.web.room import Room
from cueref.web.serving import Address, Server
from tests.conformance.situation import read_shot

COLOURS = ["yellow", "blue", "red", "purple", "orange", "green", "maroon", "black"]


class Picture:
    """One picture of the camera."""

    def __init__(self, t: float) -> None:
        self.t = t
        self.image_bgr = np.zeros((360, 640, 3), np.uint8)
        self.image_bgr[:] = (90, 90, 30)
        self.image_bgr[150:210, int(t * 100) % 580 :][:, :60] = (240, 240, 240)


class Table:
    """What watches a table: plays what the test tells it."""

    def __init__(self) -> None:
        self.queue: queue.Queue[Any] = queue.Queue()
        self.t = 0.0
        self.number = 0
        self.shown: Picture | None = None
        self.keys: dict[str, int] = {}
        self.renamed: list[dict[Ball, Ball]] = []

    def __iter__(self) -> Iterator[object]:
        while True:
            message = self.queue.get()
            if message is None:
                return
            yield message

    def stop(self) -> None:
        self.queue.put(None)

    def picture(self) -> Picture | None:
        return self.shown

    def recall(self, lying: object) -> None:
        pass

    def rename(self, swaps: Mapping[Ball, Ball]) -> None:
        self.renamed.append(dict(swaps))

    def say(self, *messages: object) -> None:
        for message in messages:
            self.queue.put(message)

    def observe(self, *, observing: bool = True, cause: Any = None) -> None:
        self.say(StateChanged(self.t, observing, cause))

    def lie(
        self, layout: dict[str, tuple[float, float]], *, moving: bool = False
    ) -> None:
        """Show balls lying on the table."""
        self.t += 0.1
        self.shown = Picture(self.t)
        balls = tuple(
            BallSeen(
                self.keys.setdefault(name, len(self.keys)),
                *(x, y, 0, 0),
                seen=True,
                still=not moving,
                looks=looks_of(name),
            )
            for name, (x, y) in layout.items()
        )
        self.say(FrameSeen(self.t, int(self.t * 30), time.monotonic(), moving, balls))

    def begin(self) -> None:
        kind = ProvisionalKind.SHOT_BEGAN
        self.say(Provisional(self.t, self.number + 1, kind))

    def scratch(self) -> None:
        kind = ProvisionalKind.CUE_BALL_POCKETED
        self.say(Provisional(self.t, self.number + 1, kind, pocket="foot-left"))

    def play(self, shot: Shot) -> None:
        """Hand over a shot, then show the balls as they lie after it."""
        self.number += 1
        start = self.t + 1
        self.t = start + max(1.0, shot.t_end - shot.t_start)
        places = {**shot.before.balls, **shot.after.balls}
        tracks = {
            ball: track_rows(
                [0, 30],
                [start, self.t],
                np.array([shot.before.balls.get(ball, xy), xy]),
            )
            for ball, xy in places.items()
        }
        shot = moved(shot, start - shot.t_start, self.number)
        self.lie({b.name: (xy.x, xy.y) for b, xy in shot.after.balls.items()})
        self.say(ShotRead(self.t, ShotRecord(shot, tracks), 0.0, 0.0))
        self.lie({b.name: (xy.x, xy.y) for b, xy in shot.after.balls.items()})


def moved(shot: Shot, seconds: float, number: int) -> Shot:

    return shifted(shot, seconds, number)


def looks_of(name: str) -> str | None:
    if name == "cue":
        return "white"
    if name.isdigit():
        colours = [
            "yellow",
            "blue",
            "red",
            "purple",
            "orange",
            "green",
            "maroon",
            "black",
        ]
        colour = colours[(int(name) - 1) % 8]
        return colour if int(name) < 9 else f"{colour}-stripe"
    return name.split("-")[0]


def places(game: Discipline, seed: int = 3) -> dict[Ball, Point]:
    """Return balls scattered over a table, none on another."""
    dice = np.random.default_rng(seed)
    kind = TableKind.PYRAMID_12FT if game is Discipline.PYRAMID else TableKind.POOL_9FT
    table = TABLES[kind]
    found: dict[Ball, Point] = {}
    for ball in BALL_SETS[game].balls:
        while True:
            x = dice.uniform(-0.46, 0.46) * table.length
            y = dice.uniform(-0.44, 0.44) * table.width
            if all((x - p.x) ** 2 + (y - p.y) ** 2 > 0.15**2 for p in found.values()):
                found[ball] = Point(float(x), float(y))
                break
    return found


RACKS = {
    Discipline.NINE_BALL: "rack 1 2 3 4 9 5 6 7 8",
    Discipline.EIGHT_BALL: "rack 1 9 2 3 8 10 11 4 12 5 6 13 7 14 15",
}


def shot_on(room: Room, text: str) -> Shot:
    """Return the next shot of the match in a room: of a rack, or of balls spread."""
    play = room.desk.play
    rack = RACKS.get(play.setup.game) if play.state.phase is Phase.BREAK else None
    steps = text if rack is None else f"{rack}; {text}"
    shot = read_shot(steps, play.coming, play.state.on_table)[0]
    spread = places(play.setup.game)

    def spread_out(layout: Layout) -> Layout:
        return Layout({ball: spread.get(ball, xy) for ball, xy in layout.balls.items()})

    gone = {e.ball for e in shot.pocketed}
    after = shot.after if shot.after.balls else shot.before
    left = Layout({b: xy for b, xy in after.balls.items() if b not in gone})
    before = shot.before if rack is not None else spread_out(shot.before)
    return replace(shot, before=before, after=spread_out(left))


def wait_for(what: Any, seconds: float = 60.0) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


class Club:
    """A room with its table and its page, as `cueref watch` makes them."""

    def __init__(
        self,
        folder: Path,
        access: Access = OPEN,
        port: int = 0,
        watch: Any = None,
        game: Discipline = Discipline.NINE_BALL,
    ) -> None:
        self.folder, self.access = folder, access
        self.table = Table()
        self.store = Store(folder / "matches.db")
        self.room = Room(self.store)
        self.server = Server(self.room, access, Address(port=port))
        self.port = self.server.start()
        self.url = f"http://127.0.0.1:{self.port}"
        watching = watch or self.table
        self.room.watch(lambda _game: watching, game)

    @staticmethod
    def calls_of(name: str) -> dict[str, Any]:
        """Return the last call of a sample's file of calls."""
        path = Path(__file__).parents[2] / "sample_videos" / name
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        return [line for line in lines if "ball" in line][-1]

    def play(self, text: str) -> None:
        """Play a shot written as steps, and wait until it is ruled on."""
        before = len(self.room.desk.play.shots)
        self.table.play(shot_on(self.room, text))
        self.wait_for(lambda: len(self.room.desk.play.shots) > before)

    @staticmethod
    def wait_for(what: Any, seconds: float = 60.0) -> None:
        wait_for(what, seconds)

    def close(self) -> None:
        self.server.close()
        self.room.close()
        self.store.close()
