"""Lens and resolution of a place for the camera."""

import json

import pytest

from adjudicator.table import TABLES, TableKind
from cueref.cli import main as cli
from cueref.errors import MountError
from cueref.mounting import LENSES_MM, RAIL, mount, sensor_width_mm

POOL = TABLES[TableKind.POOL_9FT]
FULL_HD = (1920, 1080)


def test_straight_above_the_length_of_the_table_decides() -> None:
    found = mount(POOL, 2.5, FULL_HD)
    wide = 960 / ((POOL.length / 2 + RAIL) / 2.5)
    high = 540 / ((POOL.width / 2 + RAIL) / 2.5)
    assert found.focal_px == pytest.approx(min(wide, high))
    assert found.mm_per_px == pytest.approx((2500 / found.focal_px,) * 2)
    assert found.tilt_deg == 0


def test_twice_the_pixels_are_half_the_millimetres() -> None:
    one, two = mount(POOL, 2.5, FULL_HD), mount(POOL, 2.5, (3840, 2160))
    assert two.mm_per_px[1] == pytest.approx(one.mm_per_px[1] / 2)
    assert two.ball_px == pytest.approx(2 * one.ball_px)


def test_the_lens_on_sale_is_the_longest_that_shows_everything() -> None:
    found = mount(POOL, 2.5, FULL_HD, sensor_mm=5.6)
    assert found.lens in LENSES_MM
    assert found.lens <= found.lens_mm
    assert found.fits
    longer = [one for one in LENSES_MM if one > found.lens]
    assert not mount(POOL, 2.5, FULL_HD, sensor_mm=5.6, lens_mm=longer[0]).fits


def test_a_camera_too_low_for_any_lens_gets_none() -> None:
    found = mount(TABLES[TableKind.PYRAMID_12FT], 0.6, FULL_HD, sensor_mm=5.6)
    assert found.lens is None


def test_beside_the_middle_the_far_corner_is_coarser() -> None:
    found = mount(POOL, 2.0, FULL_HD, aside=0.8)
    assert found.mm_per_px[1] > 1.2 * found.mm_per_px[0]
    assert found.tilt_deg == pytest.approx(21.8, abs=0.1)


def test_advice_names_what_is_wrong() -> None:
    assert mount(POOL, 2.5, (3840, 2160)).advice == ()
    (coarse,) = mount(POOL, 2.5, (640, 360)).advice
    assert "pixels" in coarse
    assert any("slanted" in a for a in mount(POOL, 1.0, (3840, 2160), aside=1.0).advice)


@pytest.mark.parametrize(("name", "width"), [("1/2.8", 5.6), ("5.4", 5.4)])
def test_sensors_go_by_name_or_width(name: str, width: float) -> None:
    assert sensor_width_mm(name) == width


@pytest.mark.parametrize("name", ["1/7", "0", "nan", "huge"])
def test_an_unknown_sensor_is_refused(name: str) -> None:
    with pytest.raises(MountError, match=r"1/2\.8"):
        sensor_width_mm(name)


@pytest.mark.parametrize("height", [0.1, 50.0])
def test_no_camera_hangs_there(height: float) -> None:
    with pytest.raises(MountError):
        mount(POOL, height, FULL_HD)


def test_a_lens_needs_its_sensor() -> None:
    with pytest.raises(MountError, match="--sensor"):
        mount(POOL, 2.5, FULL_HD, lens_mm=2.8)


def test_the_command_prints_lines_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["mount", "--table", "pyramid-12ft", "--height", "3", "--sensor", "1/2.8"]
    assert cli.main(command) == 0
    assert "mm a pixel" in capsys.readouterr().out
    assert cli.main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lens"] in LENSES_MM


def test_an_unknown_table_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["mount", "--table", "ping-pong"]) == 2
    assert "pool-9ft" in capsys.readouterr().err
