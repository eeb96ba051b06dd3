"""The last word on a shot's events: accounts are replayed against the raw samples.

What segmentation and momentum proposed is a draft. Here every group of beats is
replayed with and without each of them, and with whatever closeness alone makes
possible; the account with the best evidence stays.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.accounts import is_poor, is_possible, price
from tracking.physics.beats import Beat, Stage, neighbours
from tracking.physics.judgement import (
    Bundle,
    Judged,
    is_repeated,
    judged_of,
    news_of,
)
from tracking.physics.replay import Replay, replay
from tracking.physics.story import WINDOW, make_play

_ADD: Final = 9.0
_DROP: Final = 3.0
_DROP_JAW: Final = -4.0
_FINE: Final = 1.2
_STRAINED: Final = 4.0
_SURE: Final = 50.0
_BEYOND_DOUBT: Final = 150.0
_MOST_TRIES: Final = 12
_MOST_MOVES: Final = 5
_SOON: Final = 0.03
_REACH: Final = 0.09
_IMPOSSIBLE: Final = 500.0
_TICK: Final = 1e-6
_CLOSE: Final = 0.012
_LEAST: Final = 0.005
_MOST_REPLAYS: Final = 50
_REPLAYS_A_BEAT: Final = 3
_HOPELESS: Final = -6.0
_KNOWN: Final = 2.0
_FAILED: Final = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """What the accounts of a group have in common: beats replaced, balls, span."""

    group: tuple[Beat, ...]
    balls: tuple[int, ...]
    span: tuple[float, float]


class Arbiter:
    """Judges the beats of one shot.

    Args:
        stage: Samples and the like.
        beats: The draft.
        proposals: What else may have happened: beats to add together.
        known: How clear the beats of the draft are (gain of their causes).
    """

    def __init__(
        self,
        stage: Stage,
        beats: Sequence[Beat],
        proposals: Sequence[Bundle],
        known: Mapping[Beat, float],
    ) -> None:
        """Take the draft; `run` judges it."""
        self._stage = stage
        self._beats = sorted(beats, key=lambda beat: beat.t)
        self._proposals = list(proposals)
        self._known = dict(known)
        self._most = _MOST_REPLAYS + _REPLAYS_A_BEAT * len(beats)
        self.judged: dict[Beat, Judged] = {}
        self.lost: list[Judged] = []
        self.swapped: list[tuple[Judged, Judged, float]] = []
        self.settled: list[Replay] = []
        self.unexplained: set[Beat] = set()
        self.tries = 0
        self._tested: set[Beat] = set()
        self._lonely: dict[tuple[tuple[int, ...], _Scene], float] = {}

    def run(self) -> list[Beat]:
        """Judge everything and return the beats that stay, in order of time."""
        waiting = list(self._beats)
        while waiting:
            beat = waiting.pop(0)
            if beat not in self._beats:
                continue
            group = self._group([beat])
            stay = self._settle(group)
            done = set(group) | set(stay)
            waiting = [other for other in waiting if other not in done]
        for bundle in self._proposals:
            if self.tries > self._most:
                break
            beat = bundle[0]
            if len(bundle) > 1 or beat in self._tested:
                continue
            if not is_repeated(beat, self._beats):
                self._settle(self._group([], bundle[0]), bundle[0])
        return self._beats

    def _group(self, seed: Sequence[Beat], near: Beat | None = None) -> list[Beat]:
        if near is not None:
            beats = [*self._beats, near]
            chosen = neighbours(beats, [len(beats) - 1])
            return [beats[i] for i in chosen if beats[i] is not near]
        chosen = neighbours(self._beats, [self._beats.index(beat) for beat in seed])
        return [self._beats[i] for i in chosen]

    def _settle(self, group: list[Beat], extra: Beat | None = None) -> list[Beat]:
        """Find the best account of a group and put it in place of the group."""
        around = [*group] if extra is None else [*group, extra]
        choices = self._near(around)
        scene = _Scene(
            tuple(group),
            tuple(dict.fromkeys(b for beat in around for b in beat.balls)),
            (min(b.t for b in around) - WINDOW, max(b.t for b in around) + WINDOW),
        )
        base = list(group)
        best = self._try(base, scene)
        if best is None:
            return base
        leads = {b: self.judged[b].lead for b in base if b in self.judged}
        base = self._retimed(base, best, leads)
        fresh = extra is None and not self._is_clear(base, best, leads)
        for _ in range(_MOST_MOVES):
            move = self._dropped(base, best, scene, leads) if fresh else None
            fresh = True
            if move is None:
                poor = is_poor(base, best)
                tested = choices if poor else []
                if extra is not None and extra not in base:
                    tested = [b for b in choices if extra in b] if not poor else choices
                move = self._added(base, best, scene, tested, leads)
                if move is None:
                    self._tested.update(bundle[0] for bundle in tested)
                if move is None and poor:
                    move = self._swapped(base, best, scene, choices)
            if move is None:
                break
            base, best = move
            base = self._retimed(base, best, leads)
        if extra is None and best.misfit > _FAILED * best.count:
            # No account explains the samples: the draft is as good as any other.
            self.unexplained.update(group)
            return group
        if extra is None and base:
            self.settled.append(best)
        orders = self._orders(base, best, scene) if extra is None else []
        return self._put(group, base, best, leads, orders)

    def _retimed(
        self, base: Sequence[Beat], best: Replay, leads: dict[Beat, float]
    ) -> list[Beat]:
        """Return the beats at the times of their replay, so that others fit between."""
        out: list[Beat] = []
        for k, beat in enumerate(base):
            t = float(best.t[k])
            if out:
                t = max(t, out[-1].t + _TICK)
            moved = replace(beat, t=t)
            for table in (leads, self._known):
                if beat in table:
                    table[moved] = table[beat]
            out.append(moved)
        return out

    def _is_clear(
        self, base: Sequence[Beat], best: Replay, leads: dict[Beat, float]
    ) -> bool:
        """Whether a single beat is beyond doubt already: it is not tried without."""
        gains = [self._known.get(beat, 0.0) for beat in base if not beat.is_fixed]
        if (
            len(gains) > 1
            or best.misfit > _FINE * best.count
            or best.strain > _STRAINED
        ):
            return False
        if best.cost >= _IMPOSSIBLE or any(gain < _SURE for gain in gains):
            return False
        leads.update({b: self._known[b] for b in base if not b.is_fixed})
        return True

    def _orders(
        self, base: list[Beat], best: Replay, scene: "_Scene"
    ) -> list[tuple[int, float]]:
        """Chance of the other order of contacts that are too close to tell apart."""
        found = []
        for k in range(len(base) - 1):
            a, b = base[k], base[k + 1]
            pair = len(a.balls) == len(b.balls) == 2 and set(a.balls) & set(b.balls)
            if not pair or best.t[k + 1] - best.t[k] > _CLOSE:
                continue
            other = list(base)
            t = (float(best.t[k]), float(best.t[k + 1]))
            other[k] = replace(b, t=t[0])
            other[k + 1] = replace(a, t=max(t[1], t[0] + _TICK))
            tried = self._try(other, scene, best)
            if tried is not None:
                lead = tried.cost - best.cost
                chance = 1.0 / (1.0 + math.exp(min(max(lead, 0.0) / 4, 50.0)))
                if chance > _LEAST:
                    found.append((k, chance))
        return found

    def _dropped(
        self, base: list[Beat], best: Replay, scene: "_Scene", leads: dict[Beat, float]
    ) -> tuple[list[Beat], Replay] | None:
        """The account without a beat that it does not need."""
        poor = is_poor(base, best)
        for beat in [b for b in base if not b.is_fixed]:
            if not poor and leads.get(beat, 0.0) > _BEYOND_DOUBT:
                continue
            without = [b for b in base if b is not beat]
            tried = self._try(without, scene, best)
            if tried is None:
                continue
            leads[beat] = tried.cost - best.cost
            is_jaw = beat.wall is not None and beat.wall.is_jaw
            if leads[beat] < (_DROP_JAW if is_jaw else _DROP):
                return without, tried
        return None

    def _added(
        self,
        base: list[Beat],
        best: Replay,
        scene: "_Scene",
        choices: Sequence[Bundle],
        leads: dict[Beat, float],
    ) -> tuple[list[Beat], Replay] | None:
        """The account with the bundle that helps most, if it helps enough."""
        trials: list[tuple[float, int, Bundle, Replay]] = []
        for choice in choices:
            if self.tries > self._most:
                break
            bundle = news_of(choice, base)
            if not bundle:
                continue
            tried = self._try([*base, *bundle], scene, best)
            if tried is not None:
                cost = tried.cost + sum(price(beat, base) for beat in bundle)
                trials.append((cost, len(trials), bundle, tried))
        if not trials:
            return None
        cost, _, bundle, tried = min(trials, key=lambda trial: trial[:2])
        if cost > best.cost:
            self._weigh(bundle[0], tried, best, [*base, *bundle])
            return None
        for beat in bundle:
            leads[beat] = best.cost - tried.cost
        return sorted([*base, *bundle], key=lambda b: b.t), tried

    def _swapped(
        self, base: list[Beat], best: Replay, scene: "_Scene", choices: Sequence[Bundle]
    ) -> tuple[list[Beat], Replay] | None:
        """The account with a bundle in place of a beat, if that is much better."""
        trials: list[tuple[float, int, list[Beat], Replay]] = []
        for beat in [b for b in base if not b.is_fixed]:
            rest = [b for b in base if b is not beat]
            for bundle in choices:
                near = any(
                    abs(b.t - beat.t) < _SOON and set(b.balls) & set(beat.balls)
                    for b in bundle
                )
                fresh = news_of(bundle, rest)
                if not near or not fresh or self.tries > self._most:
                    continue
                tried = self._try([*rest, *fresh], scene, best)
                if tried is not None:
                    trials.append((tried.cost, len(trials), [*rest, *fresh], tried))
        if not trials:
            return None
        cost, _, beats, tried = min(trials, key=lambda trial: trial[:2])
        if cost > best.cost - _ADD:
            return None
        return sorted(beats, key=lambda b: b.t), tried

    def _near(self, base: Sequence[Beat]) -> list[Bundle]:
        """Proposals that could belong to a group."""
        balls = {ball for beat in base for ball in beat.balls}
        lo, hi = base[0].t - _REACH, base[-1].t + _REACH
        found = [
            bundle
            for bundle in self._proposals
            if lo <= bundle[0].t <= hi and set(bundle[0].balls) & balls
        ]
        found.sort(key=lambda bundle: min(abs(bundle[0].t - b.t) for b in base))
        return found[:_MOST_TRIES]

    def _try(
        self, beats: Sequence[Beat], scene: "_Scene", best: Replay | None = None
    ) -> Replay | None:
        others = [b for b in self._beats if b not in scene.group]
        ordered = sorted(beats, key=lambda beat: beat.t)
        own = {b for beat in ordered for b in beat.balls}
        extra = [b for b in scene.balls if b not in own]
        after = {
            b: self._after(b)
            for b in (*others, *ordered)
            if b in self.judged and self.judged[b].misfit < _KNOWN
        }
        play = make_play(
            self._stage,
            [*ordered, *others],
            range(len(ordered)),
            extra,
            scene.span,
            after,
        )
        self.tries += 1 + len(ordered) // 2
        if play is None:
            return None
        missing = [b for b in own if b not in scene.balls]
        # A ball that only this account has brings its samples: compare it with
        # the ball left alone.
        alone = self._alone(tuple(missing), scene) if missing else 0.0
        found = replay(play, np.inf if best is None else best.fit + alone)
        found = replace(found, cost=found.cost - alone, fit=found.fit - alone)
        if is_possible(ordered, found):
            return found
        return replace(found, cost=found.cost + _IMPOSSIBLE)

    def _after(self, beat: Beat) -> dict[int, FloatArray]:
        """State of each ball after a beat that is judged already."""
        judged = self.judged[beat]
        states = np.hstack((judged.places, judged.after))
        return dict(zip(beat.balls, states, strict=True))

    def _alone(self, balls: tuple[int, ...], scene: "_Scene") -> float:
        """Cost of balls that take no part."""
        key = (balls, scene)
        if key not in self._lonely:
            others = [b for b in self._beats if b not in scene.group]
            play = make_play(self._stage, others, (), balls, scene.span)
            self._lonely[key] = 0.0 if play is None else replay(play).cost
        return self._lonely[key]

    def _weigh(
        self, choice: Beat, tried: Replay, best: Replay, beats: Sequence[Beat]
    ) -> None:
        """Remember a beat that lost, if not by far."""
        lead = best.cost - tried.cost
        if lead > _HOPELESS:
            k = sorted(beats, key=lambda beat: beat.t).index(choice)
            self.lost.append(judged_of(choice, k, tried, lead))

    def _put(
        self,
        group: Sequence[Beat],
        base: Sequence[Beat],
        best: Replay,
        leads: dict[Beat, float],
        orders: Sequence[tuple[int, float]],
    ) -> list[Beat]:
        ordered = sorted(base, key=lambda beat: beat.t)
        self._beats = [b for b in self._beats if b not in group]
        placed: list[Beat] = []
        for k, beat in enumerate(ordered):
            found = judged_of(beat, k, best, leads.get(beat, 0.0))
            if placed and found.beat.t <= placed[-1].t:
                later = replace(found.beat, t=placed[-1].t + _TICK)
                found = replace(found, beat=later)
            placed.append(found.beat)
            self.judged[found.beat] = found
        self._beats = sorted([*self._beats, *placed], key=lambda beat: beat.t)
        for k, chance in orders:
            first, second = self.judged[placed[k]], self.judged[placed[k + 1]]
            self.swapped.append((first, second, chance))
        return placed
