"""How the residuals of a play change with its parameters.

A flight depends on the one before it through the place where the event between them
happens, so slopes are carried along from flight to flight; each link of that chain
depends on a few numbers only, and is measured by small steps of these.
"""

from dataclasses import fields
from typing import Final

import numpy as np

from tracking.arrays import FloatArray
from tracking.physics.arithmetic import ARRAYS
from tracking.physics.collision_law import (
    ORDER_SIGMA,
    Surface,
    contact_terms,
    strike_terms,
    wall_terms,
)
from tracking.physics.course import Course, Run, frictions, whitened
from tracking.physics.flight import Flight, place_at, state_at

_TIME: Final = 2e-5
_PLACE: Final = 1e-5
_SPEED: Final = 1e-4
_CLOTH: Final = 1e-3
_STATE: Final = np.array([_PLACE] * 2 + [_SPEED] * 4)
_LAUNCH: Final = np.array([_TIME] + [_SPEED] * 4 + [_CLOTH] * 2)
_FIELDS: Final = tuple(field.name for field in fields(Surface))

_MOVED: Final = (0, 3, 4, 5, 6, 7, 8)
"""Of a flight's t, x, y, vx, vy, ux, uy and the cloth's two: all but the place."""


def slopes_of(course: Course, theta: FloatArray, run: Run) -> FloatArray:
    """Return the derivatives of samples and laws, shape (2 n + k, parameters)."""
    laws = np.zeros((len(run.laws), course.count))
    starts = len(course.start_places)
    laws[np.arange(starts), course.start_places] = course.tightness
    launches = _launches(course, theta, run, laws, starts)
    return np.concatenate((_of_samples(course, theta, run, launches), laws))


def _launches(
    course: Course, theta: FloatArray, run: Run, laws: FloatArray, row: int
) -> FloatArray:
    """Slopes of every flight's nine numbers, shape (f, 9, parameters).

    The rows of the events are written into `laws` on the way.
    """
    out = np.zeros((run.flights.shape[1], 9, course.count))
    out[:, 7, 0] = out[:, 8, 1] = 1.0
    for i, player in enumerate(course.play.players):
        at = course.starts[i]
        n = 2 if player.at_rest else 6
        out[i, range(1, 1 + n), range(at, at + n)] = 1.0
    links = _links(course, theta, run)
    gains = _gains(course, theta, run)
    made, link = len(course.play.players), 0
    for k, meeting in enumerate(course.play.meetings):
        at, gain = course.meetings[k], gains[k]
        n, size = len(meeting.players), len(gain)
        for p, flight in enumerate(course.since[k]):
            state = links[link] @ out[flight]
            state[:, at] -= links[link][:, 0]
            own = slice(at + 1 + 4 * p, at + 5 + 4 * p)
            laws[row : row + size] += gain[:, 6 * p : 6 * p + 6] @ state
            laws[row : row + size, own] += gain[:, 6 * n + 4 * p : 6 * n + 4 * p + 4]
            if theta[at] < run.flights[0, flight]:
                laws[row + size + p, at] += 1 / ORDER_SIGMA
                laws[row + size + p] -= out[flight, 0] / ORDER_SIGMA
            out[made, 0, at] = 1.0
            out[made, 1:3] = state[:2]
            out[made, range(3, 7), range(own.start, own.stop)] = 1.0
            made, link = made + 1, link + 1
        row += size + n
    return out


def _stepped(
    values: FloatArray, which: tuple[int, ...], steps: FloatArray
) -> FloatArray:
    """Return numbers (r, n) unchanged and with each of some moved, (r, 1 + k, n)."""
    out = np.repeat(values[:, None], 1 + len(which), axis=1)
    out[which, range(1, 1 + len(which))] += steps[:, None]
    return out


def _links(course: Course, theta: FloatArray, run: Run) -> FloatArray:
    """How the state before each event depends on the flight to it, (links, 6, 9)."""
    flights = [f for since in course.since for f in since]
    if not flights:
        return np.empty((0, 6, 9))
    times = [course.meetings[k] for k, since in enumerate(course.since) for _ in since]
    numbers = _with_cloth(theta, run.flights[:, flights])
    moved = _stepped(numbers, _MOVED, _LAUNCH)
    cloth = _cloth(course, moved)
    t = np.broadcast_to(theta[times], moved.shape[1:])
    states = np.array(state_at(Flight(*moved[:7]), t, *cloth, ARRAYS))
    out = np.zeros((len(flights), 6, 9))
    change = (states[:, 1:] - states[:, :1]) / _LAUNCH[:, None]
    out[:, :, _MOVED] = change.transpose(2, 0, 1)
    out[:, 0, 1] = out[:, 1, 2] = 1.0
    return out


def _with_cloth(theta: FloatArray, flights: FloatArray) -> FloatArray:
    """The flights with the logarithms of friction below, shape (9, n)."""
    logs = np.broadcast_to(theta[:2, None], (2, flights.shape[1]))
    return np.concatenate((flights, logs))


def _cloth(course: Course, numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
    sliding, rolling = frictions(course.play, (0.0, 0.0))
    return sliding * np.exp(numbers[7]), rolling * np.exp(numbers[8])


def _gains(course: Course, theta: FloatArray, run: Run) -> list[FloatArray]:
    """How each event's laws depend on states before and after, (laws, numbers) each."""
    kinds: dict[str, list[int]] = {"contact": [], "wall": [], "strike": []}
    for k, meeting in enumerate(course.play.meetings):
        is_wall = course.surfaces[k] is not None
        contact = len(meeting.players) == 2
        kinds["contact" if contact else "wall" if is_wall else "strike"].append(k)
    out: list[FloatArray] = [np.empty(0)] * len(course.meetings)
    for kind, events in kinds.items():
        if not events:
            continue
        n = 2 if kind == "contact" else 1
        numbers = np.array([_numbers(course, theta, run, k) for k in events]).T
        steps = np.concatenate((np.tile(_STATE, n), np.full(4 * n, _SPEED)))
        moved = _stepped(numbers, tuple(range(10 * n)), steps)
        residual = np.array(_law(course, kind, events, moved))
        change = (residual[:, 1:] - residual[:, :1]) / steps[:, None]
        for i, k in enumerate(events):
            out[k] = change[:, :, i]
    return out


def _numbers(course: Course, theta: FloatArray, run: Run, k: int) -> list[float]:
    """States before an event and what its balls do afterwards."""
    at, before = course.meetings[k] + 1, run.before[k]
    after = theta[at : at + 4 * len(before)].tolist()
    return [*(value for state in before for value in state), *after]


def _law(
    course: Course, kind: str, events: list[int], numbers: FloatArray
) -> tuple[FloatArray, ...]:
    radius, physics = course.play.radius, course.play.physics
    parts = list(numbers)
    if kind == "contact":
        before, after = (parts[:6], parts[6:12]), (parts[12:16], parts[16:])
        return contact_terms(before, after, radius, physics, ARRAYS).residual
    if kind == "strike":
        return strike_terms(parts[6:], ARRAYS).residual
    walls = (course.surfaces[k] for k in events)
    numbers_of = np.array(
        [[getattr(wall, name) for name in _FIELDS] for wall in walls]
    ).T
    surface = Surface(*numbers_of)
    return wall_terms(parts[:6], parts[6:], surface, radius, physics, ARRAYS).residual


def _of_samples(
    course: Course, theta: FloatArray, run: Run, launches: FloatArray
) -> FloatArray:
    """Slopes of the samples' residuals, shape (2 n, parameters)."""
    n = len(course.t)
    numbers = _with_cloth(theta, run.flights[:, run.which])
    moved = _stepped(numbers, _MOVED, _LAUNCH)
    t = np.broadcast_to(course.t, moved.shape[1:])
    place = np.array(place_at(Flight(*moved[:7]), t, *_cloth(course, moved), ARRAYS))
    slope = np.zeros((2, 9, n))
    slope[:, _MOVED] = (place[:, 1:] - place[:, :1]) / _LAUNCH[:, None]
    slope[0, 1] = slope[1, 2] = 1.0
    turned = -whitened(course, slope).transpose(0, 2, 1)
    out = np.zeros((2, n, course.count))
    ends = np.flatnonzero(np.diff(run.which, append=-1)) + 1
    first = 0
    for last in ends.tolist():
        out[:, first:last] = turned[:, first:last] @ launches[run.which[first]]
        first = last
    return out.reshape(2 * n, course.count)
