"""Doubt: a shot is judged again in every plausible world.

The probability of a ruling is the sum over the worlds in which it is made. A ruling
is called when that reaches the threshold of the settings, else a person reviews it
and is told what decides. When nothing is doubtful, one judgement is all it costs.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from adjudicator.balls import Ball, Discipline
from adjudicator.clause import Foul
from adjudicator.doubts import (
    Change,
    Doubt,
    Picks,
    event_doubts,
    gap_doubts,
    order_doubts,
)
from adjudicator.events import Event, RailTouch
from adjudicator.inputs import Entered
from adjudicator.mistaken import mistaken_names
from adjudicator.phrases import OTHERWISE, UNCERTAIN, UNKNOWN_BALL
from adjudicator.plausible import Contradiction, contradictions
from adjudicator.questions import percent_of, questions
from adjudicator.resync import kind_of
from adjudicator.shot import Shot
from adjudicator.state import State
from adjudicator.unknown_names import Naming, naming
from adjudicator.verdict import Remark, Verdict
from adjudicator.worlds import changed, new_names, renamed_event, worlds

Judge = Callable[[Any, Shot, Entered], Verdict]

MOST_WORLDS: Final = 64
"""Worlds judged before the events that cannot decide alone are set aside."""

MOST_DECISIVE_WORLDS: Final = 192
"""Worlds judged of what is left."""

ENOUGH: Final = 0.9995
"""Probability of the worlds judged at which no more are looked at."""

NAMES_DECIDE: Final = 0.01
"""Probability of names that would change the ruling, from which a person is asked."""

MOST_QUESTIONS: Final = 5
"""Questions put to a person about one shot."""


def reviewed(
    judge: Judge, state: State, shot: Shot, entered: Entered, discipline: Discipline
) -> Verdict:
    """Return the most probable ruling with its probability and open questions.

    Args:
        judge: The rules of the game.
        state: Before the shot.
        shot: The shot.
        entered: What people said; an overrule ends all doubt.
        discipline: The game.
    """
    named = naming(state, shot, discipline)
    doubts = [
        *event_doubts(named.shot),
        *order_doubts(named.shot),
        *gap_doubts(named.shot),
        *named.doubts,
        *mistaken_names(named.shot, discipline),
    ]
    if (not doubts and not named.strange) or entered.overrule is not None:
        verdict = judge(named.state, named.shot, entered)
        return _pointing(verdict, shot, named, {})
    case = _Case(judge, named, entered, doubts)
    if named.strange:
        return _strange(case, shot, named.strange)
    sure = math.prod(doubt.answers[0][0] for doubt in doubts)
    if sure >= state.settings.call_at and not case.hangs_on_names():
        pointing = _pointing(case.base(), shot, named, case.names(()))
        return pointing._replace(confidence=sure)
    return _weighed(case, shot, state.settings.call_at)


def ruling_key(verdict: Verdict) -> Hashable:
    """Return what makes two verdicts the same ruling.

    Names of pocketed balls do not: two unknown balls of one kind may change places.
    """
    coming = verdict.next
    return (
        verdict.legal,
        frozenset([foul.clause.id for foul in verdict.fouls]),
        frozenset([foul.clause.id for foul in verdict.suspected]),
        len(verdict.pocketed),
        verdict.points,
        verdict.rack,
        verdict.marks,
        (coming.shooter, coming.cue_ball, coming.options, coming.chooser),
        tuple(sorted(map(kind_of, verdict.spot))),
        tuple(sorted(verdict.carry.items(), key=lambda item: item[0])),
    )


@dataclass
class _Case:
    """One shot while its worlds are judged; each world is judged once."""

    judge: Judge
    named: Naming
    entered: Entered
    doubts: Sequence[Doubt]
    known: dict[Picks, Verdict | None] = field(default_factory=dict)
    unexplained: frozenset[Contradiction] | None = None

    def judged(self, picks: Picks) -> Verdict | None:
        """Return the verdict of a world, or None where it cannot be."""
        if picks not in self.known:
            changes = self.changes(picks)
            world = changed(self.named.shot, self.named.state, changes)
            if world is not None and picks and not self._can_be(world[0], changes):
                world = None
            self.known[picks] = (
                None if world is None else self.judge(world[1], world[0], self.entered)
            )
        return self.known[picks]

    def changes(self, picks: Picks) -> list[Change]:
        """Return what each question's answer changes in a world."""
        chosen = dict(picks)
        return [
            doubt.answers[chosen.get(index, 0)][1]
            for index, doubt in enumerate(self.doubts)
        ]

    def names(self, picks: Picks) -> Mapping[Ball, Ball]:
        """Return what balls are called in a world that can be."""
        return new_names(self.changes(picks), self.named.shot) or {}

    def _can_be(self, shot: Shot, changes: Sequence[Change]) -> bool:
        """Whether a world leaves no more unexplained than the shot as extracted."""
        if any(change.name or change.swap or change.names for change in changes):
            return True
        if self.unexplained is None:
            self.unexplained = contradictions(self.named.shot)
        return contradictions(shot) <= self.unexplained

    def base(self) -> Verdict:
        """Return the verdict in the most probable world."""
        verdict = self.judged(())
        assert verdict is not None  # noqa: S101  # likeliest names never collide
        return verdict

    def loud(self) -> dict[int, Change]:
        """Return the questions whose answer alone changes the ruling, and the answer.

        It is the likeliest such answer of each.
        """
        found: dict[int, Change] = {}
        for index, doubt in enumerate(self.doubts):
            for answer in range(1, len(doubt.answers)):
                if self._changes_ruling(index, answer):
                    found[index] = doubt.answers[answer][1]
                    break
        return found

    def hangs_on_names(self) -> bool:
        """Whether other names that are not quite improbable change the ruling."""
        doubtful = sum(
            p
            for index, doubt in enumerate(self.doubts)
            for answer, (p, change) in enumerate(doubt.answers)
            if change.names and self._changes_ruling(index, answer)
        )
        return doubtful > NAMES_DECIDE

    def _changes_ruling(self, index: int, answer: int) -> bool:
        other = self.judged(((index, answer),))
        return other is not None and ruling_key(other) != ruling_key(self.base())


@dataclass
class _Tally:
    """Probability of each ruling, with its most probable verdict."""

    mass: dict[Hashable, float] = field(default_factory=dict)
    picks: dict[Hashable, Picks] = field(default_factory=dict)
    covered: float = 0.0
    impossible: float = 0.0

    def add(self, verdict: Verdict | None, p: float, picks: Picks) -> None:
        """Count one world; one that cannot be leaves its probability to the others."""
        if verdict is None:
            self.impossible += p
            return
        key = ruling_key(verdict)
        self.covered += p
        self.mass[key] = self.mass.get(key, 0.0) + p
        self.picks.setdefault(key, picks)

    def ranked(self) -> list[tuple[float, Picks]]:
        """Return the rulings, the most probable first."""
        keys = sorted(self.mass, key=lambda key: -self.mass[key])
        rest = max(1.0 - self.impossible, self.covered)
        return [(self.mass[key] / rest, self.picks[key]) for key in keys]

    @property
    def enough(self) -> bool:
        """Whether hardly any world is left."""
        return self.covered + self.impossible >= ENOUGH

    def settles(self, threshold: float) -> bool:
        """Whether no further world can change the answer."""
        best = max(self.mass.values(), default=0.0)
        rest = max(1.0 - self.impossible, self.covered)
        if best >= threshold * rest:
            return True
        return best + rest - self.covered < threshold * rest


def _weighed(case: _Case, shot: Shot, threshold: float) -> Verdict:
    tally = _Tally()
    for p, picks in islice(worlds(case.doubts), MOST_WORLDS):
        tally.add(case.judged(picks), p, picks)
        if tally.enough:
            break
    if not tally.settles(threshold):
        tally = _decisive(case)
    (confidence, picks), *others = tally.ranked()
    verdict = case.judged(picks)
    assert verdict is not None  # noqa: S101  # it was counted
    pointing = _pointing(verdict, shot, case.named, case.names(picks))
    if confidence >= threshold and not case.hangs_on_names():
        return pointing._replace(confidence=confidence)
    other = case.judged(others[0][1]) if others else None
    return pointing._replace(
        confidence=confidence,
        review=(*pointing.review, *_questions(case, confidence, other)),
    )


def _decisive(case: _Case) -> _Tally:
    """Weigh only the questions that change the ruling alone, or rails together."""
    loud = list(case.loud())
    doubts = [case.doubts[index] for index in loud]
    tally = _Tally()
    for p, picks in islice(worlds(doubts), MOST_DECISIVE_WORLDS):
        whole = tuple((loud[i], answer) for i, answer in picks)
        tally.add(case.judged(whole), p, whole)
        if tally.enough:
            break
    together = tuple(
        (index, 1)
        for index, doubt in enumerate(case.doubts)
        if index not in loud
        and isinstance(doubt.about, RailTouch)
        and len(doubt.answers) > 1
    )
    none = case.judged(together)
    if none is not None and ruling_key(case.base()) != ruling_key(none):
        p = math.prod(case.doubts[index].answers[1][0] for index, _ in together)
        tally.mass = {key: mass * (1 - p) for key, mass in tally.mass.items()}
    return tally


def _questions(
    case: _Case, confidence: float, other: Verdict | None
) -> tuple[Remark, ...]:
    """Return what a person must decide, and what follows if it was otherwise."""
    answers = case.loud()
    loud = sorted(answers, key=lambda index: case.doubts[index].answers[0][0])
    asked = [
        remark
        for index in loud
        for remark in questions(case.doubts[index], answers[index])
    ]
    found = [Remark(UNCERTAIN, {"percent": percent_of(confidence)})]
    found += asked[:MOST_QUESTIONS]
    if other is not None:
        en, ru = other.reasons
        found.append(Remark(OTHERWISE, {"en": en, "ru": ru}))
    return tuple(found)


def _strange(case: _Case, shot: Shot, strange: tuple[Ball, ...]) -> Verdict:
    """Return the verdict on a shot with balls that can be none of the game."""
    verdict = case.base()
    return _pointing(verdict, shot, case.named, {})._replace(
        confidence=0.0,
        review=(
            *verdict.review,
            *(Remark(UNKNOWN_BALL, {"ball": ball.name}) for ball in strange),
        ),
    )


def _pointing(
    verdict: Verdict,
    shot: Shot,
    named: Naming,
    swapped: Mapping[Ball, Ball],
) -> Verdict:
    """Return the verdict whose evidence are events of the shot as it was given.

    Evidence of events that were let in is not among them and is left out.
    """
    if not verdict.fouls and not verdict.suspected:
        return verdict
    given: dict[Event, Event] = {}
    for event, origin in zip(named.shot.events, shot.events, strict=True):
        given[event] = origin
        given[renamed_event(event, swapped)] = origin
    return verdict._replace(
        fouls=tuple([_with_evidence(foul, given) for foul in verdict.fouls]),
        suspected=tuple([_with_evidence(foul, given) for foul in verdict.suspected]),
    )


def _with_evidence(foul: Foul, given: dict[Event, Event]) -> Foul:
    return foul._replace(events=tuple(given[e] for e in foul.events if e in given))
