"""How soon a ruling is on the page, and whether a long evening needs more memory.

    python -m benchmarks.page [--shots 2000]

A scripted table plays shots into a room with its store and its page; a listener on the
WebSocket notes when each ruling comes. Measured from the message that a shot is read,
so what the camera and the pipeline take comes on top.
"""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

from websockets.sync.client import connect

from adjudicator.balls import Discipline
from adjudicator.settings import Settings
from cueref.session.setup import match_setup
from tests.web.table_side import Club, shot_on

PAGE_BYTES = 4096
STEPS = ("hit 1; drop 4", "hit 2; rail 2 foot", "hit 1; rail 1 foot", "hit 1; drop cue")
RACKS_OF_SHOTS = 60
"""Shots after which a new match begins, as in a club."""


def resident_mb() -> float:
    """Return the memory of this process, megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * PAGE_BYTES / 1e6


def measure(shots: int, folder: Path) -> dict[str, object]:
    """Play shots and return what was measured."""
    club = Club(folder)
    delays, memory = [], []
    try:
        with connect(f"ws://127.0.0.1:{club.port}/api/live") as socket:
            for number in range(shots):
                if number % RACKS_OF_SHOTS == 0:
                    _new_match(club)
                    memory.append(resident_mb())
                shot = shot_on(club.room, STEPS[number % len(STEPS)])
                start = time.perf_counter()
                club.table.play(shot)
                while json.loads(socket.recv(timeout=30))["type"] != "verdict":
                    pass
                delays.append(time.perf_counter() - start)
    finally:
        club.close()
    delays.sort()
    settled = memory[len(memory) // 4]
    return {
        "shots": shots,
        "ruling_on_the_page_ms": {
            "median": round(1000 * statistics.median(delays), 1),
            "p95": round(1000 * delays[int(0.95 * len(delays))], 1),
            "worst": round(1000 * delays[-1], 1),
        },
        "memory_mb": {
            "after_a_quarter": round(settled, 1),
            "at_the_end": round(memory[-1], 1),
            "growth_percent": round(100 * (memory[-1] / settled - 1), 1),
        },
        "database_mb": round((folder / "matches.db").stat().st_size / 1e6, 1),
    }


def _new_match(club: Club) -> None:
    if club.room.desk.match is not None:
        club.room.desk.enter({"end": True}, "referee")
    club.room.start(match_setup(Discipline.NINE_BALL, Settings()))


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=int, default=2000)
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(parser.parse_args().shots, Path(folder)), indent=1))


if __name__ == "__main__":
    main()
