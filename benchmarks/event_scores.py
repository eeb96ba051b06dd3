"""Counts of events that were found, missed and invented, shot by shot."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from adjudicator.balls import Ball
from adjudicator.events import Contact, Event, Pocketed, RailTouch
from benchmarks.event_scenes import Scene

_OPENING = 0.03

SLOW_TOLERANCE = 0.06
"""Of the time of a touch that changes a velocity by less than `SLOW`, seconds."""

SLOW = 0.15
"""Change of velocity below which a touch is slow, m/s."""

_JUST = 1e-5

Mark = tuple[float, str, frozenset[int], str]


@dataclass(slots=True)
class Score:
    """Counts over many shots."""

    counts: Counter[str] = field(default_factory=Counter)
    errors: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def rate(self, kind: str) -> tuple[float, float, float]:
        """Return precision, recall and F1 of contacts, rails or pocketed."""
        hit, miss, false = (
            self.counts[f"{kind}:{w}"] for w in ("hit", "miss", "false")
        )
        precision = hit / max(hit + false, 1)
        recall = hit / max(hit + miss, 1)
        return precision, recall, 2 * hit / max(2 * hit + miss + false, 1)


def marks(events: Iterable[Event], keys: Mapping[Ball, int]) -> list[Mark]:
    """Reduce events to time, kind, balls and place."""
    out: list[Mark] = []
    for event in events:
        if isinstance(event, Contact):
            both = frozenset(keys[ball] for ball in event.balls)
            out.append((event.t, "contact", both, ""))
        elif isinstance(event, RailTouch):
            place = "" if event.jaw else str(event.rail)
            out.append((event.t, "rail", frozenset({keys[event.ball]}), place))
        elif isinstance(event, Pocketed):
            one = frozenset({keys[event.ball]})
            out.append((event.t, "pocketed", one, str(event.pocket)))
    return out


def score_shot(
    score: Score,
    truth: list[Mark],
    found: list[Mark],
    tolerance: float,
    slow: frozenset[Mark] = frozenset(),
    unseen: frozenset[Mark] = frozenset(),
) -> None:
    """Add one shot's matches.

    Args:
        score: Is added to.
        truth: What happened.
        found: What was extracted.
        tolerance: Of the times, seconds.
        slow: Touches of the truth that hardly change the motion: they are also counted
            with a tolerance of their own, under "contact~" and "rail~".
        unseen: Touches, true or found, that nobody could see: under "contact*" and
            "rail*" they count neither as found nor as missed nor as false.
    """
    _count(score, truth, found, tolerance, frozenset(), "")
    _count(score, truth, found, tolerance, slow, "~")
    _count(score, truth, found, tolerance, slow, "*", unseen)


def _count(
    score: Score,
    truth: list[Mark],
    found: list[Mark],
    tolerance: float,
    slow: frozenset[Mark],
    suffix: str,
    unscored: frozenset[Mark] = frozenset(),
) -> None:
    truth, found = _distinct(truth, tolerance), _distinct(found, tolerance)
    for kind in ("contact", "rail", "pocketed"):
        left = [mark for mark in found if mark[1] == kind]
        for mark in (m for m in truth if m[1] == kind):
            limit = 0.3 if kind == "pocketed" else tolerance
            limit = max(limit, SLOW_TOLERANCE) if mark in slow else limit
            near = [
                m for m in left if is_same(m, mark) and abs(m[0] - mark[0]) <= limit
            ]
            if not near:
                score.counts[f"{kind}{suffix}:miss"] += mark not in unscored
                continue
            best = min(near, key=lambda m: abs(m[0] - mark[0]))
            left.remove(best)
            score.counts[f"{kind}{suffix}:hit"] += mark not in unscored
            if kind != "pocketed" and not suffix:
                score.errors.append(abs(best[0] - mark[0]))
        score.counts[f"{kind}{suffix}:false"] += sum(m not in unscored for m in left)


def is_same(a: Mark, b: Mark) -> bool:
    """Whether two marks name the same balls and place."""
    places = "" in (a[3], b[3]) or a[3] == b[3]
    return a[2] == b[2] and places


def _distinct(all_marks: list[Mark], within: float) -> list[Mark]:
    out: list[Mark] = []
    for mark in all_marks:
        if not any(
            is_same(m, mark) and m[1] == mark[1] and mark[0] - m[0] < within
            for m in out
        ):
            out.append(mark)
    return out


def after_opening(
    all_marks: list[Mark], truth: list[Mark], interval: float
) -> list[Mark]:
    """Leave out the contacts while the rack comes apart: they are one event."""
    start = next((m[0] for m in truth if m[1] == "contact"), np.inf)
    end = start + _OPENING + interval
    return [m for m in all_marks if m[1] != "contact" or m[0] > end]


def count_decisive(
    score: Score, truth: list[Mark], found: list[Mark], struck: int, cue: int | None
) -> None:
    """Count the shots whose deciding facts are right."""
    score.counts["shots"] += 1
    score.counts["cue"] += cue == struck
    firsts, after, pots = [], [], []
    for all_marks, own in ((truth, struck), (found, cue)):
        first = next((m for m in all_marks if m[1] == "contact" and own in m[2]), None)
        firsts.append(None if first is None else first[2] - {own})
        t = np.inf if first is None else first[0]
        after.append(any(m[1] != "contact" and m[0] > t for m in all_marks))
        pots.append({(m[2], m[3]) for m in all_marks if m[1] == "pocketed"})
    score.counts["first"] += firsts[0] == firsts[1]
    score.counts["after"] += after[0] == after[1]
    score.counts["pots"] += pots[0] == pots[1]


def slow_marks(scene: Scene, truth: Iterable[Mark]) -> frozenset[Mark]:
    """Return the touches that change some ball's velocity by less than `SLOW`."""
    found = set()
    for mark in truth:
        jumps = []
        for ball in mark[2]:
            path = scene.motion.trajectories[ball]
            v = path.velocity(np.array([mark[0] - _JUST, mark[0] + _JUST]))
            jumps.append(float(np.hypot(*(v[1] - v[0])[:2])))
        if min(jumps) < SLOW:
            found.add(mark)
    return frozenset(found)
