"""The plain way: two centres nearer than a distance and a change of speed.

It is measured beside the extractor to show what the physics buys.
"""

import numpy as np

from adjudicator.balls import Ball
from adjudicator.events import Contact, Event, Rail, RailTouch
from adjudicator.table import TableGeometry
from tracking.events.naming import ball_of_key
from tracking.path import BallPath

_NEAR = 1.15
_JUMP = 0.25
_RAIL_NEAR = 1.4


def heuristic_events(
    paths: tuple[BallPath, ...], table: TableGeometry
) -> tuple[Event, ...]:
    """Return contacts and rail touches by per-picture thresholds."""
    events: list[Event] = []
    motion = {path.key: _jumps(path) for path in paths if len(path) > 4}
    tables = {path.key: path for path in paths}
    keys = sorted(motion)
    for i, a in enumerate(keys):
        events += _rails(tables[a], motion[a], table)
        for b in keys[i + 1 :]:
            events += _contacts((tables[a], tables[b]), (motion[a], motion[b]), table)
    return tuple(sorted(events, key=lambda event: event.t))


def _jumps(path: BallPath) -> np.ndarray:
    """Size of the change of velocity at each sample, m/s."""
    velocity = np.gradient(path.xy, path.t, axis=0)
    jump = np.zeros(len(path))
    jump[1:-1] = np.hypot(*(velocity[2:] - velocity[:-2]).T)
    return jump


def _contacts(
    paths: tuple[BallPath, BallPath],
    jumps: tuple[np.ndarray, np.ndarray],
    table: TableGeometry,
) -> list[Event]:
    _, ia, ib = np.intersect1d(paths[0].frame, paths[1].frame, return_indices=True)
    distance = np.hypot(*(paths[0].xy[ia] - paths[1].xy[ib]).T)
    hit = distance < 2 * table.ball_radius * _NEAR
    hit &= (jumps[0][ia] > _JUMP) | (jumps[1][ib] > _JUMP)
    balls: tuple[Ball, Ball] = (ball_of_key(paths[0].key), ball_of_key(paths[1].key))
    return [Contact(t=float(t), balls=balls) for t in _middles(paths[0].t[ia], hit)]


def _rails(path: BallPath, jump: np.ndarray, table: TableGeometry) -> list[Event]:
    limit = table.ball_radius * _RAIL_NEAR
    out: list[Event] = []
    gaps = {
        Rail.FOOT: table.length / 2 - path.xy[:, 0],
        Rail.HEAD: table.length / 2 + path.xy[:, 0],
        Rail.LEFT: table.width / 2 - path.xy[:, 1],
        Rail.RIGHT: table.width / 2 + path.xy[:, 1],
    }
    for rail, gap in gaps.items():
        touched = (gap < limit) & (jump > _JUMP)
        for t in _middles(path.t, touched):
            out.append(RailTouch(t=float(t), ball=ball_of_key(path.key), rail=rail))
    return out


def _middles(t: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Middle time of each run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], mask.astype(int), [0]))))
    return np.array([t[(a + b - 1) // 2] for a, b in edges.reshape(-1, 2)])
