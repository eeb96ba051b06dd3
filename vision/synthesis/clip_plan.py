"""What happens in a clip and when: shots, pauses, and balls put back by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from adjudicator.balls import BALL_SETS, Ball, Discipline
from adjudicator.events import Event, Intruder, Intrusion, PocketName, Point
from adjudicator.shot import ShotKind
from adjudicator.table import TableGeometry
from vision.synthesis.errors import InvalidMotionError
from vision.synthesis.motion import Motion, join
from vision.synthesis.scripted import drop_by_itself, nudge, place_by_hand
from vision.synthesis.shots import ScriptedShot

LEAD: Final = 1.9
"""From the first frame to the first strike, seconds."""
TAIL: Final = 1.2
"""From the last rest to the last frame, seconds."""
PAUSE: Final = 2.6
"""From rest to the next strike when nothing is put back, seconds."""
_CARRY: Final = 1.3
_MOVED: Final = 0.5e-3

CUE_IN: Final = -1.5
"""When cue and hand reach over the table, seconds from the strike."""
CUE_OUT: Final = 1.1
"""When they are gone again."""


@dataclass(frozen=True, slots=True)
class StrikePlan:
    """One strike in clip time.

    Attributes:
        t: Seconds from the first frame.
        cue_ball: The ball struck.
        xy: Where it lies, metres.
        direction: Of the strike, radians.
        elevation: Of the cue, radians.
        speed: Of the ball after it, m/s.
        kind: Break or shot.
        target: The ball meant to be hit first, or None.
        pocket: The pocket meant, by name, or None.
    """

    t: float
    cue_ball: Ball
    xy: Point
    direction: float
    elevation: float
    speed: float
    kind: ShotKind = ShotKind.SHOT
    target: Ball | None = None
    pocket: str | None = None


@dataclass(frozen=True, slots=True)
class CarryPlan:
    """A hand that brings or shoves a ball, in clip time.

    Attributes:
        ball: Which ball.
        t_from: When the hand appears, seconds.
        t_in: When it has the ball; `t_from` if it brings it.
        t_to: When it lets go.
        entry: Where it comes from, outside the table, metres.
    """

    ball: Ball
    t_from: float
    t_in: float
    t_to: float
    entry: Point


@dataclass(frozen=True)
class ClipPlan:
    """Everything that happens in a clip, whatever it looks like.

    Attributes:
        discipline: The game.
        seed: Of looks that the plan leaves open.
        motion: All balls from the first to the last frame, in clip time.
        strikes: In order.
        carries: In order.
        duration: Seconds.
    """

    discipline: Discipline
    seed: int
    motion: Motion
    strikes: tuple[StrikePlan, ...]
    carries: tuple[CarryPlan, ...]
    duration: float

    @property
    def table(self) -> TableGeometry:
        """The table that is played on."""
        return self.motion.table

    @property
    def cue_ball(self) -> Ball | None:
        """The fixed cue ball, or in pyramid the ball of the first strike."""
        fixed = BALL_SETS[self.discipline].cue_ball
        return fixed or (self.strikes[0].cue_ball if self.strikes else None)

    @property
    def events(self) -> tuple[Event, ...]:
        """Events of balls and players in order of time."""
        found: list[Event] = list(self.motion.events)
        for strike in self.strikes:
            begin = max(strike.t + CUE_IN, 0.0)
            end = min(strike.t + CUE_OUT, self.duration)
            found.append(Intrusion(t=begin, t_to=end, kind=Intruder.CUE))
        for carry in self.carries:
            found.append(
                Intrusion(t=carry.t_from, t_to=carry.t_to + 0.4, kind=Intruder.HAND)
            )
        return tuple(sorted(found, key=lambda event: event.t))


def plan_clip(shots: Sequence[ScriptedShot], seed: int) -> ClipPlan:
    """Lay shots one after the other, balls put back by hand between them.

    Args:
        shots: Of one game on one table, each from where the one before ended (see
            `shots.follow_up`); balls that lie elsewhere are placed by hand.
        seed: Of hands and ways that the shots leave open.

    Raises:
        InvalidMotionError: There are no shots.
    """
    if not shots:
        raise InvalidMotionError("a clip needs at least one shot")
    rng = np.random.default_rng([seed, 17])
    t = LEAD
    motions: list[Motion] = []
    strikes: list[StrikePlan] = []
    carries: list[CarryPlan] = []
    for number, shot in enumerate(shots):
        if number:
            before = shots[number - 1].motion
            t += before.t_end
            put = _put_back(before, shot.motion)
            for ball, xy in put.items():
                carry = _carry(ball, xy, shot.motion.table, t + 0.6, rng)
                carries.append(carry)
                placed = _placing(carry, xy, shot.motion.table, seed)
                motions.append(placed)
                t = carry.t_to
            t += PAUSE
        motions.append(shot.motion.shifted(t))
        strikes.append(_strike(shot, t))
    motion = join(motions)
    duration = t + shots[-1].motion.t_end + TAIL
    return ClipPlan(
        shots[0].discipline, seed, motion, tuple(strikes), tuple(carries), duration
    )


def with_shove(plan: ClipPlan, ball: Ball, moved: float) -> ClipPlan:
    """Return a clip in which a hand shoves a resting ball after the last shot.

    Args:
        plan: The clip; the ball rests on its table at the end.
        ball: Which ball.
        moved: How far it is shoved, away from the nearest long rail, metres.
    """
    xy = plan.motion.layout(plan.duration).balls[ball]
    side = 1.0 if xy.y > 0 else -1.0
    t = plan.duration - TAIL + 0.5
    touch, away = t + 0.8, t + 1.05
    entry = Point(xy.x, side * (plan.table.width / 2 + 0.35))
    to = Point(xy.x, xy.y - side * moved)
    shoved = nudge(plan.motion, ball, touch, to, lasts=away - touch)
    hand = CarryPlan(ball, t, touch, away, entry)
    return replace(
        plan,
        motion=shoved,
        carries=(*plan.carries, hand),
        duration=away + TAIL,
    )


def with_late_drop(plan: ClipPlan, ball: Ball, pocket: PocketName) -> ClipPlan:
    """Return a clip in which a ball that hangs on a lip falls after the last shot.

    Args:
        plan: The clip; the ball hangs at `scripted.lip_place` at its end.
        ball: Which ball.
        pocket: That it hangs over.
    """
    t = plan.duration - TAIL + 1.5
    dropped = drop_by_itself(plan.motion, ball, pocket, t)
    return replace(plan, motion=dropped, duration=t + 1.0 + TAIL)


def _put_back(before: Motion, after: Motion) -> Mapping[Ball, Point]:
    """Return the balls that lie elsewhere than the last shot left them."""
    left = before.layout(before.t_end + 60.0).balls
    wanted = after.layout(-1.0).balls
    return {
        ball: xy
        for ball, xy in wanted.items()
        if ball not in left
        or abs(left[ball].x - xy.x) + abs(left[ball].y - xy.y) > _MOVED
    }


def _carry(
    ball: Ball, xy: Point, table: TableGeometry, t: float, rng: np.random.Generator
) -> CarryPlan:
    side = 1.0 if xy.y > 0 or (xy.y == 0 and rng.random() < 0.5) else -1.0
    along = float(np.clip(xy.x + rng.normal(0, 0.15), -1.6, 1.6))
    entry = Point(along, side * (table.width / 2 + 0.35))
    return CarryPlan(ball, t, t, t + _CARRY, entry)


def _placing(carry: CarryPlan, xy: Point, table: TableGeometry, seed: int) -> Motion:
    lasts = carry.t_to - carry.t_from
    placed = place_by_hand(
        table, carry.ball, xy, entry=carry.entry, lasts=lasts, seed=seed
    )
    return placed.shifted(carry.t_from)


def _strike(shot: ScriptedShot, t: float) -> StrikePlan:
    cue_ball = shot.cue_ball
    path = shot.motion.trajectory(cue_ball)
    x, y, _ = path.p[0]
    speed = float(np.linalg.norm(path.v[0]))
    return StrikePlan(
        t,
        cue_ball,
        Point(float(x), float(y)),
        shot.direction,
        max(shot.elevation, _least_elevation(shot)),
        speed,
        shot.kind,
        shot.target,
        shot.pocket,
    )


def _least_elevation(shot: ScriptedShot) -> float:
    """Return how steep the cue must be to pass over rails and balls behind it."""
    table = shot.motion.table
    start = shot.motion.layout(-1.0).balls
    place = start[shot.cue_ball]
    back = (-np.cos(shot.direction), -np.sin(shot.direction))
    steep = 0.05
    for ball, xy in start.items():
        along = (xy.x - place.x) * back[0] + (xy.y - place.y) * back[1]
        across = abs((xy.x - place.x) * back[1] - (xy.y - place.y) * back[0])
        if ball is not shot.cue_ball and 0 < along < 0.8 and across < 0.04:
            steep = max(steep, float(np.arctan2(1.3 * table.ball_radius, along)))
    return min(steep, 0.5)
