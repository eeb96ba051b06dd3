"""What momentum, restitution and geometry allow at an event, as residuals.

Each law is a normal density of the state afterwards, given the state before. It comes
as residuals (in standard deviations) with the standard deviations themselves, so that
a probability density can be formed from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic

from tracking.physics.arithmetic import Arithmetic, Number
from tracking.physics.table_physics import TablePhysics

GAP_SIGMA: Final = 0.0007
"""How exactly two touching centres are 2R apart: radius, heights, map, metres."""

ORDER_SIGMA: Final = 0.0003
"""How far an event may come before the one before it, seconds."""

_WRONG_WAY: Final = 0.003


@dataclass(slots=True)
class Terms(Generic[Number]):
    """What the laws of one event say.

    Attributes:
        residual: In standard deviations.
        sigma: Standard deviations of the first ones (densities).
        impulse: Change of velocity along the normal, m/s.
    """

    residual: tuple[Number, ...]
    sigma: tuple[Number, ...]
    impulse: Number


@dataclass(slots=True)
class Surface(Generic[Number]):
    """What a ball meets at a wall; of a batch of walls each field is an array.

    Attributes:
        x: A point of the straight line, or the centre of the arc, metres.
        y: The same.
        nx: Normal of a straight one; 0 for an arc.
        ny: The same.
        radius: Of the arc, metres; 0 for a straight one.
        is_arc: 1 for an arc, 0 for a straight one.
        is_jaw: 1 in a pocket's mouth, 0 for a nose.
        sigma: How exactly it is known, metres.
    """

    x: Number
    y: Number
    nx: Number
    ny: Number
    radius: Number
    is_arc: Number
    is_jaw: Number
    sigma: Number


def contact_terms(
    before: Sequence[Sequence[Number]],
    after: Sequence[Sequence[Number]],
    radius: float,
    physics: TablePhysics,
    m: Arithmetic[Number],
) -> Terms[Number]:
    """Return the laws of two equal balls that touch.

    Args:
        before: x, y, vx, vy, ux, uy of both before.
        after: vx, vy, ux, uy of both afterwards.
        radius: Metres.
        physics: Of the table.
        m: Arithmetic of the numbers.
    """
    (xa, ya, vxa, vya, uxa, uya), (xb, yb, vxb, vyb, uxb, uyb) = before
    nx, ny = xa - xb, ya - yb
    distance = m.most(m.sqrt(nx * nx + ny * ny), 1e-6)
    nx, ny = nx / distance, ny / distance
    approach = -((vxa - vxb) * nx + (vya - vyb) * ny)
    size = m.size(approach)
    (wxa, wya, sxa, sya), (wxb, wyb, sxb, syb) = after
    leave = (wxa - wxb) * nx + (wya - wyb) * ny
    cxa, cya, cxb, cyb = wxa - vxa, wya - vya, wxb - vxb, wyb - vyb
    # How fast the surface of one rubs over the other's, sideways and upwards: the
    # spin that rolls a ball is v - u; spin about the vertical is not known.
    along = (vya - vyb) * nx - (vxa - vxb) * ny
    up = -((vxa - uxa + vxb - uxb) * nx + (vya - uya + vyb - uyb) * ny)
    rub = m.sqrt(along * along + up * up) + 1e-6
    kick = m.least((0.01 + 0.108 * m.exp(-1.09 * rub)) * size, rub / 7) / rub
    lift = 2.5 * kick * up
    momentum = 0.003 + 0.015 * size
    bounce = 0.003 + 0.035 * size
    throw = 0.003 + 0.04 * size
    turn = 0.004 + 0.08 * size
    gap = GAP_SIGMA / m.most(size, 0.01)
    thrown = ((cya - cyb) * nx - (cxa - cxb) * ny) / 2 + kick * along
    residual = (
        (distance - 2 * radius) / GAP_SIGMA,
        (leave - physics.ball_restitution * approach) / bounce,
        thrown / throw,
        (cxa + cxb) / momentum,
        (cya + cyb) / momentum,
        (sxa - uxa - cxa - lift * nx) / turn,
        (sya - uya - cya - lift * ny) / turn,
        (sxb - uxb - cxb - lift * nx) / turn,
        (syb - uyb - cyb - lift * ny) / turn,
        m.least(approach, 0.0) / _WRONG_WAY,
    )
    sigma = (gap, bounce, throw, momentum, momentum, turn, turn, turn, turn)
    return Terms(residual, sigma, ((cxa - cxb) * nx + (cya - cyb) * ny) / 2)


def wall_terms(
    before: Sequence[Number],
    after: Sequence[Number],
    wall: Surface[Number],
    radius: float,
    physics: TablePhysics,
    m: Arithmetic[Number],
) -> Terms[Number]:
    """Return the laws of a ball that touches a cushion.

    Args:
        before: x, y, vx, vy, ux, uy before.
        after: vx, vy, ux, uy afterwards.
        wall: The nose or jaw.
        radius: Of the ball, metres.
        physics: Of the table.
        m: Arithmetic of the numbers.
    """
    x, y, vx, vy, ux, uy = before
    wx, wy, sx, sy = after
    ax, ay, arc = x - wall.x, y - wall.y, wall.is_arc
    distance = m.most(m.sqrt(ax * ax + ay * ay), 1e-9)
    straight = 1.0 - arc
    gap = straight * (ax * wall.nx + ay * wall.ny) - radius
    gap = gap + arc * (distance - wall.radius)
    nx, ny = wall.nx + arc * ax / distance, wall.ny + arc * ay / distance
    cx, cy = wx - vx, wy - vy
    into = -(vx * nx + vy * ny)
    size, jaw = m.size(into), wall.is_jaw
    # A jaw's facings turn the normal: momentum is then free in both directions.
    free = 0.4 * jaw * m.size(vy * nx - vx * ny)
    bounce = 0.006 + (0.13 + 0.47 * jaw) * size + free
    rub = 0.008 + (0.3 + 0.7 * jaw) * size + free
    turn = 0.01 + 0.5 * size + free
    residual = (
        gap / wall.sigma,
        (wx * nx + wy * ny - physics.rail_restitution * into) / bounce,
        (cy * nx - cx * ny) / rub,
        (sx - ux - 0.6 * cx) / turn,
        (sy - uy - 0.6 * cy) / turn,
        m.least(into, 0.0) / _WRONG_WAY,
    )
    sigma = (wall.sigma / m.most(size, 0.02), bounce, rub, turn, turn)
    return Terms(residual, sigma, cx * nx + cy * ny)


def strike_terms(after: Sequence[Number], m: Arithmetic[Number]) -> Terms[Number]:
    """Return the laws of the tip: any speed, slip up to that of hard spin.

    Args:
        after: vx, vy, ux, uy afterwards.
        m: Arithmetic of the numbers.
    """
    vx, vy, ux, uy = after
    speed = m.sqrt(vx * vx + vy * vy)
    spread = 0.1 + 1.0 * speed
    any_speed = 6.0 + 0.0 * speed
    residual = (vx / any_speed, vy / any_speed, ux / spread, uy / spread)
    return Terms(residual, (any_speed, any_speed, spread, spread), speed)


def order_term(t: Number, since: Number, m: Arithmetic[Number]) -> Number:
    """Return what an event costs that comes before the ball's event before it.

    Args:
        t: Of the event, seconds.
        since: Of the ball's event before it, seconds.
        m: Arithmetic of the numbers.
    """
    return m.least(t - since, 0.0) / ORDER_SIGMA
