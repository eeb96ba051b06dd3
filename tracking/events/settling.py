"""From the draft account of a shot to the one that the raw samples bear out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry
from tracking.events.analysis import Analysis
from tracking.events.beliefs import (
    belief_of,
    cause_of,
    lost_belief_of,
    unjudged,
    unseen_touch,
)
from tracking.events.causes import Cause, CauseKind
from tracking.events.explain import Account
from tracking.events.staging import Staging, staged
from tracking.motion.strike import StrikeFit
from tracking.physics.arbiter import Arbiter
from tracking.physics.beats import Beat, Stage, shifted
from tracking.physics.course import FRICTION_SIGMA
from tracking.physics.grazes import grazes
from tracking.physics.judgement import Judged
from tracking.physics.lasting import once_each
from tracking.physics.noses import NoseMark, place_along, with_marks
from tracking.physics.rail_doubts import vague_orders, vague_touches
from tracking.physics.resting import has_left, leant_from
from tracking.physics.table_physics import TablePhysics, refined

_TICK: Final = 1e-6
_MOMENT: Final = 0.03
_AT_ONCE: Final = 0.002
_CLEAN: Final = 1.3
_AT_THE_STRIKE: Final = 0.06
_FEWEST: Final = 40
_TOLD_FROM: Final = 0.5
_ONE_TOUCH: Final = 0.02
_SAME_TOUCH: Final = 0.08
_SIGMAS: Final = 3.0
_FAST: Final = 0.3
_TOLD: Final = 20.0
_TELLS: Final = 0.0015

_Vague = Sequence[tuple[Judged, Judged, float]]


def settled(
    draft: Analysis, table: TableGeometry, physics: TablePhysics
) -> tuple[Analysis, TablePhysics]:
    """Return the analysis that the samples bear out, and what they tell of the table.

    Args:
        draft: Causes found by segmentation and momentum.
        table: Its noses, jaws and ball radius.
        physics: What is known of it.
    """
    staging = staged(draft, table, physics)
    arbiter = Arbiter(staging.stage, staging.beats, staging.choices, staging.known)
    final = once_each(arbiter.run(), arbiter.judged)
    struck = None if draft.strike is None else draft.strike.ball
    vague = vague_orders(final, arbiter.judged, struck, arbiter.exchanged)
    learnt = _learnt(physics, arbiter, final, staging.stage)
    noses = learnt.noses
    causes = _borne_out(draft, staging, arbiter, final, vague, noses)
    accepted = tuple(_once(sorted((*staging.kept, *causes), key=lambda c: c.t)))
    failed = {
        knot
        for beat in arbiter.unexplained & staging.sources.keys()
        for knot in staging.sources[beat].knots
    }
    explained = {
        i for c in accepted for i in c.knots if _explains(c, draft, i)
    } - failed
    begun = {
        i
        for cause in draft.account.accepted
        for i in cause.knots
        if draft.moments[i].knot.starts and draft.moments[i].knot.ball != struck
    }
    wanting = {*draft.account.unexplained, *failed, *begun} - explained
    left = tuple(sorted(wanting))
    lost = tuple(_lost(draft, staging, arbiter, final, vague, noses))
    account = Account(accepted, lost, left)
    strike = _replayed(draft.strike, arbiter, final)
    return replace(draft, account=account, strike=strike), learnt


def _explains(cause: Cause, draft: Analysis, knot: int) -> bool:
    """Whether a cause that is told accounts for a change of motion.

    A ball that lies still is set in motion by another one, never by a cushion alone.
    """
    if cause.chance is not None and cause.chance < _TOLD_FROM:
        return False
    starts = draft.moments[knot].knot.starts
    return cause.kind is CauseKind.CONTACT or not starts


def _borne_out(
    draft: Analysis,
    staging: Staging,
    arbiter: Arbiter,
    final: Sequence[Beat],
    vague: _Vague,
    noses: Sequence[NoseMark],
) -> list[Cause]:
    """The final beats as causes, each with its belief."""
    swaps = {first.beat: chance for first, _, chance in arbiter.swapped}
    swaps |= {touch.beat: chance for touch, _, chance in vague}
    causes = []
    for beat in (b for b in final if not b.is_fixed):
        judged = arbiter.judged.get(beat)
        if judged is None:
            unexplained = beat in arbiter.unexplained
            source = staging.sources[beat]
            left = has_left(staging.stage, beat, noses)
            causes.append(unjudged(source, left, is_unexplained=unexplained))
            continue
        belief = belief_of(judged, is_again=_is_again(beat, final))
        chance = belief * (1.0 - swaps.get(beat, 0.0))
        chance *= has_left(staging.stage, beat, _with_own(noses, judged))
        causes.append(cause_of(draft, judged, chance))
    return causes


def _is_again(beat: Beat, final: Sequence[Beat]) -> bool:
    """Whether a contact follows another of the same pair within a moment."""
    return beat.wall is None and any(
        other.wall is None
        and set(other.balls) == set(beat.balls)
        and 0 < beat.t - other.t < _MOMENT
        for other in final
    )


def _once(causes: Sequence[Cause]) -> list[Cause]:
    """Leave out contacts of a pair that follow at once on another of the same pair.

    A ball that presses a cushion is hit and comes back within the time that the balls
    touch: nothing tells that from one contact.
    """
    kept: list[Cause] = []
    for cause in causes:
        repeats = any(
            cause.kind is other.kind is CauseKind.CONTACT
            and set(cause.balls) == set(other.balls)
            and cause.t - other.t < _AT_ONCE
            for other in kept
        )
        if not repeats:
            kept.append(cause)
    return kept


def _lost(
    draft: Analysis,
    staging: Staging,
    arbiter: Arbiter,
    final: Sequence[Beat],
    vague: _Vague,
    noses: Sequence[NoseMark],
) -> list[Cause]:
    """What was weighed and did not win, other orders and unseen touches among it."""
    weighed = [cause_of(draft, one, lost_belief_of(one)) for one in arbiter.lost]
    told = [
        cause_of(draft, arbiter.judged[b], 1.0) for b in final if b in arbiter.judged
    ]
    lost = _likeliest(weighed, told)
    for first, second, chance in arbiter.swapped:
        if first.beat in final and second.beat in final:
            sooner = replace(second, beat=shifted(second.beat, first.beat.t - _TICK))
            lost.append(cause_of(draft, sooner, chance))
    for own, other, chance in vague:
        new = has_left(staging.stage, own.beat, _with_own(noses, own))
        lost.append(cause_of(draft, other, chance * new))
    touches = vague_touches(staging.stage, staging.proposals, final, noses)
    touches += grazes(staging.stage, staging.proposals, final)
    unseen = [unseen_touch(beat, staging.stage, p) for beat, p in touches]
    return lost + _likeliest(unseen, [*told, *lost])


def _likeliest(weighed: Sequence[Cause], told: Sequence[Cause]) -> list[Cause]:
    """Of each touch that was weighed several times the likeliest, if none is told."""
    kept: list[Cause] = []
    for cause in sorted(weighed, key=lambda c: -(c.chance or 0.0)):
        same = (
            other.kind is cause.kind
            and set(other.balls) == set(cause.balls)
            and other.rail is cause.rail
            and abs(other.t - cause.t) < _within(other)
            for other in (*told, *kept)
        )
        if not any(same):
            kept.append(cause)
    return kept


def _within(cause: Cause) -> float:
    """How far from a touch another time may lie and still mean the same, seconds."""
    return max(_ONE_TOUCH, min(_SIGMAS * cause.sigma_t, _SAME_TOUCH))


def _replayed(
    strike: StrikeFit | None, arbiter: Arbiter, final: Sequence[Beat]
) -> StrikeFit | None:
    """The strike at the time of its replay.

    Its velocity, too, if the ball met something at once.
    """
    beat = next((b for b in final if b.is_fixed and b in arbiter.judged), None)
    if strike is None or beat is None:
        return strike
    end = beat.t + _AT_THE_STRIKE
    soon = [b for b in final if beat.balls[0] in b.balls and beat.t < b.t < end]
    velocity = arbiter.judged[beat].after[0, :2] if soon else strike.velocity
    return replace(strike, t=beat.t, velocity=velocity)


def _learnt(
    physics: TablePhysics, arbiter: Arbiter, final: Sequence[Beat], stage: Stage
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
    bounces: list[float] = []
    marks: list[NoseMark] = []
    for beat in final:
        judged = arbiter.judged.get(beat)
        wall = beat.wall
        if judged is None or wall is None or wall.is_jaw or wall.normal is None:
            continue
        into = -float(judged.before[0] @ wall.normal)
        if judged.misfit > _CLEAN or judged.lead < _TOLD:
            continue
        if into > _FAST:
            bounces.append(judged.impulse / into - 1.0)
        if leant_from(stage, beat) is None:
            marks += _with_own((), judged)
    return refined(physics, cloth, bounces, marks)


def _with_own(noses: Sequence[NoseMark], judged: Judged) -> tuple[NoseMark, ...]:
    """Marks of noses together with what a touch itself shows."""
    wall, variance = judged.beat.wall, judged.nose_variance
    if wall is None or wall.is_jaw or variance > _TELLS**2:
        return tuple(noses)
    at = place_along(wall.rail, judged.places[0])
    return with_marks(noses, [NoseMark(wall.rail, at, judged.nose, variance)])
