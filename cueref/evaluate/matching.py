"""Which event of an analysis is which event of the truth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.optimize import linear_sum_assignment

from cueref.evaluate.happenings import Happening
from cueref.evaluate.truth import Places

_SAME_BALL: Final = 0.06
"""A ball found within this distance of a true one is that ball, metres."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Events of one kind side by side.

    Attributes:
        pairs: (truth, analysis).
        missed: Truth without a partner.
        extra: Analysis without a partner.
    """

    pairs: tuple[tuple[Happening, Happening], ...]
    missed: tuple[Happening, ...]
    extra: tuple[Happening, ...]


def match_events(truth: Sequence[Happening], seen: Sequence[Happening]) -> Matches:
    """Pair events that tell the same within the time that the truth allows.

    Uncertain truths (`is_sure` false) may be paired but are never missed.

    Args:
        truth: In order of time.
        seen: In order of time.
    """
    free = list(seen)
    pairs: list[tuple[Happening, Happening]] = []
    missed: list[Happening] = []
    for true in sorted(truth, key=lambda event: (not event.is_sure, event.t)):
        near = [
            event
            for event in free
            if true.is_same_as(event) and true.t_from <= event.t <= true.t_to
        ]
        if near:
            best = min(near, key=lambda event: abs(event.t - true.t))
            free.remove(best)
            pairs.append((true, best))
        elif true.is_sure:
            missed.append(true)
    return Matches(tuple(pairs), tuple(missed), tuple(free))


def without_covered(
    contacts: Sequence[Happening], opened: Sequence[Happening]
) -> list[Happening]:
    """Leave out contacts inside a rack whose opening is told as one event.

    Args:
        contacts: Of one side.
        opened: Openings of the other side; the spans of times that count as right may
            belong to either side, and have to meet.
    """
    return [
        contact
        for contact in contacts
        if not any(
            contact.balls <= rack.balls
            and rack.t_from <= contact.t_to
            and contact.t_from <= rack.t_to
            for rack in opened
        )
    ]


def is_alike(name: str, other: str) -> bool:
    """Whether two names are of balls that look the same: `white-3` and `white-9`."""
    kind, _, number = name.rpartition("-")
    return name == other or (kind != "" and number.isdigit() and kind == _kind(other))


def _kind(name: str) -> str:
    kind, _, number = name.rpartition("-")
    return kind if number.isdigit() else name


def pair_balls(truth: Places, seen: Places) -> dict[str, str]:
    """Return the true name of each ball that lies where a true ball lies.

    Args:
        truth: Positions in metres by true name.
        seen: Positions in metres by the name that the analysis gave.
    """
    if not truth or not seen:
        return {}
    true_names, seen_names = list(truth), list(seen)
    a = np.array([truth[name] for name in true_names])
    b = np.array([seen[name] for name in seen_names])
    distance = np.hypot(*(a[:, None, :] - b[None, :, :]).transpose(2, 0, 1))
    rows, columns = linear_sum_assignment(np.minimum(distance, 10 * _SAME_BALL))
    return {
        seen_names[j]: true_names[i]
        for i, j in zip(rows, columns, strict=True)
        if distance[i, j] <= _SAME_BALL
    }


def comparable_name(name: str, pairs: Mapping[str, str], truth: Places) -> str:
    """Return the true name of a ball of the analysis, or one that no true ball has.

    Args:
        name: As the analysis calls the ball.
        pairs: True name of each ball that lies where a true ball lies.
        truth: The true balls.
    """
    return pairs.get(name, f"{name}?" if name in truth else name)


def distances_mm(truth: Places, seen: Places, pairs: Mapping[str, str]) -> list[float]:
    """Return how far each paired ball is from its true place, millimetres.

    Args:
        truth: By true name.
        seen: By the name that the analysis gave.
        pairs: True name of each name of the analysis.
    """
    return [
        1000 * float(np.hypot(xy[0] - true[0], xy[1] - true[1]))
        for name, xy in seen.items()
        if name in pairs and (true := truth.get(pairs[name])) is not None
    ]
