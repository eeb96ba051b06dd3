"""The state of a ball at one end of a piece: slide for an unknown time, then roll.

After every collision a ball slides for a short, unknown time T before it rolls. A
plain quadratic swallows that slide and extrapolates millimetres wrong, so the edge is
fitted for a grid of T and the fits are averaged by their evidence:
p(d) = P + V d + a_roll d^2 / 2 + a_slide f(d, T), d from the edge, linear for each T.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.motion.samples import Samples
from tracking.motion.segmentation import ROLL_ACCELERATION, SLIDE_ACCELERATION

WINDOW: Final = 0.5
"""How far from the edge samples are used, seconds."""

_SLIDES: Final = np.array([0.0, 0.02, 0.04, 0.07, 0.1, 0.14, 0.2, 0.28, 0.4, 9.0])
_FEW_SLIDES: Final = np.array([0.0, 0.04, 0.1, 0.2, 9.0])
_SIGMA_POSITION: Final = 0.05
_SIGMA_VELOCITY: Final = 5.0
_PRIOR: Final = np.repeat(
    [_SIGMA_POSITION, _SIGMA_VELOCITY, ROLL_ACCELERATION, SLIDE_ACCELERATION], 2
)
_PRECISION: Final = np.diag(_PRIOR**-2)
_VOLUME: Final = np.outer(_PRIOR, _PRIOR)
_REST_DRIFT: Final = 0.002


@dataclass(frozen=True, slots=True)
class Edge:
    """A ball's motion near one end of a piece, as a mixture of linear fits.

    Attributes:
        t: Of the edge, seconds.
        sign: +1 for motion after the edge, -1 for motion before it.
        slides: Slide times T, shape (k,).
        weight: Of each fit, shape (k,).
        mean: Parameters P, V, a_roll, a_slide (x and y each), shape (k, 8).
        covariance: Of the parameters, shape (k, 8, 8).
        evidence: Log evidence of the mixture, nats.
        count: Number of samples used.
        stop: One past the last sample of the piece.
        at_rest: Whether the ball lies still on this side.
        stop: One past the last sample of the piece.
    """

    t: float
    sign: int
    slides: FloatArray
    weight: FloatArray
    mean: FloatArray
    covariance: FloatArray
    evidence: float
    count: int
    at_rest: bool
    stop: int

    def state(self, t: float) -> FloatArray:
        """Return x, y, vx, vy at one time, seconds, without their doubt."""
        basis = _state_basis(
            (np.array([t]) - self.t) * self.sign, self.slides, self.sign
        )
        parameters = self.mean.reshape(-1, 4, 2)
        each = basis[:, 0] @ parameters
        return np.asarray(np.tensordot(self.weight, each, 1).ravel())

    def states(self, t: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return position and velocity at times `t`.

        Args:
            t: Seconds, shape (g,).

        Returns:
            Mean x, y, vx, vy of shape (g, 4) and covariance (g, 4, 4).
        """
        basis = _state_basis((t - self.t) * self.sign, self.slides, self.sign)
        k, g = basis.shape[:2]
        full = np.zeros((k, g, 2, 2, 4, 2))
        full[:, :, :, 0, :, 0] = basis
        full[:, :, :, 1, :, 1] = basis
        rows = full.reshape(k, g * 4, 8)
        each = (rows @ self.mean[:, :, None]).reshape(k, g, 4)
        half = (rows @ self.covariance).reshape(k, g, 4, 8)
        within = half @ rows.reshape(k, g, 4, 8).transpose(0, 1, 3, 2)
        mean = np.tensordot(self.weight, each, 1)
        off = (each - mean) * np.sqrt(self.weight)[:, None, None]
        covariance = np.tensordot(self.weight, within, 1)
        covariance += np.matmul(off.transpose(1, 2, 0), off.transpose(1, 0, 2))
        return mean, covariance


def fit_edge(samples: Samples, start: int, stop: int, t_edge: float, sign: int) -> Edge:
    """Fit the motion that begins (sign +1) or ends (sign -1) at `t_edge`.

    Args:
        samples: Of the ball.
        start: First sample of the piece.
        stop: One past its last sample.
        t_edge: Seconds.
        sign: +1: the piece lies after the edge; -1: before it.
    """
    key = (start, stop, t_edge, sign)
    if key not in samples.fits:
        samples.fits[key] = _fitted(samples, start, stop, t_edge, sign)
    return samples.fits[key]


def _fitted(samples: Samples, start: int, stop: int, t_edge: float, sign: int) -> Edge:
    part = slice(start, stop)
    d = (samples.t[part] - t_edge) * sign
    near = d <= max(WINDOW, float(np.sort(d)[min(5, len(d) - 1)]))
    d = d[near]
    basis = _position_basis(d, _SLIDES, sign)
    xy, whitening = samples.xy[part][near], samples.whitening[part][near]
    origin = xy[int(np.argmin(d))]
    mean, covariance, evidence = _solve(basis, xy - origin, whitening)
    mean[:, :2] += origin
    top = float(np.max(evidence))
    weight = np.exp(evidence - top)
    total = float(np.sum(weight))
    keep = weight > 1e-4 * total
    return Edge(
        t_edge,
        sign,
        _SLIDES[keep],
        weight[keep] / float(np.sum(weight[keep])),
        mean[keep],
        covariance[keep],
        top + float(np.log(total / len(weight))),
        len(d),
        at_rest=False,
        stop=stop,
    )


def evidences(
    samples: Samples, pieces: Sequence[tuple[int, int]], sign: int
) -> FloatArray:
    """Return the log evidence of several pieces of motion, for comparing cuts.

    Args:
        samples: Of the ball.
        pieces: First sample and one past the last of each.
        sign: +1: each begins with its edge; -1: it ends with it.
    """
    starts, stops = np.array(pieces, dtype=np.int64).T
    first = starts if sign > 0 else stops - 1
    counts = stops - starts
    order = np.arange(int(counts.max()))
    inside = order < counts[:, None]
    index = first[:, None] + sign * np.where(inside, order, 0)
    d = (samples.t[index] - samples.t[first][:, None]) * sign
    sixth = d[np.arange(len(d)), np.minimum(5, counts - 1)]
    inside &= d <= np.maximum(WINDOW, sixth)[:, None]
    basis = _position_basis(d, _FEW_SLIDES[:, None], sign)
    whitening = samples.whitening[index] * inside[..., None, None]
    off = samples.xy[index] - samples.xy[first][:, None]
    evidence = _solve(basis, off, whitening)[2]
    top = np.max(evidence, axis=0)
    return np.asarray(top + np.log(np.mean(np.exp(evidence - top), axis=0)))


def rest_edge(
    samples: Samples, start: int, stop: int, t_edge: float, sign: int
) -> Edge:
    """Return the edge of a piece in which the ball lies still."""
    part = slice(start, stop)
    d = (samples.t[part] - t_edge) * sign
    near = d <= max(2 * WINDOW, float(np.min(d)))
    precision = samples.precision[part][near]
    total = np.sum(precision, axis=0)
    xy = samples.xy[part][near]
    pull = np.matmul(precision, xy[:, :, None])[:, :, 0]
    position = np.linalg.solve(total, np.sum(pull, axis=0))
    mean = np.zeros((1, 8))
    mean[0, :2] = position
    covariance = np.zeros((1, 8, 8))
    covariance[0, :2, :2] = np.linalg.inv(total)
    covariance[0, 2:4, 2:4] = np.eye(2) * _REST_DRIFT**2
    residual = xy - position
    chi2 = float(np.einsum("ni,nij,nj->", residual, precision, residual))
    one = np.ones(1)
    return Edge(
        t_edge,
        sign,
        np.zeros(1),
        one,
        mean,
        covariance,
        -(chi2 + float(np.log(np.linalg.det(total) * _SIGMA_POSITION**4))) / 2,
        int(np.sum(near)),
        at_rest=True,
        stop=stop,
    )


def _slide_basis(d: FloatArray, slides: FloatArray, sign: int) -> FloatArray:
    """Position per unit of slide acceleration, shape (k, ..., n)."""
    if sign > 0:
        before = np.minimum(d, slides[..., None])
        return np.asarray(
            before * before / 2 + before * np.maximum(d - slides[..., None], 0.0)
        )
    after = _time_in_slide(d, slides)
    return np.asarray(after * after / 2)


def _time_in_slide(d: FloatArray, slides: FloatArray) -> FloatArray:
    """Time between a sample and the end of the slide before the edge, (k, ..., n).

    A slide that lasts up to the edge (T = 0) goes on beyond it.
    """
    t = slides[..., None]
    clipped = np.where(t > 0, np.maximum(d - t, 0.0), d)
    return np.asarray(np.where(t > 1, 0.0, clipped))


def _position_basis(d: FloatArray, slides: FloatArray, sign: int) -> FloatArray:
    """Columns of P, V, a_roll, a_slide for each T, shape (k, ..., n, 4)."""
    basis = np.empty((len(slides), *d.shape, 4))
    basis[..., 0] = 1.0
    basis[..., 1] = d * sign
    basis[..., 2] = d * d / 2
    basis[..., 3] = _slide_basis(d, slides, sign)
    return basis


def _state_basis(d: FloatArray, slides: FloatArray, sign: int) -> FloatArray:
    """Rows of position and velocity for each T and time, shape (k, g, 2, 4)."""
    basis = np.zeros((len(slides), len(d), 2, 4))
    basis[:, :, 0] = _position_basis(d, slides, sign)
    basis[:, :, 1, 1] = 1.0
    basis[:, :, 1, 2] = d * sign
    t = slides[:, None]
    if sign > 0:
        basis[:, :, 1, 3] = np.minimum(d, t)
    else:
        basis[:, :, 1, 3] = -_time_in_slide(d, slides)
    return basis


def _solve(
    basis: FloatArray, y: FloatArray, whitening: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Bayesian linear fits for each T: means, covariances, log evidences.

    Args:
        basis: Shape (k, ..., n, 4).
        y: Metres, shape (..., n, 2).
        whitening: Shape (..., n, 2, 2).
    """
    shape = basis.shape[:-2]
    design = basis[..., None, :, None] * whitening[..., :, None, :]
    design = design.reshape(*shape, -1, 8)
    target = np.matmul(whitening, y[..., None]).reshape(*shape[1:], -1)
    turned = np.swapaxes(design, -1, -2)
    normal = turned @ design + _PRECISION
    right = (turned @ target[..., None])[..., 0]
    covariance = np.linalg.inv(normal)
    covariance = (covariance + np.swapaxes(covariance, -1, -2)) / 2
    mean = (covariance @ right[..., None])[..., 0]
    chi2 = np.sum(target * target, axis=-1) - np.sum(mean * right, axis=-1)
    _, volume = np.linalg.slogdet(normal * _VOLUME)
    return mean, covariance, -(chi2 + volume) / 2
