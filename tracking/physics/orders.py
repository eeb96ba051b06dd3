"""Which of two touches came first, where they are too close to tell by their times.

The order is in the outcome: the ball struck first takes the whole blow along its line,
the other one only what is left. So both orders are replayed and compared.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tracking.physics.accounts import IMPOSSIBLE
from tracking.physics.beats import Beat
from tracking.physics.replay import Replay
from tracking.physics.trials import Scene, Trials

_TICK: Final = 1e-6
_CLOSE: Final = 0.012
_LEAST: Final = 0.005


def other_orders(
    trials: Trials, base: Sequence[Beat], best: Replay, scene: Scene
) -> list[tuple[int, float]]:
    """Return the chance of the other order of contacts that are close to each other.

    Args:
        trials: Replays accounts.
        base: The account, in order of time.
        best: Its replay.
        scene: Of its group.

    Returns:
        The place of the first of two contacts in the account, and the chance.
    """
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
        tried = trials.replayed(other, scene, best)
        if tried is not None:
            chance = _chance_against(tried.cost - best.cost)
            if chance > _LEAST:
                found.append((k, chance))
    return found


def chance_exchanged(
    trials: Trials, group: Sequence[Beat], pair: tuple[Beat, Beat], scene: Scene
) -> float | None:
    """Return the chance that two beats of a group came the other way round.

    None if the group cannot be replayed.
    """
    best = trials.replayed(group, scene)
    if best is None or best.cost >= IMPOSSIBLE:
        return None
    first, second = pair
    times = {first: second.t, second: first.t}
    other = [replace(beat, t=times.get(beat, beat.t)) for beat in group]
    tried = trials.replayed(other, scene, best)
    return None if tried is None else _chance_against(tried.cost - best.cost)


def _chance_against(lead: float) -> float:
    """Chance of an account that costs more by `lead`; misfits share half of it."""
    return 1.0 / (1.0 + math.exp(min(max(lead, 0.0) / 4, 50.0)))
