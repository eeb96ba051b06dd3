"""Rulings on extracted events beside those on the true ones.

Each simulated shot is judged twice by its game's rules, from the true events and from
what was extracted: as the first shot of a match that starts from its layout.
"""

from collections.abc import Hashable
from dataclasses import dataclass

from adjudicator.balls import Ball
from adjudicator.errors import AdjudicatorError
from adjudicator.events import Event, Point
from adjudicator.match import Match
from adjudicator.review import ruling_key
from adjudicator.settings import DEFAULT_SETTINGS
from adjudicator.shot import Layout, Shot
from adjudicator.verdict import Verdict
from benchmarks.event_scenes import Scene
from cueref.pipeline.suspicion import suspected
from tracking.events.extraction_result import Extraction, StillLayout
from tracking.events.naming import ball_of_key, renamed

_BEFORE = -0.5
_AFTER = 0.5


@dataclass(frozen=True, slots=True)
class Rulings:
    """Both rulings on one shot.

    Attributes:
        true: On the true events; None where the rules cannot judge them.
        found: On the extracted events.
    """

    true: Verdict | None
    found: Verdict | None

    @property
    def is_same(self) -> bool:
        """Whether both say the same."""
        if self.true is None or self.found is None:
            return self.true is self.found
        return _essence(self.true) == _essence(self.found)

    @property
    def is_called(self) -> bool:
        """Whether the ruling is made without asking a person."""
        return self.found is not None and not self.found.review

    @property
    def is_doubted(self) -> bool:
        """Whether the events leave the ruling so open that a person must decide.

        What a person is asked for without doubt, such as a call that nobody entered,
        is not counted.
        """
        return self.found is None or self.found.confidence < DEFAULT_SETTINGS.call_at

    @property
    def is_false_foul(self) -> bool:
        """Whether a foul is called on a shot that had none."""
        if self.true is None or self.found is None or not self.is_called:
            return False
        return bool(self.found.fouls) and not self.true.fouls


def _essence(verdict: Verdict) -> Hashable:
    """What a ruling says, without the times that it remembers."""
    kept = {
        name: value
        for name, value in verdict.carry.items()
        if not isinstance(value, float)
    }
    return ruling_key(verdict._replace(carry=kept))


def both_rulings(scene: Scene, extraction: Extraction) -> Rulings:
    """Judge a shot by its true events and by the extracted ones."""
    motion = scene.motion
    struck = scene.balls[scene.struck]
    true = Shot(
        number=1,
        t_start=0.0,
        t_end=max(motion.t_end, *(event.t for event in motion.events)),
        cue_ball=struck,
        before=motion.layout(_BEFORE),
        after=motion.layout(motion.t_end + _AFTER),
        events=motion.events,
        kind=scene.kind,
    )
    names = {ball_of_key(key): ball for key, ball in enumerate(scene.balls)}
    events = tuple(renamed(event, names) for event in extraction.events)
    weighed = (*extraction.doubtful, *suspected(extraction))
    doubtful = tuple(renamed(event, names) for event in weighed)
    start = extraction.t_strike or 0.0
    cue = None if extraction.cue_key is None else scene.balls[extraction.cue_key]
    found = Shot(
        number=1,
        t_start=start,
        t_end=_end(extraction.t_end, start, events),
        cue_ball=cue,
        before=_layout(extraction.before, scene.balls),
        after=_layout(extraction.after, scene.balls),
        events=events,
        doubtful=doubtful,
        kind=scene.kind,
    )
    return Rulings(_judged(scene, true), _judged(scene, found))


def _end(t_end: float, start: float, events: tuple[Event, ...]) -> float:
    return max([t_end, start, *(event.t for event in events)])


def _judged(scene: Scene, shot: Shot) -> Verdict | None:
    match = Match.beginning(scene.discipline, DEFAULT_SETTINGS, shot, lenient=True)
    try:
        last = match.play(shot).last
    except AdjudicatorError:
        return None
    return None if last is None else last.verdict


def _layout(still: StillLayout, balls: tuple[Ball, ...]) -> Layout:
    places = {balls[b.key]: Point(float(b.xy[0]), float(b.xy[1])) for b in still.balls}
    frozen = {balls[b.key]: b.rail for b in still.balls if b.rail is not None}
    pairs = []
    for pair in still.pairs:
        if pair.frozen:
            first, second = sorted(balls[key] for key in pair.keys)
            pairs.append((first, second))
    return Layout(places, frozen, frozenset(pairs))
