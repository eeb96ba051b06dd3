"""The certificate: is this camera over this table good enough to call fouls?

Each check has a figure, the limits of gold, silver and bronze, and what to improve. The
certificate is as good as its worst check; what could not be measured is said and does
not count. The limits come from what the extraction of events needs (docs/accuracy.md
and the benchmark of events), each beside its check below.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


class Grade(StrEnum):
    """Grades, the best first."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"
    NOT_FIT = "not fit"

    @property
    def rank(self) -> int:
        """0 for the best."""
        return list(Grade).index(self)


@dataclass(frozen=True, slots=True)
class Setup:
    """What was measured; None where it could not be.

    Attributes:
        map_error_mm: Expected error at the corners of the table.
        confidence: Of the calibration, 0..1.
        fps: Different pictures a second.
        exposure_s: Of one picture, seconds.
        cloth_light: Lightness of the cloth, CIE L*, 0..100.
        burnt: Share of the table's pixels that are as bright as the picture can show.
        mm_per_px: On the table where it is coarsest.
        noise_mm: Standard deviation of a still ball's centre from picture to picture.
    """

    map_error_mm: float
    confidence: float
    fps: float | None
    exposure_s: float | None
    cloth_light: float | None
    burnt: float | None
    mm_per_px: float
    noise_mm: float | None


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the certificate.

    Attributes:
        name: What was checked.
        text: The figure with its unit, for a person.
        figure: The figure; None where it could not be measured.
        limits: Of gold, silver and bronze, in the figure's unit.
        grade: None where it could not be measured.
        advice: What to improve, or why it was not measured; empty for gold.
    """

    name: str
    text: str
    figure: float | None
    limits: tuple[float, float, float]
    grade: Grade | None
    advice: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """The checks and their worst grade."""

    checks: tuple[Check, ...]

    @property
    def grade(self) -> Grade:
        """The worst grade of what was measured."""
        grades = [check.grade for check in self.checks if check.grade is not None]
        return max(grades, key=lambda grade: grade.rank)

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "grade": self.grade.value,
            "checks": [
                {
                    "name": check.name,
                    "figure": None if check.figure is None else round(check.figure, 4),
                    "text": check.text,
                    "limits": dict(
                        zip(("gold", "silver", "bronze"), check.limits, strict=True)
                    ),
                    "grade": None if check.grade is None else check.grade.value,
                    "advice": check.advice,
                }
                for check in self.checks
            ],
        }


@dataclass(frozen=True, slots=True)
class _Rule:
    """A check that is to be made.

    Attributes:
        name: What is checked.
        unit: Printed after the figure; "{}" in it takes the figure.
        limits: Of gold, silver and bronze; a falling row means that more is better.
        advice: What to improve.
        unknown: Why it may not have been measured.
    """

    name: str
    unit: str
    limits: tuple[float, float, float]
    advice: str
    unknown: str = ""


_RULES: Final[Mapping[str, _Rule]] = {
    # A map that is off by 1.5 mm costs nothing measurable, one by 3 mm a rail in a
    # hundred; 5 mm is a fifth of a ball's radius.
    "map_error_mm": _Rule(
        "map of the table",
        "{:.1f} mm at the corners",
        (1.5, 3.0, 5.0),
        "clear the rails of people and things, light them evenly, focus the camera",
    ),
    # The probability that every corner is within 3 mm; from what on a table is
    # accepted is in weights/confidence.json.
    "confidence": _Rule(
        "trust in the map",
        "{:.2f} of 1",
        (0.95, 0.88, 0.5),
        "look at the check picture; give the corners by --corners if it is wrong",
    ),
    # First contact right at 60 fps 99.4 %, at 30 fps 98 %; a 25 fps break is a blur.
    "fps": _Rule(
        "frame rate",
        "{:.0f} different pictures a second",
        (58.0, 29.0, 24.0),
        "set the camera to 60 pictures a second",
        "the source does not say it",
    ),
    # A ball of 3 m/s smears 12, 30 and 60 mm; its ends are known to 8 % of that.
    "exposure_s": _Rule(
        "exposure",
        "1/{inverse:.0f} s",
        (1 / 240, 1 / 95, 1 / 45),
        "shorten the exposure to 1/250 s and raise the light to match",
        "no fast ball was seen: it is measured when one moves",
    ),
    "cloth_light": _Rule(
        "light on the cloth",
        "L* {:.0f} of 100",
        (32.0, 20.0, 12.0),
        "more light on the table, or a wider aperture: raise the lamp or add one",
    ),
    "burnt": _Rule(
        "glare",
        "{percent:.1f} % of the table is burnt out",
        (0.01, 0.03, 0.10),
        "turn the exposure down, or move the lamp out of the mirror direction",
    ),
    # A centre is good to about 0.15 px: 0.4, 0.6 and 0.9 mm.
    "mm_per_px": _Rule(
        "resolution",
        "{:.1f} mm a pixel at the far corner",
        (2.6, 4.0, 6.0),
        "zoom in until the rails fill the picture, or use a camera of more pixels",
    ),
    # F1 of contacts at 60 fps: 0.992 with 0.5 mm, 0.975 with 1 mm, 0.959 with 2 mm.
    "noise_mm": _Rule(
        "noise of a still ball",
        "{:.2f} mm",
        (0.5, 1.0, 2.0),
        "more light and less gain, less compression, a camera that does not shake",
        "no still ball was seen",
    ),
}


def certify(setup: Setup) -> Certificate:
    """Return the certificate of a set-up that was measured."""
    return Certificate(
        tuple(_checked(getattr(setup, key), rule) for key, rule in _RULES.items())
    )


def _checked(figure: float | None, rule: _Rule) -> Check:
    if figure is None:
        return Check(rule.name, "not measured", None, rule.limits, None, rule.unknown)
    grade = _grade(figure, rule.limits)
    text = rule.unit.format(figure, inverse=1 / max(figure, 1e-6), percent=100 * figure)
    advice = "" if grade is Grade.GOLD else rule.advice
    return Check(rule.name, text, figure, rule.limits, grade, advice)


def _grade(figure: float, limits: tuple[float, float, float]) -> Grade:
    more_is_better = limits[0] > limits[-1]
    for grade, limit in zip(Grade, limits, strict=False):
        if figure >= limit if more_is_better else figure <= limit:
            return grade
    return Grade.NOT_FIT
