"""The last word on a shot's events: accounts are replayed against the raw samples.

What segmentation and momentum proposed is a draft. Here every group of beats is
replayed with and without each of them, and with whatever closeness alone makes
possible; the account with the best evidence stays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from tracking.physics.accounts import (
    IMPOSSIBLE,
    has_failed,
    idle_beats,
    is_poor,
    price,
    velocities_after,
)
from tracking.physics.beats import Beat, Stage, neighbours
from tracking.physics.chains import foreseen_accounts
from tracking.physics.dating import reach_of, redated
from tracking.physics.foresight import signature
from tracking.physics.judgement import (
    Bundle,
    Judged,
    after_strike,
    is_repeated,
    judged_of,
    news_of,
)
from tracking.physics.kinks import kinks
from tracking.physics.orders import chance_exchanged, other_orders
from tracking.physics.replay import Replay
from tracking.physics.story import WINDOW
from tracking.physics.trials import Scene, Trials

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
_TICK: Final = 1e-6
_MOST_REPLAYS: Final = 50
_REPLAYS_A_BEAT: Final = 3
_HOPELESS: Final = -6.0
_FORESEEN: Final = 3.0
_FOR_PROPOSALS: Final = 16
_FOR_SECOND_LOOKS: Final = 24
_NEARLY: Final = -3.0
_MANY: Final = 4


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
        self._trials = Trials(stage, self.judged)
        self._tested: set[Beat] = set()

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
        self._most = max(self._most, self._trials.count + _FOR_PROPOSALS)
        for bundle in self._proposals:
            if self._trials.count > self._most:
                break
            beat = bundle[0]
            if len(bundle) > 1 or beat in self._tested:
                continue
            if not is_repeated(beat, self._beats):
                self._settle(self._group([], bundle[0]), bundle[0])
        self._look_again()
        return self._beats

    def exchanged(self, a: Beat, b: Beat) -> float | None:
        """Return the chance that two beats came the other way round, by a replay.

        None if they were not judged together or nothing tells.
        """
        group = self._group([a])
        if b not in group or len(group) > _MANY:
            return None
        scene = self._scene(group, [b for b in self._beats if b not in group], WINDOW)
        return chance_exchanged(self._trials, group, (a, b), scene)

    def _scene(
        self, around: Sequence[Beat], others: Sequence[Beat], reach: float
    ) -> Scene:
        return Scene(
            tuple(beat for beat in around if beat in self._beats),
            tuple(others),
            tuple(dict.fromkeys(b for beat in around for b in beat.balls)),
            (min(b.t for b in around) - reach, max(b.t for b in around) + reach),
        )

    def _look_again(self) -> None:
        """Judge slight touches over a longer stretch: what nearly won, and times."""
        self._most = self._trials.count + _FOR_SECOND_LOOKS
        lost = sorted(self.lost, key=lambda one: -one.lead)
        looks = [one.beat for one in lost if one.lead > _NEARLY]
        looks += kinks(self._stage, self._beats)
        for beat in looks:
            if self._trials.count > self._most:
                break
            group = self._group([], beat)
            if len(group) <= _MANY and not is_repeated(beat, self._beats):
                self._settle(group, beat, long=True)
        moved = redated(self._trials, self._beats, self.judged)
        beats = (moved[b].beat if b in moved else b for b in self._beats)
        self._beats = sorted(beats, key=lambda beat: beat.t)
        self.judged.update({one.beat: one for one in moved.values()})
        self.swapped = [
            (moved.get(a.beat, a), moved.get(b.beat, b), chance)
            for a, b, chance in self.swapped
        ]

    def _group(self, seed: Sequence[Beat], near: Beat | None = None) -> list[Beat]:
        if near is not None:
            beats = [*self._beats, near]
            chosen = neighbours(beats, [len(beats) - 1])
            return [beats[i] for i in chosen if beats[i] is not near]
        chosen = neighbours(self._beats, [self._beats.index(beat) for beat in seed])
        return [self._beats[i] for i in chosen]

    def _settle(
        self, group: list[Beat], extra: Beat | None = None, *, long: bool = False
    ) -> list[Beat]:
        """Find the best account of a group and put it in place of the group."""
        around = [*group] if extra is None else [*group, extra]
        choices = [] if long else self._near(around)
        if extra is not None and not any(extra in bundle for bundle in choices):
            choices = [(extra,), *choices]
        reach = reach_of(self._stage, around) if long else WINDOW
        others = [b for b in self._beats if b not in group]
        scene = self._scene(around, others, reach)
        base = list(group)
        best = self._trials.replayed(base, scene)
        if best is None:
            return base
        leads = {b: self.judged[b].lead for b in base if b in self.judged}
        base = self._retimed(base, best, leads)
        fresh = extra is None and not self._is_clear(base, best, leads)
        chains: set[tuple[object, ...]] = set()
        for _ in range(1 if long else _MOST_MOVES):
            move = self._foreseen(base, best, scene, chains) if fresh else None
            if move is None and fresh:
                move = self._dropped(base, best, scene, leads)
                if move is not None and is_poor(*move):
                    # Beside others it may be needed after all.
                    choices += [(b,) for b in base if b not in move[0]]
            fresh = True
            if move is None:
                poor = is_poor(base, best)
                tested = choices if poor else []
                if extra is not None and extra not in base:
                    tested = [b for b in choices if extra in b] if not poor else choices
                move = self._added(base, best, scene, tested, leads)
                if move is None:
                    self._tested.update(self._judged_fully(tested, group))
                if move is None and poor:
                    move = self._swapped(base, best, scene, choices)
            if move is None:
                break
            base, best = move
            base = self._retimed(base, best, leads)
        if extra is None and has_failed(best):
            # No account explains the samples: the draft is as good as any other.
            self.unexplained.update(group)
            return group
        if extra is None and base:
            self.settled.append(best)
        orders = other_orders(self._trials, base, best, scene) if extra is None else []
        return self._put(group, base, best, leads, orders)

    def _judged_fully(
        self, bundles: Sequence[Bundle], group: Sequence[Beat]
    ) -> set[Beat]:
        """The first beats of bundles that all their neighbours were judged with."""
        first = (bundle[0] for bundle in bundles)
        return {beat for beat in first if set(self._group([], beat)) <= set(group)}

    def _retimed(
        self, base: Sequence[Beat], best: Replay, leads: dict[Beat, float]
    ) -> list[Beat]:
        """Return the beats at the times of their replay, so that others fit between."""
        if has_failed(best):
            return list(base)
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
        if best.cost >= IMPOSSIBLE or any(gain < _SURE for gain in gains):
            return False
        leads.update({b: self._known[b] for b in base if not b.is_fixed})
        return True

    def _foreseen(
        self,
        base: list[Beat],
        best: Replay,
        scene: Scene,
        tried: set[tuple[object, ...]],
    ) -> tuple[list[Beat], Replay] | None:
        """The account with a chain of beats that physics foresees, if it is better."""
        poor = is_poor(base, best)
        found: list[tuple[float, int, list[Beat], Replay]] = []
        for account in foreseen_accounts(
            self._stage, base, best, scene.others, poor=poor
        ):
            key = signature(account.beats)
            if key in tried or self._trials.count > self._most:
                continue
            tried.add(key)
            beats = list(account.beats)
            other = self._trials.replayed(beats, scene, best, account.after)
            if other is not None:
                more = _FORESEEN * (len(beats) - len(base))
                found.append((other.cost + more, len(found), beats, other))
        if not found:
            return None
        cost, _, beats, other = min(found, key=lambda one: one[:2])
        return (beats, other) if cost < best.cost else None

    def _dropped(
        self, base: list[Beat], best: Replay, scene: Scene, leads: dict[Beat, float]
    ) -> tuple[list[Beat], Replay] | None:
        """The account without a beat that it does not need."""
        poor = is_poor(base, best)
        known = velocities_after(base, best)
        idle = idle_beats(base, best)
        for beat in [*idle, *(b for b in base if not (b.is_fixed or b in idle))]:
            if not poor and leads.get(beat, 0.0) > _BEYOND_DOUBT:
                continue
            without = [b for b in base if b is not beat]
            # What touched nothing changes nothing: the rest goes on as it was.
            after = known if beat in idle else {}
            tried = self._trials.replayed(without, scene, best, after)
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
        scene: Scene,
        choices: Sequence[Bundle],
        leads: dict[Beat, float],
    ) -> tuple[list[Beat], Replay] | None:
        """The account with the bundle that helps most, if it helps enough."""
        trials: list[tuple[float, int, Bundle, Replay]] = []
        for choice in choices:
            if self._trials.count > self._most:
                break
            bundle = news_of(choice, base)
            if not bundle:
                continue
            tried = self._trials.replayed([*base, *bundle], scene, best)
            if tried is not None:
                cost = tried.cost + sum(price(beat, base) for beat in bundle)
                trials.append((cost, len(trials), bundle, tried))
        if not trials:
            return None
        cost, _, bundle, tried = min(trials, key=lambda trial: trial[:2])
        if cost > best.cost:
            lead = best.cost - tried.cost
            if lead > _HOPELESS:
                k = sorted([*base, *bundle], key=lambda b: b.t).index(bundle[0])
                self.lost.append(judged_of(bundle[0], k, tried, lead))
            return None
        for beat in bundle:
            leads[beat] = best.cost - tried.cost
        return sorted([*base, *bundle], key=lambda b: b.t), tried

    def _swapped(
        self, base: list[Beat], best: Replay, scene: Scene, choices: Sequence[Bundle]
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
                if not near or not fresh or self._trials.count > self._most:
                    continue
                tried = self._trials.replayed([*rest, *fresh], scene, best)
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
        for struck in (beat for beat in placed if beat.is_fixed):
            self._proposals = [after_strike(b, struck) for b in self._proposals]
        for k, chance in orders:
            first, second = self.judged[placed[k]], self.judged[placed[k + 1]]
            self.swapped.append((first, second, chance))
        return placed
