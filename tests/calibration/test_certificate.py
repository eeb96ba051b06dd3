from dataclasses import replace

import pytest

from calibration.certificate import Grade, Setup, certify

GOOD = Setup(
    map_error_mm=0.8,
    confidence=0.95,
    fps=59.94,
    exposure_s=1 / 250,
    cloth_light=60.0,
    burnt=0.0,
    mm_per_px=1.6,
    noise_mm=0.2,
)


def test_a_good_setup_is_gold_and_asks_for_nothing() -> None:
    certificate = certify(GOOD)
    assert certificate.grade is Grade.GOLD
    assert not any(check.advice for check in certificate.checks)


@pytest.mark.parametrize(
    ("field", "value", "grade", "advice"),
    [
        ("fps", 29.97, Grade.SILVER, "60 pictures"),
        ("fps", 25.0, Grade.BRONZE, "60 pictures"),
        ("fps", 15.0, Grade.NOT_FIT, "60 pictures"),
        ("exposure_s", 1 / 60, Grade.BRONZE, "1/250 s"),
        ("cloth_light", 15.0, Grade.BRONZE, "raise the lamp"),
        ("mm_per_px", 7.0, Grade.NOT_FIT, "zoom in"),
        ("noise_mm", 1.4, Grade.BRONZE, "less gain"),
        ("map_error_mm", 2.5, Grade.SILVER, "rails"),
        ("confidence", 0.6, Grade.BRONZE, "--corners"),
        ("burnt", 0.05, Grade.BRONZE, "exposure down"),
    ],
)
def test_the_worst_check_decides_and_says_what_to_improve(
    field: str, value: float, grade: Grade, advice: str
) -> None:
    certificate = certify(replace(GOOD, **{field: value}))
    assert certificate.grade is grade
    worst = [check for check in certificate.checks if check.grade is grade]
    assert advice in worst[0].advice


def test_what_was_not_measured_says_why_and_does_not_count() -> None:
    certificate = certify(replace(GOOD, exposure_s=None, noise_mm=None))
    assert certificate.grade is Grade.GOLD
    unknown = [check for check in certificate.checks if check.grade is None]
    assert [check.text for check in unknown] == ["not measured"] * 2
    assert all(check.advice for check in unknown)


def test_as_plain_values_it_keeps_figures_and_limits() -> None:
    data = certify(GOOD).to_json()
    assert data["grade"] == "gold"
    rate = next(check for check in data["checks"] if check["name"] == "frame rate")
    assert rate["figure"] == 59.94
    assert rate["limits"] == {"gold": 58.0, "silver": 29.0, "bronze": 24.0}
