"""A table that was found before is known again at once, where it was or near."""

import numpy as np
import pytest

from adjudicator.balls import Discipline
from cueref.calibrated_view import CalibratedView
from cueref.live import finding, known_tables
from cueref.live.finding import TableFinder
from cueref.live.known_tables import KnownTables
from cueref.live.options import WatchOptions
from tests.cueref.pipeline.simple_scene import SIZE, calibration, frame, picture
from vision.appearance import Colour

OPTIONS = WatchOptions(game=Discipline.NINE_BALL)
BALLS = [(0.1, 0.1, Colour.WHITE), (-0.4, 0.2, Colour.RED)]
OTHERS = [(0.5, -0.3, Colour.RED)]


@pytest.fixture
def known(tmp_path):
    known = KnownTables(tmp_path / "tables", "/dev/video0", OPTIONS)
    known.keep(CalibratedView(calibration(), picture(BALLS)))
    return known


def test_a_table_is_where_it_was_whatever_lies_on_it(known):
    found = known.recall(picture(OTHERS))
    np.testing.assert_allclose(found.calibration.corners_uv, calibration().corners_uv)


def test_a_camera_that_was_touched_is_followed(known):
    found = known.recall(picture(BALLS, shift=(5, 3)))
    moved = found.calibration.corners_uv - calibration().corners_uv
    np.testing.assert_allclose(moved, np.tile([5, 3], (4, 1)), atol=0.5)


def test_another_view_is_not_taken_for_it(known):
    noise = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)
    assert known.recall(noise) is None
    assert known.recall(picture(BALLS)[:180]) is None


def test_another_source_or_another_choice_is_another_table(known, tmp_path):
    folder = tmp_path / "tables"
    other = WatchOptions(game=Discipline.NINE_BALL, head="right")
    assert KnownTables(folder, "/dev/video1", OPTIONS).recall(picture(BALLS)) is None
    assert KnownTables(folder, "/dev/video0", other).recall(picture(BALLS)) is None


def test_what_is_kept_names_no_address(tmp_path):
    known = KnownTables(tmp_path, "rtsp://club:secret@camera/1", OPTIONS)
    known.keep(CalibratedView(calibration(), picture(BALLS)))
    text = "".join(f"{p.name} {p.read_bytes()!r}" for p in tmp_path.iterdir())
    assert "secret" not in text


def test_a_broken_memory_is_none(known, tmp_path):
    for path in (tmp_path / "tables").iterdir():
        path.write_bytes(b"\x00 broken")
    assert known.recall(picture(BALLS)) is None


def test_the_table_not_seen_for_longest_makes_room(tmp_path, monkeypatch):
    monkeypatch.setattr(known_tables, "_KEPT", 2)
    for n in range(4):
        known = KnownTables(tmp_path, f"/dev/video{n}", OPTIONS)
        known.keep(CalibratedView(calibration(), picture(BALLS)))
    assert len(list(tmp_path.iterdir())) == 4
    assert known.recall(picture(BALLS)) is not None


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("in the way")
    known = KnownTables(tmp_path / "file", "/dev/video0", OPTIONS)
    known.keep(CalibratedView(calibration(), picture(BALLS)))
    assert known.recall(picture(BALLS)) is None


def test_the_finder_searches_once_and_remembers(tmp_path, monkeypatch):
    searched = []

    def found(images, _options):
        searched.append(len(images))
        return CalibratedView(calibration(), picture(BALLS))

    monkeypatch.setattr(finding, "calibrated_view", found)
    options = WatchOptions(game=Discipline.NINE_BALL, known_tables=tmp_path)
    for _ in range(2):
        finder = TableFinder(options, "/dev/video0")
        frames = (frame(k, picture(OTHERS)) for k in range(60))
        assert any(finder.update(one) is not None for one in frames)
    assert searched == [5]
