"""What is read beside a table is what is read of a recording of it."""

import numpy as np
import pytest

from adjudicator.balls import Discipline
from adjudicator.table import TABLES, TableKind
from cueref.live.messages import ShotRead
from cueref.live.reader_process import Beside
from cueref.live.shot_reading import Here
from cueref.live.table_side import TableSide
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import shots_of
from tests.tracking.moving_balls import at_rest, rolling, then
from tracking.observations import Observations
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour

TABLE = TABLES[TableKind.POOL_9FT]
GAME = Discipline.NINE_BALL
R = TABLE.ball_radius
DT = 1 / 60
SIGMA = 0.0003


def two_shots():
    """The cue ball drives a red ball away; then it rolls alone, beside a blue one."""
    met = 1.0 + 0.3 / 2.0
    place = (-0.2, 0.0)
    cue = then(
        rolling(-0.5, 0.0, 2.0, 0.0, start=1.0, deceleration=1e-6),
        at_rest(*place),
        met,
    )
    cue = then(cue, rolling(*place, 0.0, -0.8, start=5.0, deceleration=1.0), 5.0)
    red = rolling(place[0] + 2 * R, 0.0, 1.4, 0.0, start=met, deceleration=1.0)
    return [
        (cue, Colour.WHITE),
        (red, Colour.RED),
        (at_rest(0.4, 0.4), Colour.BLUE),
    ]


@pytest.fixture(scope="module")
def stream():
    """Every picture of 9 s, with the noise of a good camera."""
    dice = np.random.default_rng(5)
    ways = two_shots()
    noise = np.tile(np.eye(2) * SIGMA**2, (len(ways), 1, 1))
    looks = np.full((len(ways), len(APPEARANCES)), np.log(0.01))
    for row, (_, colour) in enumerate(ways):
        looks[row, INDEX_OF[Appearance(colour)]] = np.log(0.8)
    found = []
    for k in range(540):
        xy = np.array([way(k * DT) for way, _ in ways])
        xy = xy + dice.normal(0, SIGMA, xy.shape)
        score = np.full(len(ways), 0.9)
        balls = Observations(k, k * DT, xy, noise, score, looks, xy * 0)
        found.append(Seen(k, k * DT, 1.0, balls))
    return found


def beside_the_table(stream, reading):
    side, said = TableSide(TABLE, GAME, settle=0.25, reading=reading), []
    for seen in stream:
        said += side.see(seen, captured=seen.t)
    side.interrupt()
    said += side.desk.ready(wait=True)
    side.desk.close()
    return [message.record.shot for message in said if isinstance(message, ShotRead)]


def told(shot):
    return [
        (type(event).__name__, sorted(str(ball) for ball in balls(event)))
        for event in shot.events
    ]


def balls(event):
    return getattr(event, "balls", None) or [event.ball]


def test_a_process_beside_reads_to_the_bit_what_is_read_here(stream):
    here = beside_the_table(stream, Here())
    assert len(here) == 2
    assert beside_the_table(stream, Beside()) == here


def test_the_shots_are_those_of_a_recording(stream):
    live = beside_the_table(stream, Here())
    offline = [record.shot for record in shots_of(stream, TABLE, GAME)]
    assert [told(shot) for shot in live] == [told(shot) for shot in offline]
    for one, other in zip(live, offline, strict=True):
        assert one.t_start == pytest.approx(other.t_start, abs=0.002)
        assert one.t_end == pytest.approx(other.t_end, abs=0.02)
        for event, same in zip(one.events, other.events, strict=True):
            assert event.t == pytest.approx(same.t, abs=0.005)
        for ball, place in one.after.balls.items():
            assert tuple(place) == pytest.approx(
                tuple(other.after.balls[ball]), abs=1e-3
            )
