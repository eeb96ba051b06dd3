"""Trials: replays of accounts of one group, made comparable."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.accounts import IMPOSSIBLE, is_possible
from tracking.physics.beats import Beat, Stage
from tracking.physics.judgement import Judged
from tracking.physics.replay import Replay, replay
from tracking.physics.story import make_play

_KNOWN: Final = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What the accounts of a group have in common.

    Attributes:
        group: The beats that they replace.
        others: The other beats of the shot.
        balls: Indices of the group's balls.
        span: First and last time to look at, seconds.
    """

    group: tuple[Beat, ...]
    others: tuple[Beat, ...]
    balls: tuple[int, ...]
    span: tuple[float, float]


class Trials:
    """Replays accounts of a shot and counts them.

    Args:
        stage: Samples and the like.
        judged: What is known of the beats that were judged already; grows from outside.
    """

    def __init__(self, stage: Stage, judged: Mapping[Beat, Judged]) -> None:
        """Start without any."""
        self.stage = stage
        self._judged = judged
        self.count = 0
        self._lonely: dict[tuple[tuple[int, ...], Scene], float] = {}

    def replayed(
        self,
        beats: Sequence[Beat],
        scene: Scene,
        best: Replay | None = None,
        foreseen: Mapping[Beat, Mapping[int, FloatArray]] = MappingProxyType({}),
    ) -> Replay | None:
        """Replay an account.

        Args:
            beats: The account.
            scene: Of its group.
            best: The replay of the account to beat, or None.
            foreseen: Velocities after the beats of a chain that was foreseen.

        Returns:
            The replay, or None if a ball was seen too little.
        """
        ordered = sorted(beats, key=lambda beat: beat.t)
        own = {b for beat in ordered for b in beat.balls}
        extra = [b for b in scene.balls if b not in own]
        after = {
            b: self._after(b)
            for b in (*scene.others, *ordered)
            if b in self._judged and self._judged[b].misfit < _KNOWN
        }
        play = make_play(
            self.stage,
            [*ordered, *scene.others],
            range(len(ordered)),
            extra,
            scene.span,
            after,
            foreseen,
            {} if best is None else best.starts,
        )
        self.count += 1 + len(ordered) // 2
        if play is None:
            return None
        missing = [b for b in own if b not in scene.balls]
        # A ball that only this account has brings its samples: compare it with
        # the ball left alone.
        alone = self._alone(tuple(missing), scene) if missing else 0.0
        rival = np.inf if best is None or foreseen else best.fit + alone
        found = replay(play, rival, thorough=best is None)
        found = replace(found, cost=found.cost - alone, fit=found.fit - alone)
        if is_possible(ordered, found):
            return found
        return replace(found, cost=found.cost + IMPOSSIBLE)

    def _after(self, beat: Beat) -> dict[int, FloatArray]:
        """State of each ball after a beat that is judged already."""
        judged = self._judged[beat]
        states = np.hstack((judged.places, judged.after))
        return dict(zip(beat.balls, states, strict=True))

    def _alone(self, balls: tuple[int, ...], scene: Scene) -> float:
        """Cost of balls that take no part."""
        key = (balls, scene)
        if key not in self._lonely:
            play = make_play(self.stage, scene.others, (), balls, scene.span)
            self._lonely[key] = 0.0 if play is None else replay(play).cost
        return self._lonely[key]
