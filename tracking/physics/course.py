"""What one set of parameters says of a play: residuals of samples and of laws.

The parameters are the cloth's friction (logarithms of both over what is believed), the
state of each ball at the start (its place alone if it lies still), and for each event
its time and the velocity and slip of its balls afterwards.
"""

import itertools
import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from tracking.arrays import FloatArray, IntArray
from tracking.physics.arithmetic import ARRAYS, FLOATS
from tracking.physics.collision_law import (
    Surface,
    Terms,
    contact_terms,
    order_term,
    strike_terms,
    wall_terms,
)
from tracking.physics.flight import GRAVITY, Flight, place_at, state_at
from tracking.physics.play import Meeting, Outset, Play
from tracking.physics.walls import Wall

FRICTION_SIGMA: Final = (0.15, 0.25)
"""Doubt of the logarithms of sliding and rolling friction."""

START_SIGMA: Final = (0.05, 6.0, 1.0)
"""Doubt of a start's place, velocity and, with a share of its speed, slip."""

SPINS: Final = 0.5
"""The share of its speed."""

State: TypeAlias = tuple[float, float, float, float, float, float]
"""Place, velocity and slip: x, y, vx, vy, ux, uy."""


@dataclass(frozen=True, slots=True)
class Course:
    """A play laid out for evaluation.

    Attributes:
        play: The account.
        starts: Where each ball's start stands among the parameters.
        meetings: Where each event stands.
        count: Number of parameters.
        laws: Where the laws of each event begin among all laws.
        surfaces: What each event's ball meets; None at a contact or the strike.
        since: For each event the flights that its balls come with.
        slots: For each ball the flights that it makes, in order.
        spans: Which samples are of which ball.
        times: Sample times of each ball.
        t: Times of all samples, seconds, shape (n,).
        xy: Of all samples, metres, shape (2, n).
        whitening: Of all samples, shape (2, 2, n).
        tightness: Inverse deviations of the laws of the starts, shape (k,).
        start_places: Which parameters these are of, and what is expected, (k,) each.
        expected: What is expected of them, shape (k,).
    """

    play: Play
    starts: tuple[int, ...]
    meetings: tuple[int, ...]
    count: int
    laws: tuple[int, ...]
    surfaces: tuple[Surface[float] | None, ...]
    since: tuple[tuple[int, ...], ...]
    slots: tuple[tuple[int, ...], ...]
    spans: tuple[slice, ...]
    times: tuple[list[float], ...]
    t: FloatArray
    xy: FloatArray
    whitening: FloatArray
    tightness: FloatArray
    start_places: IntArray
    expected: FloatArray


@dataclass(slots=True)
class Run:
    """What one set of parameters gives.

    Attributes:
        samples: Whitened residuals, shape (2 n,): first all of one coordinate.
        laws: Residuals of starts, friction, events, shape (k,).
        log_sigma: Of the densities of the events.
        flights: Every flight: t, x, y, vx, vy, ux, uy, shape (7, f).
        which: Flight of each sample, shape (n,).
        impulse: At each event, m/s.
        before: State of each ball before each event: x, y, vx, vy, ux, uy.
    """

    samples: FloatArray
    laws: FloatArray
    log_sigma: float
    flights: FloatArray
    which: IntArray
    impulse: list[float]
    before: list[list[State]]


def course_of(play: Play) -> Course:
    """Lay out a play."""
    at, starts, meetings = 2, [], []
    for player in play.players:
        starts.append(at)
        at += 2 if player.at_rest else 6
    slots = [[i] for i in range(len(play.players))]
    since, laws, made, row = [], [], len(slots), at
    for meeting in play.meetings:
        meetings.append(at)
        at += 1 + 4 * len(meeting.players)
        laws.append(row)
        row += _law_count(meeting)
        since.append(tuple(slots[i][-1] for i in meeting.players))
        for i in meeting.players:
            slots[i].append(made)
            made += 1
    ends = np.cumsum([0, *(len(player.t) for player in play.players)])
    return Course(
        play,
        tuple(starts),
        tuple(meetings),
        at,
        tuple(laws),
        tuple(_surface(meeting.wall) for meeting in play.meetings),
        tuple(since),
        tuple(tuple(own) for own in slots),
        tuple(slice(int(a), int(b)) for a, b in itertools.pairwise(ends)),
        tuple(player.t.tolist() for player in play.players),
        np.concatenate([player.t for player in play.players]),
        np.concatenate([player.xy for player in play.players]).T.copy(),
        np.concatenate([p.whitening for p in play.players]).transpose(1, 2, 0).copy(),
        *_laws_of_starts(play, starts),
    )


def _law_count(meeting: Meeting) -> int:
    """How many residuals an event has, those of its order in time among them."""
    if len(meeting.players) == 2:
        return 12
    return 5 if meeting.wall is None else 7


def _surface(wall: Wall | None) -> Surface[float] | None:
    if wall is None:
        return None
    x, y = wall.anchor.tolist()
    nx, ny = (0.0, 0.0) if wall.normal is None else wall.normal.tolist()
    arc, jaw = float(wall.normal is None), float(wall.is_jaw)
    return Surface(x, y, nx, ny, wall.radius, arc, jaw, wall.sigma)


def _laws_of_starts(
    play: Play, starts: Sequence[int]
) -> tuple[FloatArray, IntArray, FloatArray]:
    """Inverse deviations, places and expectations of friction and of the starts."""
    tight = [1 / sigma for sigma in FRICTION_SIGMA]
    where, expected = [0, 1], [0.0, 0.0]
    for player, at in zip(play.players, starts, strict=True):
        spread = START_SIGMA[2] + SPINS * math.hypot(*player.start[2:4])
        n = 2 if player.at_rest else 6
        tight += [
            1 / sigma
            for sigma in (
                START_SIGMA[0],
                START_SIGMA[0],
                START_SIGMA[1],
                START_SIGMA[1],
                spread,
                spread,
            )[:n]
        ]
        where += range(at, at + n)
        expected += [float(player.start[0]), float(player.start[1]), 0, 0, 0, 0][:n]
    return np.array(tight), np.array(where, dtype=np.int64), np.array(expected)


def first_theta(play: Play, outset: Outset) -> FloatArray:
    """Return the parameters of a first guess."""
    parts: list[FloatArray] = [np.zeros(2)]
    for player, start in zip(play.players, outset.starts, strict=True):
        parts.append(start[:2] if player.at_rest else start)
    for meeting in outset.meetings:
        parts.append(np.array([meeting.t]))
        parts.append(meeting.after.ravel())
    return np.concatenate(parts)


def frictions(play: Play, theta: Sequence[float]) -> tuple[float, float]:
    """Return the decelerations of a sliding and a rolling ball, m/s^2."""
    return (
        play.physics.sliding * GRAVITY * math.exp(theta[0]),
        play.physics.rolling * GRAVITY * math.exp(theta[1]),
    )


def run_of(course: Course, theta: FloatArray) -> Run:
    """Evaluate one set of parameters."""
    play, values = course.play, theta.tolist()
    cloth = frictions(play, values)
    flights = [_start(course, i, values) for i in range(len(play.players))]
    laws: list[float] = []
    impulse: list[float] = []
    before: list[list[State]] = []
    log_sigma = 0.0
    for k, meeting in enumerate(play.meetings):
        at = course.meetings[k]
        t = values[at]
        states = [state_at(flights[f], t, *cloth, FLOATS) for f in course.since[k]]
        after = [
            values[at + 1 + 4 * n : at + 5 + 4 * n] for n in range(len(meeting.players))
        ]
        terms = _terms(course, k, meeting, states, after)
        laws += terms.residual
        laws += [order_term(t, flights[f].t, FLOATS) for f in course.since[k]]
        log_sigma += 2 * math.log(math.prod(terms.sigma))
        flights += [
            Flight(t, state[0], state[1], *out)
            for state, out in zip(states, after, strict=True)
        ]
        impulse.append(terms.impulse)
        before.append(states)
    rows = np.array([(f.t, f.x, f.y, f.vx, f.vy, f.ux, f.uy) for f in flights]).T
    which = _which(course, rows[0].tolist())
    at_starts = (theta[course.start_places] - course.expected) * course.tightness
    return Run(
        _residuals(course, rows, which, cloth),
        np.concatenate((at_starts, laws)),
        log_sigma,
        rows,
        which,
        impulse,
        before,
    )


def _start(course: Course, i: int, values: list[float]) -> Flight[float]:
    player, at = course.play.players[i], course.starts[i]
    if player.at_rest:
        return Flight(player.t_from, values[at], values[at + 1], 0.0, 0.0, 0.0, 0.0)
    return Flight(player.t_from, *values[at : at + 6])


def _terms(
    course: Course,
    k: int,
    meeting: Meeting,
    states: Sequence[Sequence[float]],
    after: Sequence[Sequence[float]],
) -> Terms[float]:
    play, surface = course.play, course.surfaces[k]
    if len(meeting.players) == 2:
        return contact_terms(states, after, play.radius, play.physics, FLOATS)
    if surface is not None:
        return wall_terms(
            states[0], after[0], surface, play.radius, play.physics, FLOATS
        )
    return strike_terms(after[0], FLOATS)


def _which(course: Course, since: list[float]) -> IntArray:
    """The flight that each sample is of: the last one that began before it."""
    which = np.empty(len(course.t), dtype=np.int64)
    for span, times, own in zip(course.spans, course.times, course.slots, strict=True):
        which[span] = own[0]
        for flight in own[1:]:
            which[span.start + bisect_left(times, since[flight]) : span.stop] = flight
    return which


def _residuals(
    course: Course, flights: FloatArray, which: IntArray, cloth: tuple[float, float]
) -> FloatArray:
    """Whitened residuals of all samples."""
    own, (sliding, rolling) = Flight(*flights[:, which]), np.array(cloth)[:, None]
    x, y = place_at(own, course.t, sliding, rolling, ARRAYS)
    return whitened(course, course.xy - np.array((x, y))).ravel()


def whitened(course: Course, off: FloatArray) -> FloatArray:
    """Return differences of places in standard deviations, shape (2, ..., n)."""
    w = course.whitening
    return np.array(
        (w[0, 0] * off[0] + w[0, 1] * off[1], w[1, 0] * off[0] + w[1, 1] * off[1])
    )
