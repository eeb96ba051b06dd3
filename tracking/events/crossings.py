"""Crossings of the head string, the center string and the long string by a centre."""

from typing import Final

import numpy as np

from adjudicator.events import Crossing, Line, Rail
from adjudicator.table import TableGeometry
from tracking.events.naming import ball_of_key
from tracking.motion.trajectory import FittedPath, MotionKind, Piece

_SLOWEST: Final = 0.01


def find_crossings(
    path: FittedPath, table: TableGeometry, t_stop: float
) -> list[Crossing]:
    """List when a ball's centre crossed a line, up to `t_stop`, seconds."""
    lines = (
        (Line.HEAD, 0, table.head_string_x, Rail.FOOT, Rail.HEAD),
        (Line.CENTER, 0, 0.0, Rail.FOOT, Rail.HEAD),
        (Line.LONG, 1, 0.0, Rail.LEFT, Rail.RIGHT),
    )
    out = []
    for line, axis, value, up, down in lines:
        for piece in path.pieces:
            if piece.kind is MotionKind.REST:
                continue
            for t, speed in _passes(piece, axis, value):
                if t <= t_stop:
                    toward = up if speed > 0 else down
                    ball = ball_of_key(path.key)
                    confidence = _confidence(piece, speed)
                    out.append(
                        Crossing(
                            t=t,
                            ball=ball,
                            line=line,
                            toward=toward,
                            confidence=confidence,
                        )
                    )
    return out


def _passes(piece: Piece, axis: int, value: float) -> list[tuple[float, float]]:
    """Times inside the piece at which a coordinate passes a value, with its speed."""
    coefficients = [
        float(piece.acceleration[axis]) / 2,
        float(piece.velocity[axis]),
        float(piece.position[axis]) - value,
    ]
    roots = np.roots(coefficients)
    out = []
    for root in roots[np.abs(np.imag(roots)) < 1e-12]:
        d = float(np.real(root))
        speed = coefficients[1] + 2 * coefficients[0] * d
        if 0 <= d < piece.t_to - piece.t_from and abs(speed) > _SLOWEST:
            out.append((piece.t_from + d, speed))
    return sorted(out)


def _confidence(piece: Piece, speed: float) -> float:
    """A fast crossing in a well fitted piece is certain."""
    return 0.99 if abs(speed) * 0.05 > 3 * piece.sigma else 0.8
