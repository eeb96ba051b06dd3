"""Analytic motions as observations: what tracking is tested on."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tracking.observations import Observations

FloatArray = NDArray[np.float64]
Way = Callable[[float], tuple[float, float] | None]

SIGMA = 0.001


def at_rest(x: float, y: float) -> Way:
    return lambda _t: (x, y)


def rolling(
    x: float,
    y: float,
    vx: float,
    vy: float,
    *,
    start: float = 0.0,
    stop: float = 10.0,
    deceleration: float = 0.1,
) -> Way:
    """A ball that lies at (x, y), starts at `start` and rolls until `stop` or rest."""
    speed = float(np.hypot(vx, vy))

    def way(t: float) -> tuple[float, float]:
        d = min(max(min(t, stop) - start, 0.0), speed / deceleration)
        s = d - deceleration * d * d / (2 * speed)
        return x + vx * s, y + vy * s

    return way


def then(first: Way, second: Way, t: float) -> Way:
    return lambda now: first(now) if now < t else second(now)


def hidden(way: Way, t_from: float, t_to: float) -> Way:
    return lambda t: None if t_from <= t < t_to else way(t)


def observe(
    ways: Sequence[Way],
    *,
    t_end: float,
    fps: float = 30.0,
    seed: int = 1,
    misses: float = 0.0,
    ghosts: float = 0.0,
    colours: bool = True,
) -> list[Observations]:
    """Sample motions with noise, misses and ghosts; ball i looks like name i."""
    rng = np.random.default_rng(seed)
    frames = []
    for index in range(int(t_end * fps)):
        t = index / fps
        seen = [(i, way(t)) for i, way in enumerate(ways)]
        places = [(i, xy) for i, xy in seen if xy and rng.random() >= misses]
        xy = [np.array(p) + rng.normal(0, SIGMA, 2) for _, p in places]
        names = [i for i, _ in places]
        for _ in range(rng.poisson(ghosts)):
            xy.append(rng.uniform((-1.2, -0.6), (1.2, 0.6)))
            names.append(-1)
        n, k = len(xy), len(ways) if colours else 0
        looks = rng.normal(0, 0.5, (n, k))
        for row, name in enumerate(names):
            if name >= 0 and colours:
                looks[row, name] += 3.0
        order = rng.permutation(n)
        frames.append(
            Observations(
                index,
                t,
                np.array(xy).reshape(-1, 2),
                np.tile(np.eye(2) * SIGMA**2, (n, 1, 1)),
                np.full(n, 0.9),
                looks,
                np.zeros((n, 2)),
            )[order]
        )
    return frames
