"""From the frames of a stretch to its shots, and each ball's path over them.

Places, links and stitches over the whole stretch give one path per ball; then it is cut
into shots at the times when all balls rest.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from tracking.following.chains import Chain
from tracking.following.episodes import Episode, find_episodes, mean_place
from tracking.following.handling import is_moved_by_hand
from tracking.following.memory import LinkMemory
from tracking.following.places import depth_in_pocket, is_in_hole
from tracking.following.stitching import stitch
from tracking.following.swaps import untangled
from tracking.following.tracker import TrackSnapshot
from tracking.observations import Observations
from tracking.path import BallPath

FloatArray = NDArray[np.float64]

_PADDING: Final = 1.0
"""Still pictures around a shot, seconds."""

_LEAST_TRAVEL: Final = 0.008
"""A track moves when it came so far, metres, and five times its noise."""

_DEEP: Final = 0.015
"""A centre so far inside a hole's edge is that of a ball that has dropped, metres."""

_FEWEST_SIGHTINGS: Final = 4

_EDGE: Final = 0.5
"""So near to an end of the stretch nothing is held against a ball, seconds."""

_LASTING: Final = 1.0
"""A ball that comes and goes in between is there for longer, seconds."""

_OFTEN: Final = 0.25
"""Part of the pictures, at least, that show a ball."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenLooks:
    """What the sightings of one ball tell of its looks, in order of time.

    Attributes:
        xy: Where it was seen, metres, shape (m, 2).
        log_probability: Of each look, shape (m, k).
        streak: Length of the motion blur, metres, shape (m,).
    """

    xy: FloatArray
    log_probability: FloatArray
    streak: FloatArray


@dataclass(frozen=True, slots=True)
class ShotWindow:
    """One shot, or one time in which a hand moved balls.

    Attributes:
        t_from: First time that belongs to it, with still pictures before the strike
            where there are any, seconds.
        t_to: Last time, with still pictures after rest, seconds.
        t_strike: When the first ball starts, estimated, seconds.
        t_rest: When the last ball stops; None if the pictures end before.
        paths: Every ball seen on the table, with its sightings over the window.
        cue_key: The ball that starts first; None if the window begins in motion.
        before: Where each ball lies before the strike, metres.
        after: Where each ball lies after rest, metres.
        looks: What the sightings of each ball tell of its looks, those before and
            after the window too.
        by_hand: Whether a hand moved the balls: no shot.
        opened: Whether balls at rest were seen before the strike.
        stops: When each ball stopped that moved and was seen at rest after it, seconds.
    """

    t_from: float
    t_to: float
    t_strike: float
    t_rest: float | None
    paths: tuple[BallPath, ...]
    cue_key: int | None
    before: Mapping[int, tuple[float, float]]
    after: Mapping[int, tuple[float, float]]
    looks: Mapping[int, SeenLooks]
    by_hand: bool
    opened: bool
    stops: Mapping[int, float] = field(default_factory=dict)


def is_any_moving(snapshot: TrackSnapshot, table: TableGeometry) -> bool:
    """Whether a ball really moves in this frame; what has dropped does not count."""
    moves = moving(snapshot) & snapshot.seen
    return bool(moves.any() and not has_dropped(snapshot.xy[moves], table).all())


def moving(snapshot: TrackSnapshot) -> NDArray[np.bool_]:
    """Tell which balls really move, as far as they were seen, shape (n,)."""
    sigma = np.sqrt(np.trace(snapshot.covariance, axis1=1, axis2=2) / 2)
    least = np.maximum(_LEAST_TRAVEL, 5 * np.minimum(sigma, 0.01))
    return np.asarray(~snapshot.still & (snapshot.travelled > least))


def has_dropped(xy: FloatArray, table: TableGeometry) -> NDArray[np.bool_]:
    """Tell which centres lie so deep in a hole that the ball has dropped, (n,).

    Args:
        xy: Centres, metres, shape (n, 2).
        table: Its pockets.
    """
    return depth_in_pocket(xy, table) > _DEEP


def find_shots(
    frames: Sequence[Observations],
    table: TableGeometry,
    *,
    jitter: float = 0.15,
    memory: LinkMemory | None = None,
) -> tuple[ShotWindow, ...]:
    """Find the shots of a whole stretch of frames.

    Args:
        frames: In order of time, repeated pictures left out.
        table: Noses, pockets and ball radius.
        jitter: Standard deviation of a picture's time as part of the interval.
        memory: Of the same stretch before it grew, with this table and jitter.
    """
    if not frames:
        return ()
    memory = memory or LinkMemory(table, jitter)
    chains = chains_of(frames, table, memory)
    frames = memory.frames
    paths = {chain.key: path_of(chain, frames) for chain in chains}
    looks = {chain.key: looks_of(chain, frames) for chain in chains}
    t_end = frames[-1].t
    episodes = find_episodes(tuple(paths.values()), t_end)
    return tuple(
        _window(episode, episodes, paths, looks, (frames[0].t, t_end), table)
        for episode in episodes
    )


def chains_of(
    frames: Sequence[Observations], table: TableGeometry, memory: LinkMemory
) -> list[Chain]:
    """Return one chain of sightings per ball on the table.

    Args:
        frames: In order of time, repeated pictures left out.
        table: Noses, pockets and ball radius.
        memory: Links them.
    """
    pieces = memory.link(frames)
    frames = memory.frames
    chains = untangled(stitch(pieces, frames, table, jitter=memory.jitter), frames)
    return [chain for chain in chains if _is_ball(chain, frames, table)]


def _is_ball(
    chain: Chain, frames: Sequence[Observations], table: TableGeometry
) -> bool:
    """Whether the sightings are a ball in play.

    A ball in play lies still at some time, and it neither appears from nowhere nor
    vanishes at once; what lies in a pocket from the beginning is none.
    """
    if chain.resting < _FEWEST_SIGHTINGS:
        return False
    first = frames[chain.steps[0]]
    if is_in_hole(first.xy[chain.rows[0]][None], table, margin=0.005)[0]:
        return False
    early = first.t - frames[0].t < _EDGE
    late = frames[-1].t - frames[chain.steps[-1]].t < _EDGE
    lasted = frames[chain.steps[-1]].t - first.t
    often = len(chain.steps) > _OFTEN * (chain.steps[-1] - chain.steps[0])
    return (early or late or lasted > _LASTING) and often


def path_of(chain: Chain, frames: Sequence[Observations]) -> BallPath:
    """Return a chain's sightings as a path."""
    pairs = list(zip(chain.steps, chain.rows, strict=True))
    return BallPath(
        chain.key,
        np.array([frames[step].t for step, _ in pairs]),
        np.array([frames[step].frame for step, _ in pairs]),
        np.array([frames[step].xy[row] for step, row in pairs]),
        np.array([frames[step].covariance[row] for step, row in pairs]),
    )


def looks_of(chain: Chain, frames: Sequence[Observations]) -> SeenLooks:
    """Return what a chain's sightings tell of its ball's looks."""
    pairs = list(zip(chain.steps, chain.rows, strict=True))
    streaks = np.array([frames[step].streak[row] for step, row in pairs])
    return SeenLooks(
        np.array([frames[step].xy[row] for step, row in pairs]),
        np.array([frames[step].label_log[row] for step, row in pairs]),
        np.hypot(*streaks.T),
    )


def _window(
    episode: Episode,
    episodes: Iterable[Episode],
    paths: Mapping[int, BallPath],
    looks: Mapping[int, SeenLooks],
    covered: tuple[float, float],
    table: TableGeometry,
) -> ShotWindow:
    t_from, t_to = _padded(episode, episodes, covered)
    parts = {key: path.between(t_from, t_to) for key, path in paths.items()}
    parts = {key: path for key, path in parts.items() if len(path)}
    before = _places(parts.values(), t_from, episode.t_from)
    after = _places(parts.values(), min(episode.t_to + 0.1, t_to), t_to)
    by_hand = episode.opened and is_moved_by_hand(
        parts[episode.first], episode, tuple(parts.values()), table
    )
    return ShotWindow(
        t_from,
        t_to,
        episode.t_from,
        episode.t_to if episode.closed else None,
        tuple(parts.values()),
        episode.first if episode.opened else None,
        before,
        after,
        {key: looks[key] for key in parts},
        by_hand,
        episode.opened,
        episode.stops,
    )


def _padded(
    episode: Episode, episodes: Iterable[Episode], covered: tuple[float, float]
) -> tuple[float, float]:
    """Return the window of an episode, not reaching into its neighbours, seconds."""
    earlier = [e.t_to for e in episodes if e.t_to < episode.t_from]
    later = [e.t_from for e in episodes if e.t_from > episode.t_to]
    t_from = max([episode.t_from - _PADDING, covered[0], *earlier])
    t_to = min([episode.t_to + _PADDING, covered[1], *later])
    return t_from, t_to


def _places(
    paths: Iterable[BallPath], t_from: float, t_to: float
) -> dict[int, tuple[float, float]]:
    places = {path.key: mean_place(path, t_from, t_to) for path in paths}
    return {key: place for key, place in places.items() if place is not None}
