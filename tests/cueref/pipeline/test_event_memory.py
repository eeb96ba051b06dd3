"""What happened on a shot is known before its last ball rests, and is checked then."""

from dataclasses import replace

import numpy as np
import pytest

from adjudicator.events import Contact, Intruder, Intrusion, Pocketed, RailTouch, Rest
from adjudicator.shot import Gap
from adjudicator.table import TABLES, TableKind
from cueref.pipeline import event_memory
from cueref.pipeline.event_memory import EventMemory, Evidence, still_holds
from tests.tracking.moving_balls import at_rest, rolling, then
from tracking.path import BallPath

TABLE = TABLES[TableKind.POOL_9FT]
R = TABLE.ball_radius
DT, SIGMA = 1 / 60, 0.0002
MET = 1.0 + 0.3 / 1.0
PLACE = (0.3, 0.2)


def shot(after=1.0):
    """The cue ball sends another away, which rolls out from 1.3 to 3.3 s."""
    cue = then(
        rolling(0.0, 0.2, 1.0, 0.0, start=1.0, deceleration=1e-6), at_rest(*PLACE), MET
    )
    hit = rolling(PLACE[0] + 2 * R, 0.2, 0.4, 0.0, start=MET, deceleration=0.2)
    return [cue, hit, at_rest(-0.5, -0.3)], MET + 2.0 + after


def paths(ways, t_end, seed=3):
    dice = np.random.default_rng(seed)
    found = []
    for key, way in enumerate(ways):
        seen = [(k, way(k * DT)) for k in range(int(t_end / DT))]
        seen = [(k, xy) for k, xy in seen if xy is not None]
        xy = np.array([xy for _, xy in seen]) + dice.normal(0, SIGMA, (len(seen), 2))
        k = np.array([k for k, _ in seen])
        noise = np.tile(np.eye(2) * 9e-8, (len(k), 1, 1))
        found.append(BallPath(key, k * DT, k, xy, noise))
    return tuple(found)


def evidence(all_paths, t, **more):
    parts = tuple(path.between(0.0, t) for path in all_paths)
    return Evidence(parts, 0, (0.0, t), (), (), None, **more)


@pytest.fixture(scope="module")
def seen():
    ways, t_end = shot()
    return paths(ways, t_end), t_end


def told(found):
    return [type(e) for e in found.events if not isinstance(e, Rest)]


@pytest.fixture
def counted(monkeypatch):
    times, extract = [], event_memory.extract
    monkeypatch.setattr(
        event_memory, "extract", lambda *of: (times.append(1), extract(*of))[1]
    )
    return times


@pytest.mark.parametrize("ahead", [2.4, 3.0, 3.4])
def test_a_ball_that_only_rolls_out_changes_nothing(seen, counted, ahead):
    all_paths, t_end = seen
    memory = EventMemory()
    early = memory.extract(evidence(all_paths, ahead), TABLE)
    late = memory.extract(evidence(all_paths, t_end), TABLE)
    assert late is early
    assert len(counted) == 1
    anew = event_memory.extract(evidence(all_paths, t_end), TABLE)
    assert told(late) == told(anew)
    assert Contact in told(late)


def test_what_was_seen_too_shortly_after_a_contact_is_worked_out_again(seen, counted):
    all_paths, t_end = seen
    memory = EventMemory()
    memory.extract(evidence(all_paths, MET + 0.1), TABLE)
    memory.extract(evidence(all_paths, t_end), TABLE)
    assert len(counted) == 2


def holds(now, seen, ahead=2.6):
    all_paths, _ = seen
    before = evidence(all_paths, ahead)
    return still_holds(before, event_memory.extract(before, TABLE), now, TABLE)


@pytest.fixture
def now(seen):
    return evidence(*seen)


def test_other_evidence_of_what_was_before_counts(seen, now):
    assert holds(now, seen)
    gap = Gap(1.0, 1.2, "pictures were lost")
    hand = Intrusion(t=1.0, t_to=1.2, kind=Intruder.HAND)
    assert not holds(replace(now, not_seen=(gap,)), seen)
    assert not holds(replace(now, intrusions=(hand,)), seen)
    assert not holds(replace(now, cue_key=1), seen)
    assert not holds(replace(now, window=(0.1, now.window[1])), seen)
    assert not holds(replace(now, paths=now.paths[:2]), seen)


def test_a_hand_that_comes_after_it_changes_nothing(seen, now):
    hand = Intrusion(t=3.0, t_to=3.5, kind=Intruder.HAND)
    assert holds(replace(now, intrusions=(hand,)), seen)


def test_another_link_between_sightings_counts(seen, now):
    first, *others = now.paths
    moved = BallPath(first.key, first.t, first.frame, first.xy + 1e-6, first.covariance)
    assert not holds(replace(now, paths=(moved, *others)), seen)


def ends(*ways):
    """Whether an account of the shot up to 2.6 s holds for other ways after it."""
    usual, t_end = shot()
    changed = [then(a, b or a, 2.6) for a, b in zip(usual, ways, strict=True)]
    before = paths(usual, 2.6)
    found = event_memory.extract(Evidence(before, 0, (0, 2.6), (), (), None), TABLE)
    after = paths(changed, t_end)
    joined = tuple(
        BallPath(
            old.key,
            np.concatenate([old.t, new.t[new.t > old.t[-1]]]),
            np.concatenate([old.frame, new.frame[new.t > old.t[-1]]]),
            np.concatenate([old.xy, new.xy[new.t > old.t[-1]]]),
            np.concatenate([old.covariance, new.covariance[new.t > old.t[-1]]]),
        )
        for old, new in zip(before, after, strict=True)
    )
    now = Evidence(joined, 0, (0, t_end), (), (), None)
    return still_holds(Evidence(before, 0, (0, 2.6), (), (), None), found, now, TABLE)


def test_whatever_else_happens_to_a_ball_is_worked_out_again():
    hit = shot()[0][1]
    x, y = hit(2.6)
    assert ends(None, None, None)
    assert not ends(None, rolling(x, y, 0.1, 0.1, start=2.6, deceleration=0.2), None)
    assert not ends(None, rolling(x, y, 0.6, 0.0, start=2.6, deceleration=0.2), None)
    assert not ends(None, rolling(x, y, -0.1, 0.0, start=2.6, deceleration=0.2), None)
    assert not ends(rolling(*PLACE, 0.0, 0.1, start=2.8), None, None)
    assert not ends(None, lambda t: hit(t) if t < 2.9 else None, None)
    assert not ends(None, None, lambda t: None if t > 3.0 else (-0.5, -0.3))


def test_a_way_that_passes_another_ball_closely_is_worked_out_again():
    ways, t_end = shot()
    beside = at_rest(ways[1](t_end)[0] - 0.02, 0.2 + 2 * R + 0.004)
    all_paths = paths([*ways[:2], beside], t_end)
    assert not holds(evidence(all_paths, t_end), (all_paths, t_end))


def falling(pocket):
    """A ball that rolls into a hole and is seen in it for a while."""
    x, y = pocket.center
    way = np.array([-np.sign(x), -np.sign(y)]) / np.sqrt(2)
    start = np.array([x, y]) + 0.5 * way

    def at(t):
        gone = max(t - 1.0, 0.0) * 1.0
        place = start - way * min(gone, 0.5)
        return tuple(place) if t < 1.75 else None

    return at


def test_a_drop_that_few_pictures_show_is_worked_out_again():
    corner = next(p for p in TABLE.pockets if abs(p.center.x) > 0.1)
    all_paths = paths([falling(corner), at_rest(0.2, 0.0), at_rest(0.2, 0.3)], 2.4)
    seen = all_paths, 2.4
    now = evidence(all_paths, 2.4)
    inside = next(
        t
        for t, xy in zip(all_paths[0].t, all_paths[0].xy, strict=True)
        if np.hypot(*(xy - corner.center)) < corner.radius - 0.016
    )
    found = event_memory.extract(now, TABLE)
    assert any(isinstance(event, Pocketed) for event in found.events)
    assert not holds(now, seen, ahead=inside + 0.001)
    assert holds(now, seen, ahead=inside + 0.15)
    assert RailTouch not in told(found)
