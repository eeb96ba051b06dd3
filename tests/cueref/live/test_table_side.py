import numpy as np
import pytest

from adjudicator.balls import Discipline
from adjudicator.table import TABLES, TableKind
from cueref.live.messages import FrameSeen, Provisional, ProvisionalKind, ShotRead
from cueref.live.shot_reading import Here
from cueref.live.table_side import TableSide
from cueref.pipeline.observing import Seen
from tracking.observations import Observations
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour

TABLE = TABLES[TableKind.POOL_9FT]
DT = 1 / 60


def observed(k, balls):
    """Balls as (xy, colour)."""
    n = len(balls)
    looks = np.full((n, len(APPEARANCES)), np.log(0.01))
    for row, (_, colour) in enumerate(balls):
        looks[row, INDEX_OF[Appearance(colour)]] = np.log(0.8)
    xy = np.array([ball[0] for ball in balls], float).reshape(n, 2)
    noise = np.tile(np.eye(2) * 4e-7, (n, 1, 1))
    seen = Observations(k, k * DT, xy, noise, np.full(n, 0.9), looks, np.zeros((n, 2)))
    return Seen(k, k * DT, 1.0, seen)


def rolls_into(pocket, colour, game, frames=120):
    """What is said while a ball of a colour rolls into a pocket from 20 on."""
    goal = np.array([pocket.center[0], pocket.center[1]])
    start = goal * 0.5
    way = (goal - start) / np.linalg.norm(goal - start)
    side, said = TableSide(TABLE, game, settle=0.25), []
    for k in range(frames):
        gone = 1.2 * max(k - 20, 0) * DT
        balls = [((0.0, -0.1), Colour.RED)]
        if gone < np.linalg.norm(goal - start) - 0.01:
            balls.append((start + way * gone, colour))
        said += side.see(observed(k, balls), captured=100 + k * DT)
    side.desk.close()
    return said


def drops(said):
    return [
        m
        for m in said
        if isinstance(m, Provisional)
        and m.kind in (ProvisionalKind.CUE_BALL_POCKETED, ProvisionalKind.BALL_POCKETED)
    ]


@pytest.mark.parametrize(
    ("game", "colour", "kind"),
    [
        (Discipline.NINE_BALL, Colour.WHITE, ProvisionalKind.CUE_BALL_POCKETED),
        (Discipline.NINE_BALL, Colour.BLUE, ProvisionalKind.BALL_POCKETED),
        (Discipline.PYRAMID, Colour.WHITE, ProvisionalKind.CUE_BALL_POCKETED),
    ],
)
def test_which_ball_dropped_goes_by_looks_where_the_cue_ball_has_its_own(
    game, colour, kind
):
    told = drops(rolls_into(TABLE.pockets[0], colour, game))
    assert [news.kind for news in told] == [kind]
    assert told[0].pocket == TABLE.pockets[0].name.value


def test_a_dropped_ball_is_told_within_0_3_s_of_the_last_sight():
    said = rolls_into(TABLE.pockets[2], Colour.WHITE, Discipline.NINE_BALL)
    news = drops(said)[0]
    assert news.captured - 100 - news.t < 0.3


def test_balls_at_rest_are_shown_now_and_then_moving_ones_always():
    side, still = TableSide(TABLE, Discipline.NINE_BALL, settle=0.25), []
    for k in range(60):
        still += side.see(observed(k, [((0.0, 0.1), Colour.RED)]), captured=0.0)
    side.desk.close()
    shown = [m for m in still if isinstance(m, FrameSeen)]
    assert 4 <= len(shown) <= 6
    assert all(not m.moving and m.balls[0].looks == "red" for m in shown[1:])


def test_gaps_in_a_row_are_one():
    side = TableSide(TABLE, Discipline.NINE_BALL, settle=0.25)
    for k in range(5):
        side.note_gap(k * 0.1, k * 0.1 + 0.07, "lost")
    side.note_gap(3.0, 3.2, "lost")
    assert [(g.t_from, round(g.t_to, 2)) for g in side.gaps] == [
        (0.0, 0.47),
        (3.0, 3.2),
    ]
    side.desk.close()


class Counting(Here):
    """Counts the stretches that it reads."""

    def __init__(self):
        super().__init__()
        self.times = 0

    def read(self, reader, frames):
        self.times += 1
        return super().read(reader, frames)


def test_a_shot_is_read_as_soon_as_nothing_moves_and_only_once():
    reading = Counting()
    side = TableSide(TABLE, Discipline.NINE_BALL, settle=0.25, reading=reading)
    said = []
    for k in range(140):
        s = np.clip(k - 20, 0, 60) / 60
        place = (-0.8 + 0.9 * (2 * s - s * s), 0.1)
        balls = [(place, Colour.WHITE), ((0.5, -0.2), Colour.RED)]
        said += side.see(observed(k, balls), captured=100 + k * DT)
    said += side.desk.ready(wait=True)
    side.desk.close()
    shots = [m for m in said if isinstance(m, ShotRead)]
    assert [m.record.shot.number for m in shots] == [1]
    assert reading.times == 1
    assert shots[0].rest_captured - 100 == pytest.approx(80 * DT, abs=0.1)
