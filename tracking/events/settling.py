"""From the draft account of a shot to the one that the raw samples bear out."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.events.analysis import Analysis
from tracking.events.causes import Cause, CauseKind
from tracking.events.endings import EndingKind
from tracking.events.explain import Account
from tracking.motion.samples import scaled
from tracking.motion.trajectory import MotionKind
from tracking.physics.arbiter import Arbiter
from tracking.physics.beats import Beat, Stage, shifted
from tracking.physics.judgement import WEAKEST, Judged
from tracking.physics.near_passes import near_passes
from tracking.physics.rail_doubts import vague_orders, vague_touches
from tracking.physics.replay import FRICTION_SIGMA
from tracking.physics.resting import AT_ONCE, bundles, has_left, is_still
from tracking.physics.table_physics import TablePhysics, refined
from tracking.physics.walls import Wall, walls_of

_NEAR_KNOT: Final = 0.05
_LEAVES: Final = 0.004
_TICK: Final = 1e-6
_CLEAN: Final = 1.3
_CLEAR: Final = 100.0
_CLEAR_IMPULSE: Final = 0.06
_DOUBTED: Final = 0.3
_UNEXPLAINED: Final = 0.6
_WANTED: Final = 0.06
_AT_THE_STRIKE: Final = 0.06
_SUREST: Final = 0.995
_FEWEST: Final = 40
_FAST: Final = 0.3


def settled(
    draft: Analysis, table: TableGeometry, physics: TablePhysics
) -> tuple[Analysis, TablePhysics]:
    """Return the analysis that the samples bear out, and what they tell of the table.

    Args:
        draft: Causes found by segmentation and momentum.
        table: Its noses, jaws and ball radius.
        physics: What is known of it.
    """
    walls = walls_of(table)
    stage = _stage(draft, table, physics)
    kept, beats = [], []
    sources: dict[Beat, Cause] = {}
    for cause in draft.account.accepted:
        beat = _beat(cause, walls)
        if beat is None or _in_opening(draft, cause.t, cause.balls):
            kept.append(cause)
            continue
        if not _is_seen(draft, beat):
            continue
        if draft.strike is not None and draft.strike.ball in beat.balls:
            beat = replace(beat, t=max(beat.t, draft.strike.t + AT_ONCE))
        beats.append(beat)
        sources[beat] = cause
    if draft.strike is not None:
        beats.append(Beat(draft.strike.t, (draft.strike.ball,), is_fixed=True))
    proposals = [
        beat
        for beat in near_passes(draft.paths, walls, table.ball_radius)
        if not _in_opening(draft, beat.t, beat.balls)
        and _is_seen(draft, beat)
        and not all(is_still(stage, ball, beat.t) for ball in beat.balls)
    ]
    known = {beat: min(cause.gain, _CLEAR) for beat, cause in sources.items()}
    choices = bundles(stage, [*beats, *proposals], walls)
    choices = [c for c in choices if len(c) > 1 or c[0] in proposals]
    choices.sort(key=lambda bundle: not _is_wanted(draft, bundle[0]))
    arbiter = Arbiter(stage, beats, choices, known)
    final = arbiter.run()
    swaps = {first.beat: p for first, _, p in arbiter.swapped}
    struck = None if draft.strike is None else draft.strike.ball
    vague = vague_orders(final, arbiter.judged, struck)
    swaps |= {touch.beat: p for touch, _, p in vague}
    causes = []
    for beat in final:
        if beat.is_fixed:
            continue
        judged = arbiter.judged.get(beat)
        if judged is None:
            unexplained = beat in arbiter.unexplained
            causes.append(_unjudged(sources[beat], is_unexplained=unexplained))
            continue
        chance = belief_of(judged) * (1.0 - swaps.get(beat, 0.0))
        chance *= has_left(stage, beat)
        causes.append(_cause(draft, judged, chance))
    accepted = tuple(sorted((*kept, *causes), key=lambda cause: cause.t))
    explained = {i for cause in accepted for i in cause.knots}
    left = tuple(i for i in draft.account.unexplained if i not in explained)
    lost = [_cause(draft, judged, _lost_belief(judged)) for judged in arbiter.lost]
    for first, second, chance in arbiter.swapped:
        if first.beat in final and second.beat in final:
            sooner = replace(second, beat=shifted(second.beat, first.beat.t - _TICK))
            lost.append(_cause(draft, sooner, chance))
    lost += [_cause(draft, other, p) for _, other, p in vague]
    lost += [
        _unseen_touch(beat, stage, chance)
        for beat, chance in vague_touches(stage, proposals, final)
    ]
    account = Account(accepted, tuple(lost), left)
    strike = draft.strike
    for beat in final:
        if strike is not None and beat.is_fixed and beat in arbiter.judged:
            soon = [
                b
                for b in final
                if beat.balls[0] in b.balls and beat.t < b.t < beat.t + _AT_THE_STRIKE
            ]
            velocity = arbiter.judged[beat].after[0, :2] if soon else strike.velocity
            strike = replace(strike, t=beat.t, velocity=velocity)
    learnt = _learnt(physics, arbiter, final)
    return replace(draft, account=account, strike=strike), learnt


def _learnt(
    physics: TablePhysics, arbiter: Arbiter, final: Sequence[Beat]
) -> TablePhysics:
    """What the clean groups of a shot tell about its table."""
    before = 1.0 / np.array(FRICTION_SIGMA) ** 2
    cloth = []
    for found in arbiter.settled:
        if found.misfit > _CLEAN * found.count or found.count < _FEWEST:
            continue
        total = 1.0 / np.maximum(found.friction_variance, 1e-6)
        own = np.maximum(total - before, 0.0)
        value = np.where(own > 1.0, total * found.friction / np.maximum(own, 1e-9), 0.0)
        cloth.append((value, own))
    bounces = []
    for beat in final:
        judged = arbiter.judged.get(beat)
        wall = beat.wall
        if judged is None or wall is None or wall.is_jaw or wall.normal is None:
            continue
        into = -float(judged.before[0] @ wall.normal)
        if into > _FAST and judged.misfit < _CLEAN:
            bounces.append(judged.impulse / into - 1.0)
    return refined(physics, cloth, bounces)


def _unseen_touch(beat: Beat, stage: Stage, chance: float) -> Cause:
    """A touch of a cushion that left no trace, as a cause that was weighed."""
    ball, wall = beat.balls[0], beat.wall
    samples = stage.samples[ball]
    place = [np.interp(beat.t, samples.t, samples.xy[:, axis]) for axis in (0, 1)]
    return Cause(
        CauseKind.RAIL,
        (),
        beat.balls,
        beat.t,
        0.05,
        0.0,
        0.0,
        0.0,
        np.array([place]),
        None if wall is None else wall.rail,
        None,
        None,
        frozenset(beat.balls),
        chance,
    )


def _unjudged(cause: Cause, *, is_unexplained: bool) -> Cause:
    """A cause that no replay bears out: the balls were seen too little, or in vain."""
    if is_unexplained:
        return replace(cause, chance=_UNEXPLAINED)
    if cause.impulse > _CLEAR_IMPULSE:
        return cause
    return replace(cause, chance=_DOUBTED, moving=frozenset(cause.balls[:1]))


def belief_of(judged: Judged) -> float:
    """Belief that a beat of the final account happened, from its lead."""
    belief = _SUREST / (1.0 + math.exp(-min((judged.lead - 4.0) / 3.0, 8.0)))
    if judged.impulse < WEAKEST:
        return min(belief, _DOUBTED)
    return belief


def _lost_belief(judged: Judged) -> float:
    """Belief in a beat that closeness made possible but evidence did not bear out."""
    return 0.45 / (1.0 + math.exp(-min(max((judged.lead - 2.0) / 3.0, -50.0), 8.0)))


def _stage(draft: Analysis, table: TableGeometry, physics: TablePhysics) -> Stage:
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
        tuple(scaled(draft.paths)),
        tuple(rests),
        tuple(barred),
        table.ball_radius,
        physics,
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


def _cause(draft: Analysis, judged: Judged, chance: float) -> Cause:
    beat = judged.beat
    kind = CauseKind.CONTACT
    rail, pocket = None, None
    if beat.wall is not None:
        kind = CauseKind.JAW if beat.wall.is_jaw else CauseKind.RAIL
        rail, pocket = beat.wall.rail, beat.wall.pocket
    knots = []
    for ball in beat.balls:
        near = [
            (abs((m.knot.t_low + m.knot.t_high) / 2 - beat.t), i)
            for i, m in enumerate(draft.moments)
            if m.knot.ball == ball and not m.knot.stops
        ]
        if near and min(near)[0] < _NEAR_KNOT:
            knots.append(min(near)[1])
    speeds = np.hypot(judged.before[:, 0], judged.before[:, 1])
    moving = frozenset(
        ball for ball, speed in zip(beat.balls, speeds, strict=True) if speed > _LEAVES
    )
    return Cause(
        kind,
        tuple(knots),
        beat.balls,
        beat.t,
        judged.sigma_t,
        judged.misfit,
        judged.lead,
        judged.impulse,
        judged.places,
        rail,
        pocket,
        None,
        moving,
        chance,
    )
