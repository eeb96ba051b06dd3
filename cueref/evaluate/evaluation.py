"""One analysis against one truth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from adjudicator.balls import Ball, Discipline
from adjudicator.errors import InvalidBallError
from adjudicator.shot import Layout, Shot
from adjudicator.table import TABLES, TableGeometry, TableKind
from adjudicator.text.calls import Script
from adjudicator.text.events import event_object
from cueref.evaluate.analysis_files import StoredAnalysis, folder_of, read_analysis
from cueref.evaluate.happenings import Happening, happening
from cueref.evaluate.matching import (
    Matches,
    comparable_name,
    distances_mm,
    is_alike,
    match_events,
    pair_balls,
    without_covered,
)
from cueref.evaluate.rulings import is_same_ruling, true_rulings
from cueref.evaluate.scores import KINDS, ClipScore, Count, Share
from cueref.evaluate.truth import Places, TrueShot, Truth, read_object, read_truth

_SAME_SHOT: Final = 0.5
"""Shots whose strikes are this close are the same, seconds."""

_SAME_SIZE: Final = 0.01
"""Tables whose lengths differ by less, as a part, are of one size."""


@dataclass(frozen=True, slots=True)
class SeenShot:
    """One shot of the analysis with the true names of its balls.

    Attributes:
        index: Position in the analysis.
        shot: As it was read.
        true: The shot of the truth that it is; None if it is none.
        pairs: True name of each ball that lies where a true ball lies.
        events: With true names.
    """

    index: int
    shot: Shot
    true: TrueShot | None
    pairs: Mapping[str, str]
    events: tuple[Happening, ...]


def evaluate_clip(folder: Path, truth_file: Path, script: Script) -> ClipScore:
    """Score an analysis against one truth.

    Args:
        folder: Of the analysis, or a folder of analyses.
        truth_file: The truth.
        script: Calls that belong to the recording.

    Raises:
        TruthError: One of them cannot be used.
    """
    value = read_object(truth_file)
    analysis = read_analysis(folder_of(folder, truth_file, value.get("clip")))
    truth = read_truth(truth_file, value, analysis)
    return score_clip(truth, analysis, script)


def score_clip(truth: Truth, analysis: StoredAnalysis, script: Script) -> ClipScore:
    """Score an analysis against a truth in its table frame."""
    seen = _seen_shots(truth, analysis)
    matches = _matches(truth, seen)
    found = [shot for shot in seen if shot.true is not None]
    remarks = [*_remarks(truth, matches)]
    if truth.is_turned:
        remarks.append("head rail at the wrong end")
    length = table_of(analysis).length
    if truth.length is not None and abs(length / truth.length - 1) > _SAME_SIZE:
        remarks.append(f"table {length:.2f} m long, not {truth.length:.2f} m")
    verdicts, called = _verdicts(truth, seen, analysis, script)
    return ClipScore(
        name=truth.name,
        shots=Count(len(found), len(seen) - len(found), len(truth.shots) - len(found)),
        events={kind: _count(matches[kind]) for kind in KINDS},
        first_contact=_first_contacts(truth, seen, breaks=False),
        break_first_contact=_first_contacts(truth, seen, breaks=True),
        rail_after_contact=_rails_after(truth, seen),
        verdicts=verdicts,
        called=called,
        named=_named(found),
        before_mm=_layout_errors(found, before=True),
        after_mm=_layout_errors(found, before=False),
        times_ms=tuple(
            1000 * (given.t - true.t)
            for kind in KINDS
            if kind != "pocketed"
            for true, given in matches[kind].pairs
        ),
        remarks=tuple(remarks),
    )


def _seen_shots(truth: Truth, analysis: StoredAnalysis) -> list[SeenShot]:
    free = list(truth.shots)
    seen = []
    for index, shot in enumerate(analysis.shots):
        true = min(free, key=lambda s: _apart(s, shot), default=None)
        if true is not None and not _is_same_shot(true, shot):
            true = None
        if true is not None:
            free.remove(true)
        before = {} if true is None else true.before
        pairs = pair_balls(before, places(shot.before))
        new_name = partial(comparable_name, pairs=pairs, truth=before)
        events = tuple(
            happening(event_object(event)).renamed(new_name) for event in shot.events
        )
        seen.append(SeenShot(index, shot, true, pairs, events))
    return seen


def _apart(true: TrueShot, shot: Shot) -> float:
    return abs(true.t_start - shot.t_start)


def _is_same_shot(true: TrueShot, shot: Shot) -> bool:
    if _apart(true, shot) < _SAME_SHOT:
        return True
    common = min(true.t_end, shot.t_end) - max(true.t_start, shot.t_start)
    return common > 0.5 * (true.t_end - true.t_start)


def places(layout: Layout) -> Places:
    """Return a layout as positions by name."""
    return {ball.name: (xy.x, xy.y) for ball, xy in layout.balls.items()}


def _matches(truth: Truth, seen: Sequence[SeenShot]) -> dict[str, Matches]:
    given = [event for shot in seen for event in shot.events]
    matches = {
        kind: match_events(_of(truth.events, kind), _of(given, kind))
        for kind in ("rail", "pocketed")
    }
    contacts = match_events(
        without_covered(_of(truth.events, "contact"), _of(given, "rack_opened")),
        without_covered(_of(given, "contact"), _of(truth.events, "rack_opened")),
    )
    if not truth.has_all_contacts:
        contacts = Matches(contacts.pairs, contacts.missed, ())
    return {
        "pocketed": matches["pocketed"],
        **_breaks_apart("contact", contacts, truth),
        **_breaks_apart("rail", matches["rail"], truth),
    }


def _breaks_apart(kind: str, matches: Matches, truth: Truth) -> dict[str, Matches]:
    """Return the matches outside of breaks and those of breaks, by kind."""

    def part(*, breaks: bool) -> Matches:
        return Matches(
            tuple(p for p in matches.pairs if _in_break(p[0].t, truth) is breaks),
            tuple(e for e in matches.missed if _in_break(e.t, truth) is breaks),
            tuple(e for e in matches.extra if _in_break(e.t, truth) is breaks),
        )

    return {kind: part(breaks=False), f"break_{kind}": part(breaks=True)}


def _in_break(t: float, truth: Truth) -> bool:
    """Whether the last shot that began before a time is a break."""
    begun = [s for s in truth.shots if s.t_start - _SAME_SHOT <= t]
    return bool(begun) and max(begun, key=lambda s: s.t_start).kind == "break"


def _of(events: Iterable[Happening], kind: str) -> list[Happening]:
    return [event for event in events if event.kind == kind]


def _count(matches: Matches) -> Count:
    # An uncertain truth that was found is neither right nor wrong.
    right = sum(true.is_sure for true, _ in matches.pairs)
    return Count(right, len(matches.extra), len(matches.missed))


def _own(truth: Truth, shot: TrueShot) -> list[Happening]:
    later = [s.t_start for s in truth.shots if s.t_start > shot.t_start]
    end = min(later, default=float("inf")) - 1e-6
    return [e for e in truth.events if shot.t_start - 0.5 <= e.t < end]


def first_contact(events: Sequence[Happening], cue_ball: str | None) -> str | None:
    """Return the ball that the cue ball meets first, or None."""
    for event in sorted(events, key=lambda event: event.t):
        if event.kind == "contact" and cue_ball in event.balls:
            return next(iter(event.balls - {cue_ball}), None)
    return None


def has_rail_after_contact(events: Sequence[Happening], cue_ball: str | None) -> bool:
    """Whether a ball touches a rail after the first contact of the cue ball."""
    times = [e.t for e in events if e.kind == "contact" and cue_ball in e.balls]
    if not times:
        return False
    return any(e.kind == "rail" and e.is_sure and e.t >= min(times) for e in events)


def _first_contacts(truth: Truth, seen: Sequence[SeenShot], *, breaks: bool) -> Share:
    right = 0
    for shot in seen:
        if shot.true is None or (shot.true.kind == "break") is not breaks:
            continue
        cue_ball = shot.true.cue_ball
        true = first_contact(_own(truth, shot.true), cue_ball)
        right += true == first_contact(shot.events, cue_ball)
    of = sum((shot.kind == "break") is breaks for shot in truth.shots)
    return Share(right, of)


def _rails_after(truth: Truth, seen: Sequence[SeenShot]) -> Share:
    right = 0
    for shot in seen:
        if shot.true is None:
            continue
        cue_ball = shot.true.cue_ball
        true = truth.rail_after_contact
        if true is None:
            true = has_rail_after_contact(_own(truth, shot.true), cue_ball)
        right += true == has_rail_after_contact(shot.events, cue_ball)
    return Share(right, len(truth.shots))


def _verdicts(
    truth: Truth, seen: Sequence[SeenShot], analysis: StoredAnalysis, script: Script
) -> tuple[Share, Share]:
    """Return how many rulings are right, of all shots and of what is called."""
    if not truth.is_exact or truth.game is None:
        return Share(), Share()
    table = table_of(analysis)
    rulings = true_rulings(truth, Discipline(truth.game), table, script)
    by_start = {shot.t_start: r for shot, r in zip(truth.shots, rulings, strict=True)}
    verdicts = Share(of=sum(ruling is not None for ruling in rulings))
    called = Share()
    for shot, given in zip(seen, analysis.verdicts, strict=False):
        true = None if shot.true is None else by_start[shot.true.t_start]
        if shot.true is not None and true is None:
            continue  # the rules cannot judge it
        right = true is not None and is_same_ruling(true, given, shot.pairs)
        verdicts = verdicts.plus(Share(int(right)))
        if given.get("status") == "called":
            called = called.plus(Share(int(right), 1))
    return verdicts, called


def table_of(analysis: StoredAnalysis) -> TableGeometry:
    """Return the table of an analysis."""
    if analysis.calibration is not None:
        return analysis.calibration.table
    sizes = analysis.match["table"]
    return TABLES[TableKind.POOL_9FT].scaled(
        sizes["length"], sizes["width"], sizes["ball_radius"]
    )


def _named(found: Sequence[SeenShot]) -> Share:
    """Return how many balls have their right name, or that of one that looks the same.

    Labels by colour do not count.
    """
    right = of = 0
    for shot in found:
        if shot.true is None:
            continue
        known = {name for name in shot.true.before if _is_name(name)}
        right += sum(is_alike(a, b) for a, b in shot.pairs.items() if b in known)
        of += len(known)
    return Share(right, of)


def _is_name(name: str) -> bool:
    try:
        Ball(name)
    except InvalidBallError:
        return False
    return True


def _layout_errors(found: Sequence[SeenShot], *, before: bool) -> tuple[float, ...]:
    errors: list[float] = []
    for shot in found:
        if shot.true is None:
            continue
        true = shot.true.before if before else shot.true.after
        layout = shot.shot.before if before else shot.shot.after
        errors.extend(distances_mm(true, places(layout), shot.pairs))
    return tuple(errors)


def _remarks(truth: Truth, matches: Mapping[str, Matches]) -> Iterable[str]:
    for kind in KINDS:
        for word, events in (
            ("missed", matches[kind].missed),
            ("extra", matches[kind].extra),
        ):
            for event in events:
                yield f"{word}: {_told(event, truth.fps)}"


def _told(event: Happening, fps: float) -> str:
    where = event.pocket if event.kind == "pocketed" else event.rail
    balls = ", ".join(sorted(event.balls))
    place = "" if where is None else f" {where}"
    return f"{event.kind} {balls}{place} at {event.t:.3f} s (frame {event.t * fps:.1f})"
