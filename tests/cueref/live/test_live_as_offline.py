"""What is read beside a table is what is read of a recording of it."""

import numpy as np
import pytest

from adjudicator.balls import Discipline
from adjudicator.events import Rest
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


def slow_shot():
    """The cue ball drives a red ball away, which rolls out for two seconds."""
    met = 1.0 + 0.3
    place = (0.0, 0.12)
    cue = then(
        rolling(-0.3, 0.12, 1.0, 0.0, start=1.0, deceleration=1e-6),
        at_rest(*place),
        met,
    )
    red = rolling(place[0] + 2 * R, 0.12, 0.5, 0.0, start=met, deceleration=0.2)
    return [(cue, Colour.WHITE), (red, Colour.RED), (at_rest(0.4, 0.4), Colour.BLUE)]


def pictures(ways, seconds, fps=60, seed=5):
    """What is seen, with the noise of a good camera."""
    dice = np.random.default_rng(seed)
    noise = np.tile(np.eye(2) * SIGMA**2, (len(ways), 1, 1))
    looks = np.full((len(ways), len(APPEARANCES)), np.log(0.01))
    for row, (_, colour) in enumerate(ways):
        looks[row, INDEX_OF[Appearance(colour)]] = np.log(0.8)
    found = []
    for k in range(round(seconds * fps)):
        xy = np.array([way(k / fps) for way, _ in ways])
        xy = xy + dice.normal(0, SIGMA, xy.shape)
        score = np.full(len(ways), 0.9)
        balls = Observations(k, k / fps, xy, noise, score, looks, xy * 0)
        found.append(Seen(k, k / fps, 1.0, balls))
    return found


@pytest.fixture(scope="module")
def stream():
    """Every picture of 9 s."""
    return pictures(two_shots(), 9.0)


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


def assert_same(shots, others, stop=0.02):
    """Assert that shots are the same; a slow stop is dated to `stop` seconds only."""
    assert [told(shot) for shot in shots] == [told(shot) for shot in others]
    for one, other in zip(shots, others, strict=True):
        assert one.t_start == pytest.approx(other.t_start, abs=0.002)
        assert one.t_end == pytest.approx(other.t_end, abs=stop)
        for event, same in zip(one.events, other.events, strict=True):
            doubt = stop if isinstance(event, Rest) else 0.005
            assert event.t == pytest.approx(same.t, abs=doubt)
        for ball, place in one.after.balls.items():
            assert tuple(place) == pytest.approx(
                tuple(other.after.balls[ball]), abs=1e-3
            )


def test_a_process_beside_reads_what_is_read_here(stream):
    here = beside_the_table(stream, Here())
    assert len(here) == 2
    assert_same(beside_the_table(stream, Beside()), here)


def test_the_shots_are_those_of_a_recording(stream):
    live = beside_the_table(stream, Here())
    assert_same(live, [record.shot for record in shots_of(stream, TABLE, GAME)])


@pytest.mark.parametrize(("fps", "seed"), [(30, 1), (60, 2)])
def test_a_shot_that_is_known_ahead_is_that_of_a_recording(fps, seed):
    seen = pictures(slow_shot(), 6.0, fps, seed)
    live = beside_the_table(seen, Here())
    assert len(live) == 1
    assert_same(live, [record.shot for record in shots_of(seen, TABLE, GAME)], 0.15)
