import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from cueref.live.announcing import Announcer
from cueref.live.messages import ProvisionalKind
from tracking.following.tracker import TrackSnapshot

TABLE = TABLES[TableKind.POOL_9FT]
POCKET = TABLE.pockets[0]
DT = 1 / 60


def snapshot(t, balls):
    """Balls as (key, xy, velocity, seen)."""
    n = len(balls)
    velocity = np.array([ball[2] for ball in balls], float).reshape(n, 2)
    moves = np.hypot(*velocity.T) > 0
    return TrackSnapshot(
        round(t / DT),
        t,
        np.array([ball[0] for ball in balls]),
        np.array([ball[1] for ball in balls], float).reshape(n, 2),
        velocity,
        np.tile(np.eye(2) * 1e-6, (n, 1, 1)),
        np.array([ball[3] for ball in balls], bool),
        ~moves,
        np.where(moves, 0.1, 0.0),
    )


def rolled_into(center, *, stops_short=0.0, frames=60):
    """What is said while ball 3 rolls toward a pocket and vanishes there."""
    announcer, said = Announcer(TABLE), []
    goal = np.array([center[0], center[1]])
    start = goal * 0.6
    way = (goal - start) / np.linalg.norm(goal - start)
    length = np.linalg.norm(goal - start) - stops_short
    for k in range(frames):
        t = k * DT
        place = start + way * min(1.5 * t, length)
        gone = 1.5 * t > length
        ball = (3, place, way * 1.5, not gone)
        said += announcer.update(
            snapshot(t, [ball, (5, (0, 0), (0, 0), True)]), t, 1, None
        )
    return said


def test_a_shot_begins_once():
    kinds = [news.kind for news in rolled_into(POCKET.center)]
    assert kinds.count(ProvisionalKind.SHOT_BEGAN) == 1
    assert kinds[0] is ProvisionalKind.SHOT_BEGAN


@pytest.mark.parametrize("pocket", TABLE.pockets, ids=lambda p: p.name.value)
def test_the_ball_that_began_the_shot_and_drops_is_told_once_within_0_3_s(pocket):
    said = rolled_into(pocket.center)
    drops = [n for n in said if n.kind is ProvisionalKind.CUE_BALL_POCKETED]
    assert len(drops) == 1
    assert drops[0].pocket == pocket.name.value
    assert drops[0].key == 3


def test_a_ball_that_vanishes_far_from_a_pocket_is_not_told():
    said = rolled_into(POCKET.center, stops_short=0.3)
    assert {n.kind for n in said} == {ProvisionalKind.SHOT_BEGAN}


def test_rest_is_told_once_for_each_shot():
    announcer, said = Announcer(TABLE), []
    for k in range(60):
        t = k * DT
        moving = k < 20
        ball = (1, (0.01 * min(k, 20), 0), (0.6 * moving, 0), True)
        moved_at = min(k, 19) * DT if k < 50 else None
        said += announcer.update(snapshot(t, [ball]), moved_at, 7, None)
    assert [(n.kind, n.shot) for n in said] == [
        (ProvisionalKind.SHOT_BEGAN, 7),
        (ProvisionalKind.BALLS_AT_REST, 7),
    ]
    assert said[1].t == pytest.approx(19 * DT + 0.1, abs=2 * DT)


def until_it_drops(announcer):
    """Let ball 3 roll into a pocket; return when it was last seen and what is said."""
    goal = np.array([POCKET.center[0], POCKET.center[1]])
    start, said = goal * 0.8, []
    way = (goal - start) / np.linalg.norm(goal - start)
    length = np.linalg.norm(goal - start)
    last = int(length / 1.5 / DT)
    for k in range(last + 2):
        ball = (3, start + way * 1.5 * k * DT, way * 1.5, k <= last)
        shown = snapshot(k * DT, [ball, (5, (0, 0), (0, 0), True)])
        said += announcer.update(shown, k * DT, 1, None)
    return last, said


def test_a_drop_is_told_although_nothing_changes_any_more():
    announcer = Announcer(TABLE)
    last, said = until_it_drops(announcer)
    assert ProvisionalKind.CUE_BALL_POCKETED not in {n.kind for n in said}
    told = None
    for k in range(last + 2, last + 20):
        news = announcer.unchanged(k * DT, last * DT, 1)
        if any(n.kind is ProvisionalKind.CUE_BALL_POCKETED for n in news):
            told = k
    assert told is not None
    assert (told - last) * DT < 0.15


def test_a_ball_that_went_out_of_sight_is_not_told_in_the_next_shot():
    announcer = Announcer(TABLE)
    last, _ = until_it_drops(announcer)
    rest = [(5, (0, 0), (0, 0), True)]
    said = announcer.update(snapshot((last + 2) * DT, rest), None, 2, None)
    for k in range(last + 60, last + 90):
        rolls = [(5, (0.01 * k, 0), (0.6, 0), True)]
        said += announcer.update(snapshot(k * DT, rolls), k * DT, 2, None)
    assert [n.kind for n in said] == [
        ProvisionalKind.BALLS_AT_REST,
        ProvisionalKind.SHOT_BEGAN,
    ]
