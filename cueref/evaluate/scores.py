"""Scores of one clip and of many: counts that can be added, and what follows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

KINDS: Final = ("contact", "rail", "pocketed", "break_contact", "break_rail")
"""Contacts and rails of a break are counted apart: within a rack they hang on less than
a camera can see, and the opening of the rack is one event."""


@dataclass(frozen=True, slots=True)
class Count:
    """Right, invented and missed.

    Attributes:
        right: In the truth and in the analysis.
        extra: In the analysis only.
        missed: In the truth only.
    """

    right: int = 0
    extra: int = 0
    missed: int = 0

    def plus(self, other: "Count") -> "Count":
        """Return the sum."""
        return Count(
            self.right + other.right,
            self.extra + other.extra,
            self.missed + other.missed,
        )

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None if there is nothing to find."""
        total = 2 * self.right + self.extra + self.missed
        return None if total == 0 else 2 * self.right / total


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    right: int = 0
    of: int = 0

    def plus(self, other: "Share") -> "Share":
        """Return the sum."""
        return Share(self.right + other.right, self.of + other.of)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipScore:
    """How well one clip was analysed.

    Attributes:
        name: Of the clip.
        shots: Shots found.
        events: Count of each kind of `KINDS`.
        first_contact: Shots, breaks left out, whose first contact is right.
        break_first_contact: Breaks whose first contact is right.
        rail_after_contact: Shots for which "a rail after the contact" is right.
        verdicts: Shots ruled as the events of the truth would be ruled.
        called: Rulings that are called, of shots that were none too, and right ones.
        named: Balls that lie where they should and have the right name.
        before_mm: Errors of the places before a shot, millimetres.
        after_mm: Errors of the places after a shot, millimetres.
        times_ms: Errors of the times of contacts and rails, milliseconds.
        remarks: What was missed or invented, one line each.
    """

    name: str
    shots: Count = Count()
    events: Mapping[str, Count] = field(default_factory=dict)
    first_contact: Share = Share()
    break_first_contact: Share = Share()
    rail_after_contact: Share = Share()
    verdicts: Share = Share()
    called: Share = Share()
    named: Share = Share()
    before_mm: tuple[float, ...] = ()
    after_mm: tuple[float, ...] = ()
    times_ms: tuple[float, ...] = ()
    remarks: tuple[str, ...] = ()


def total(scores: Iterable[ClipScore]) -> ClipScore:
    """Return the scores of many clips as one."""
    summed = ClipScore(name="all")
    for score in scores:
        events = {
            kind: summed.events.get(kind, Count()).plus(score.events.get(kind, Count()))
            for kind in KINDS
        }
        summed = ClipScore(
            name="all",
            shots=summed.shots.plus(score.shots),
            events=events,
            first_contact=summed.first_contact.plus(score.first_contact),
            break_first_contact=summed.break_first_contact.plus(
                score.break_first_contact
            ),
            rail_after_contact=summed.rail_after_contact.plus(score.rail_after_contact),
            verdicts=summed.verdicts.plus(score.verdicts),
            called=summed.called.plus(score.called),
            named=summed.named.plus(score.named),
            before_mm=summed.before_mm + score.before_mm,
            after_mm=summed.after_mm + score.after_mm,
            times_ms=summed.times_ms + score.times_ms,
        )
    return summed


def median_and_p95(errors: Sequence[float]) -> tuple[float, float] | None:
    """Return median and 95th percentile of absolute errors; None without any."""
    if not errors:
        return None
    size = np.abs(np.asarray(errors))
    return float(np.median(size)), float(np.percentile(size, 95))


def score_object(score: ClipScore) -> dict[str, Any]:
    """Return the JSON object of a score."""
    return {
        "clip": score.name,
        "shots": _count_object(score.shots),
        **{kind: _count_object(score.events.get(kind, Count())) for kind in KINDS},
        **{
            name: {"right": share.right, "of": share.of}
            for name, share in (
                ("first_contact", score.first_contact),
                ("break_first_contact", score.break_first_contact),
                ("rail_after_contact", score.rail_after_contact),
                ("verdicts", score.verdicts),
                ("called", score.called),
                ("named", score.named),
            )
        },
        "before_mm": _errors_object(score.before_mm),
        "after_mm": _errors_object(score.after_mm),
        "times_ms": _errors_object(score.times_ms),
        "remarks": list(score.remarks),
    }


def _count_object(count: Count) -> dict[str, Any]:
    f1 = count.f1
    return {
        "right": count.right,
        "extra": count.extra,
        "missed": count.missed,
        "f1": None if f1 is None else round(f1, 4),
    }


def _errors_object(errors: Sequence[float]) -> dict[str, Any] | None:
    found = median_and_p95(errors)
    if found is None:
        return None
    return {"median": round(found[0], 3), "p95": round(found[1], 3), "n": len(errors)}
