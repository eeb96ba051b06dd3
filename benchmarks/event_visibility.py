"""Which touches of the truth rules and people could ever see.

The simulation lists every touch, also those that no eye and no camera sees. Beside the
strict count, which scores all of them, stands one that leaves two kinds out of it
either way, neither missed nor false:

- a touch that changes a velocity by less than 10 mm/s: a ball at rest that is touched
  so rolls on by less than a millimetre;
- a touch of the same two bodies again that were never more than a millimetre apart
  since they touched last: balls that run on together press against each other, and the
  simulation makes one contact or twenty of that.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from benchmarks.event_scenes import Scene
from benchmarks.event_scores import Mark

WEAKEST: Final = 0.01
"""Change of velocity below which nobody sees a touch, m/s."""

PARTED: Final = 0.001
"""How far bodies must have parted for a touch to be another one, metres."""

_JUST: Final = 1e-5
_STEPS: Final = 41


def unseen_marks(scene: Scene, truth: Sequence[Mark]) -> frozenset[Mark]:
    """Return the touches of the truth that nobody could see."""
    touches = [mark for mark in truth if mark[1] != "pocketed"]
    return frozenset(
        mark
        for mark in touches
        if _change(scene, mark) < WEAKEST or lasts(scene, mark, touches)
    )


def lasting_marks(
    scene: Scene, found: Iterable[Mark], truth: Sequence[Mark]
) -> frozenset[Mark]:
    """Return what was found while two bodies stayed together that touched before."""
    return frozenset(
        mark for mark in found if mark[1] != "pocketed" and lasts(scene, mark, truth)
    )


def lasts(scene: Scene, mark: Mark, truth: Sequence[Mark]) -> bool:
    """Whether the bodies of a touch have not parted since they touched last."""
    earlier = [m[0] for m in truth if m[1:] == mark[1:] and m[0] < mark[0] - _JUST]
    if not earlier:
        return False
    times = np.linspace(max(earlier), mark[0], _STEPS)
    return bool(np.max(_gap(scene, mark, times)) < PARTED)


def _gap(scene: Scene, mark: Mark, times: np.ndarray) -> np.ndarray:
    """How far the bodies of a touch are apart, metres; never together at a jaw."""
    places = [
        scene.motion.trajectories[ball].position(times)[:, :2]
        for ball in sorted(mark[2])
    ]
    radius = scene.motion.table.ball_radius
    if mark[1] == "contact":
        apart = np.hypot(*(places[0] - places[1]).T) - 2 * radius
        return np.asarray(apart)
    gaps = [
        (places[0] - np.array(nose.start)) @ np.array(nose.normal) - radius
        for nose in scene.motion.table.noses
        if str(nose.rail) == mark[3]
    ]
    if not gaps:
        return np.full(len(times), np.inf)
    return np.asarray(np.min(np.abs(gaps), axis=0))


def _change(scene: Scene, mark: Mark) -> float:
    """The smallest change of velocity of the balls of a touch, m/s."""
    times = np.array([mark[0] - _JUST, mark[0] + _JUST])
    jumps = []
    for ball in mark[2]:
        velocity = scene.motion.trajectories[ball].velocity(times)
        jumps.append(float(np.hypot(*(velocity[1] - velocity[0])[:2])))
    return min(jumps)
