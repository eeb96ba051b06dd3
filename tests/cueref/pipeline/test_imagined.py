"""A print taken for a ball comes and goes in the open; a ball does not."""

import numpy as np
import pytest

from adjudicator.events import Intruder, Intrusion
from adjudicator.shot import Gap
from adjudicator.table import TABLES, PocketName, TableKind
from cueref.pipeline.imagined import without_imagined
from tracking.following.shots import ShotWindow
from tracking.path import BallPath

TABLE = TABLES[TableKind.POOL_9FT]
CUE, OTHER, PRINT = 0, 1, 2
T_END = 5.0
NOWHERE = np.zeros((0, 2))


def path(key, start, end=None, t_from=0.0, t_to=T_END):
    t = np.arange(t_from, t_to, 1 / 30)
    share = (t - t_from) / (t_to - t_from)
    way = np.subtract(start if end is None else end, start)
    xy = np.array(start) + share[:, None] * way
    xy = xy + np.random.default_rng(key).normal(0, 0.0005, xy.shape)
    frame = np.round(t * 30).astype(np.int64)
    return BallPath(key, t, frame, xy, np.tile(np.eye(2) * 1e-7, (len(t), 1, 1)))


def window(*paths):
    places = {one.key: (float(one.xy[0, 0]), float(one.xy[0, 1])) for one in paths}
    return ShotWindow(
        0, T_END, 1.0, 4.0, paths, CUE, places, dict(places), {}, False, True
    )


def left(*paths, gaps=(), intrusions=(), known=NOWHERE):
    found = without_imagined(window(*paths), TABLE, gaps, intrusions, known)
    assert set(found.before) == set(found.after) == {one.key for one in found.paths}
    return {one.key for one in found.paths}


ROLLS = path(CUE, (-0.8, -0.4), (0.8, -0.4))
LIES = path(OTHER, (0.3, 0.3))
VANISHES = path(PRINT, (0.0, 0.3), t_to=2.5)
APPEARS = path(PRINT, (0.0, 0.3), t_from=2.5)
HAND = Intrusion(t=2.2, t_to=2.4, kind=Intruder.HAND)


@pytest.mark.parametrize("printed", [VANISHES, APPEARS], ids=["vanishes", "appears"])
def test_what_comes_or_goes_alone_is_no_ball(printed):
    assert left(ROLLS, LIES, printed) == {CUE, OTHER}


def test_what_stays_is_a_ball():
    assert left(ROLLS, LIES, path(PRINT, (0.0, 0.3))) == {CUE, OTHER, PRINT}


def test_one_that_a_ball_came_near_may_have_been_hit():
    passes = path(CUE, (-0.8, 0.35), (0.8, 0.35))
    assert left(passes, LIES, VANISHES) == {CUE, OTHER, PRINT}


def test_one_that_lay_there_after_the_shot_before_is_a_ball():
    known = np.array([[0.001, 0.301]])
    assert left(ROLLS, LIES, VANISHES, known=known) == {CUE, OTHER, PRINT}


def test_one_over_which_a_hand_was_may_have_been_taken():
    assert left(ROLLS, LIES, VANISHES, intrusions=(HAND,)) == {CUE, OTHER, PRINT}


def test_a_cue_over_the_table_takes_no_ball_away():
    cue = Intrusion(t=0.0, t_to=T_END, kind=Intruder.CUE)
    assert left(ROLLS, LIES, VANISHES, intrusions=(cue,)) == {CUE, OTHER}


def test_one_that_went_while_nobody_could_see_is_kept():
    gap = Gap(2.0, 2.6, "covered")
    assert left(ROLLS, LIES, VANISHES, gaps=(gap,)) == {CUE, OTHER, PRINT}


def test_one_on_the_edge_of_a_pocket_may_fall_by_itself():
    pocket = next(p for p in TABLE.pockets if p.name is PocketName.CENTER_LEFT)
    place = (pocket.center.x, pocket.center.y - pocket.radius - TABLE.ball_radius)
    hangs = path(PRINT, place, t_to=2.5)
    assert left(ROLLS, LIES, hangs) == {CUE, OTHER, PRINT}


def test_the_ball_that_was_struck_is_a_ball():
    gone = path(CUE, (0.0, 0.3), t_to=2.5)
    assert left(gone, LIES) == {CUE, OTHER}


def test_one_that_moved_is_a_ball():
    moved = path(PRINT, (0.0, 0.3), (0.05, 0.3), t_to=2.5)
    assert left(ROLLS, LIES, moved) == {CUE, OTHER, PRINT}
