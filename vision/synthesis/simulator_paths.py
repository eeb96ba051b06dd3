"""A finished simulation as exact pieces of motion.

The laws within a piece (sliding, rolling, spinning in place) are those of the
simulator; a ball that dropped is given a fall into the hole, which the simulator
leaves out.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import Pocket, TableGeometry
from vision.synthesis.simulator_table import (
    POCKETS,
    places_from_simulator,
    vectors_from_simulator,
)
from vision.synthesis.trajectory import MotionState, Trajectory

Floats = NDArray[np.float64]

_STATES: Final = {
    0: MotionState.REST,
    1: MotionState.SPIN,
    2: MotionState.SLIDE,
    3: MotionState.ROLL,
}
_UP: Final = np.array([0.0, 0.0, 1.0])
_FALL_DEPTH: Final = 0.14
"""How far below the cloth's ball plane a pocketed ball is followed, metres."""
_TIPPING: Final = 3.0
"""How fast the edge pushes a dropping ball toward the hole's middle, m/s^2."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One row of a `Trajectory`."""

    t: float
    p: Floats
    v: Floats
    a: Floats
    w: Floats
    b: Floats
    state: MotionState

    def after(self, d: float) -> tuple[Floats, Floats, Floats]:
        """Return place, velocity and angular velocity `d` seconds into the piece."""
        return (
            self.p + d * (self.v + d * self.a / 2),
            self.v + d * self.a,
            self.w + d * self.b,
        )


def trajectory_from_pieces(pieces: list[Piece]) -> Trajectory:
    """Stack pieces into a trajectory."""
    return Trajectory(
        np.array([piece.t for piece in pieces]),
        np.array([piece.p for piece in pieces]),
        np.array([piece.v for piece in pieces]),
        np.array([piece.a for piece in pieces]),
        np.array([piece.w for piece in pieces]),
        np.array([piece.b for piece in pieces]),
        np.array([int(piece.state) for piece in pieces], dtype=np.int8),
    )


def trajectories_from_system(
    system: Any, names: tuple[Any, ...], table: TableGeometry
) -> tuple[Trajectory, ...]:
    """Return the path of each ball of a simulated pooltool system."""
    changes: dict[str, list[int]] = {ball.name: [0] for ball in names}
    for index, event in enumerate(system.events):
        for agent in event.agents:
            if str(agent.agent_type) == "ball" and agent.id in changes:
                changes[agent.id].append(index)
    return tuple(
        _trajectory(system, ball.name, changes[ball.name], table) for ball in names
    )


def _trajectory(
    system: Any, name: str, changes: list[int], table: TableGeometry
) -> Trajectory:
    ball = system.balls[name]
    pieces: list[Piece] = []
    for index in dict.fromkeys(changes):
        state = ball.history[index]
        if state.s == 4:
            pieces.extend(_fall(system.events[index], name, table, ball.params.g))
            break
        rvw = np.array(state.rvw)
        pieces.extend(_law(float(state.t), rvw, int(state.s), ball.params, table))
    return trajectory_from_pieces(_without_late_pieces(pieces))


def _without_late_pieces(pieces: list[Piece]) -> list[Piece]:
    """Drop a piece that ends where the spin dies only after the next one starts."""
    kept: list[Piece] = []
    for piece in pieces:
        while kept and kept[-1].t > piece.t:
            kept.pop()
        kept.append(piece)
    return kept


def _law(
    t: float, rvw: Floats, state: int, params: Any, table: TableGeometry
) -> list[Piece]:
    """Return the piece that starts with a state, cut where its spin dies."""
    p = places_from_simulator(rvw[0], table)
    p[2] = params.R
    v, w = (vectors_from_simulator(row) for row in rvw[1:])
    a, b = np.zeros(3), np.zeros(3)
    if state == 2:
        slip = v + params.R * np.cross(_UP, w)
        size = float(np.linalg.norm(slip))
        u = slip / size if size > 0 else np.zeros(3)
        a = -params.u_s * params.g * u
        b = -2.5 / params.R * params.u_s * params.g * np.cross(u, _UP)
    elif state == 3:
        a = -params.u_r * params.g * v / max(float(np.linalg.norm(v)), 1e-12)
        w = np.cross(_UP, v) / params.R + w[2] * _UP
        b = np.cross(_UP, a) / params.R
    alpha = 2.5 * params.u_sp * params.g / params.R
    if state == 0 or abs(w[2]) < 1e-9:
        return [Piece(t, p, v, a, w, b, _STATES[state])]
    braked = b - np.sign(w[2]) * alpha * _UP
    first = Piece(t, p, v, a, w, braked, _STATES[state])
    lasts = float(abs(w[2]) / alpha)
    place, velocity, turn = first.after(lasts)
    turn[2] = 0.0
    return [first, Piece(t + lasts, place, velocity, a, turn, b, _STATES[state])]


def _fall(event: Any, name: str, table: TableGeometry, gravity: float) -> list[Piece]:
    """Return how a ball drops: from the event's state before it was put away."""
    before = next(agent for agent in event.agents if agent.id == name).initial.state
    pocket_id = next(a.id for a in event.agents if str(a.agent_type) == "pocket")
    pocket = next(p for p in table.pockets if p.name is POCKETS[pocket_id])
    rvw = np.array(before.rvw)
    p = places_from_simulator(rvw[0], table)
    p[2] = table.ball_radius
    v, w = (vectors_from_simulator(row) for row in rvw[1:])
    return fall_into(pocket, table, float(event.time), p, v, w, gravity=gravity)


def fall_into(
    pocket: Pocket,
    table: TableGeometry,
    t: float,
    p: Floats,
    v: Floats,
    w: Floats,
    *,
    gravity: float = 9.81,
) -> list[Piece]:
    """Return the fall of a ball whose centre just passed the edge of a hole.

    It falls freely, is pushed toward the middle, and bounces off the hole's back.

    Args:
        pocket: The hole.
        table: Its table.
        t: When, seconds.
        p: Centre, metres, `(3,)`.
        v: Velocity, m/s, `(3,)`.
        w: Angular velocity, rad/s, `(3,)`.
        gravity: m/s^2.
    """
    middle = np.array([pocket.center.x, pocket.center.y, 0.0])
    room = max(pocket.radius - table.ball_radius, 0.012)
    end = t + float(np.sqrt(2 * _FALL_DEPTH / gravity))
    pieces: list[Piece] = []
    for _ in range(5):
        inward = (middle - p) * (1.0, 1.0, 0.0)
        far = float(np.linalg.norm(inward))
        push = _TIPPING * inward / far if far > room else np.zeros(3)
        piece = Piece(t, p, v, push - gravity * _UP, w, np.zeros(3), MotionState.FALL)
        pieces.append(piece)
        hit = _back_wall(piece, middle, room, end - t)
        if hit is None:
            break
        t += hit
        p, v, w = piece.after(hit)
        v = _bounce(p - middle, v)
        w = w / 2
    rest, _, _ = pieces[-1].after(end - pieces[-1].t)
    still = np.zeros(3)
    pieces.append(Piece(end, rest, still, still, still, still, MotionState.GONE))
    return pieces


def _back_wall(
    piece: Piece, middle: Floats, room: float, longest: float
) -> float | None:
    """Return when a falling centre, once inside, reaches the wall again."""
    d = np.linspace(0.0, max(longest, 0.0), 60)[1:, None]
    path = (piece.p + d * (piece.v + d * piece.a / 2) - middle)[:, :2]
    away = np.linalg.norm(path, axis=1)
    rising = np.diff(away, prepend=away[0]) > 0
    out = np.flatnonzero((away > room) & rising)
    return float(d[out[0], 0]) if len(out) and out[0] > 0 else None


def _bounce(outward: Floats, v: Floats) -> Floats:
    flat = outward * (1.0, 1.0, 0.0)
    normal = flat / max(float(np.linalg.norm(flat)), 1e-12)
    toward = float(v @ normal)
    return (v - 1.3 * max(toward, 0.0) * normal) * (0.6, 0.6, 1.0)
