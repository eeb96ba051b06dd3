"""The draft account of a shot as beats to replay, with all that they rest on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.events.analysis import Analysis
from tracking.events.causes import Cause, CauseKind
from tracking.events.endings import EndingKind
from tracking.motion.trajectory import MotionKind
from tracking.physics.beats import AT_ONCE, Beat, Stage
from tracking.physics.judgement import Bundle
from tracking.physics.near_passes import near_passes
from tracking.physics.resting import bundles, is_still
from tracking.physics.table_physics import TablePhysics
from tracking.physics.walls import Wall, walls_of

_CLEAR: Final = 100.0
_WANTED: Final = 0.06


@dataclass(frozen=True, slots=True)
class Staging:
    """What the arbiter of a shot is given.

    Attributes:
        stage: Samples, rests, table.
        beats: The draft's events, the strike among them.
        sources: The cause of each of them but the strike.
        kept: Causes that are not judged again: those of a rack that opened.
        proposals: Touches that closeness alone makes possible.
        choices: The same with what happens at once with each.
    """

    stage: Stage
    beats: tuple[Beat, ...]
    sources: dict[Beat, Cause]
    kept: tuple[Cause, ...]
    proposals: tuple[Beat, ...]
    choices: tuple[Bundle, ...]

    @property
    def known(self) -> dict[Beat, float]:
        """How clear the beats of the draft are."""
        return {beat: min(cause.gain, _CLEAR) for beat, cause in self.sources.items()}


def staged(draft: Analysis, table: TableGeometry, physics: TablePhysics) -> Staging:
    """Return what the arbiter judges.

    Args:
        draft: Causes found by segmentation and momentum.
        table: Its noses, jaws and ball radius.
        physics: What is known of it.
    """
    walls = walls_of(table)
    stage = _stage(draft, walls, table.ball_radius, physics)
    sources, kept = _drafted(draft, walls)
    beats = list(sources)
    if draft.strike is not None:
        beats.append(Beat(draft.strike.t, (draft.strike.ball,), is_fixed=True))
    proposals = [
        beat if beat.wall is not None else _after_strike(draft, beat)
        for beat in near_passes(draft.paths, walls, table.ball_radius)
        if not _in_opening(draft, beat.t, beat.balls)
        and _is_seen(draft, beat)
        and not _lies_before_strike(draft, beat)
        and not all(is_still(stage, ball, beat.t) for ball in beat.balls)
    ]
    choices = [
        bundle
        for bundle in bundles(stage, [*beats, *proposals], walls)
        if len(bundle) > 1 or bundle[0] in proposals
    ]
    choices.sort(key=lambda bundle: not _is_wanted(draft, bundle[0]))
    return Staging(
        stage, tuple(beats), sources, tuple(kept), tuple(proposals), tuple(choices)
    )


def _drafted(
    draft: Analysis, walls: Sequence[Wall]
) -> tuple[dict[Beat, Cause], list[Cause]]:
    """The draft's causes as beats, and those that are not judged again."""
    kept: list[Cause] = []
    sources: dict[Beat, Cause] = {}
    for cause in draft.account.accepted:
        beat = _beat(cause, walls)
        if beat is None or _in_opening(draft, cause.t, cause.balls):
            kept.append(cause)
            continue
        if not _is_seen(draft, beat):
            continue
        sources[_after_strike(draft, beat)] = cause
    return sources, kept


def _stage(
    draft: Analysis, walls: Sequence[Wall], radius: float, physics: TablePhysics
) -> Stage:
    rests, barred = [], []
    for ball, samples in enumerate(draft.samples):
        spans = []
        for piece in draft.segments[ball]:
            if piece.kind is MotionKind.REST:
                start, stop = samples.t[piece.start], samples.t[piece.stop - 1]
                spans.append((float(start), float(stop)))
        rests.append(tuple(spans))
        closed = [
            (opening.t - 0.002, opening.t_to)
            for opening in draft.openings
            if ball in opening.balls
        ]
        ending = draft.endings[ball]
        if ending.kind is EndingKind.POCKETED:
            closed.append((ending.t - 0.001, np.inf))
        barred.append(tuple(closed))
    return Stage(
        draft.raw,
        tuple(rests),
        tuple(barred),
        tuple(walls),
        radius,
        physics,
        draft.frame_interval,
    )


def _in_opening(draft: Analysis, t: float, balls: Sequence[int]) -> bool:
    return any(
        opening.t - 0.02 <= t <= opening.t_to
        and not set(balls).isdisjoint(opening.balls)
        for opening in draft.openings
    )


def _is_seen(draft: Analysis, beat: Beat) -> bool:
    """Whether the balls are in play then."""
    for ball in beat.balls:
        ending = draft.endings[ball]
        if ending.kind is EndingKind.POCKETED and beat.t >= ending.t:
            return False
    strike = draft.strike
    return strike is None or beat.t > strike.t - 0.05


def _lies_before_strike(draft: Analysis, beat: Beat) -> bool:
    """Whether the struck ball would touch a cushion while it still lay there."""
    strike = draft.strike
    if strike is None or beat.wall is None or strike.ball not in beat.balls:
        return False
    return beat.t < strike.t


def _after_strike(draft: Analysis, beat: Beat) -> Beat:
    """The beat after the strike if the struck ball takes part: it lay still before."""
    strike = draft.strike
    if strike is None or strike.ball not in beat.balls:
        return beat
    return replace(beat, t=max(beat.t, strike.t + AT_ONCE))


def _is_wanted(draft: Analysis, beat: Beat) -> bool:
    """Whether a change of motion of one of the balls has no cause yet."""
    for i in draft.account.unexplained:
        knot = draft.moments[i].knot
        near = knot.t_low - _WANTED < beat.t < knot.t_high + _WANTED
        if knot.ball in beat.balls and near:
            return True
    return False


def _beat(cause: Cause, walls: Sequence[Wall]) -> Beat | None:
    if cause.kind is CauseKind.CONTACT:
        a, b = cause.balls
        return Beat(cause.t, (a, b))
    place = cause.places[0]
    jaw = cause.kind is CauseKind.JAW
    fitting = [
        wall
        for wall in walls
        if wall.is_jaw == jaw
        and (wall.pocket == cause.pocket if jaw else wall.rail is cause.rail)
    ]
    if not fitting:
        return None
    wall = min(
        fitting,
        key=lambda w: abs(float(w.gap(place[None], 0.0)[0][0])) + _beside(w, place),
    )
    return Beat(cause.t, cause.balls, wall)


def _beside(wall: Wall, place: np.ndarray) -> float:
    return 0.0 if wall.reaches(place, 0.0) else 1.0
