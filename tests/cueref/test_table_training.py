"""What the networks that find a table learn from; the learning itself needs torch."""

from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from calibration.edge_network import PIECES, RAILS
from calibration.locating import HEIGHT, WIDTH
from calibration.rail_windows import COLUMNS, INSIDE
from calibration.rectangle import SeenRectangle
from cueref.table_training import windows
from cueref.table_training.collecting import collect, load
from cueref.table_training.pictures import STORED, drawn, table_picture
from cueref.table_training.scenes import table_recording, table_scene
from cueref.table_training.windows import labelled_rails, recoloured
from vision.synthesis.camera import Camera
from vision.synthesis.camera_looks import draw_camera

TABLE = TABLES[TableKind.POOL_9FT]


@pytest.fixture
def camera() -> Camera:
    rng = np.random.default_rng(4)
    return draw_camera(rng, 3, TABLE, size=(640, 360), cut=False)


def painted(camera: Camera) -> np.ndarray:
    """Return a picture that is white on the playing surface, black elsewhere."""
    v, u = np.mgrid[0:360, 0:640]
    uv = np.stack((u, v), axis=-1).reshape(-1, 2).astype(np.float64)
    xy = np.abs(camera.xy_from_uv(uv, TABLE.nose_height))
    inside = (xy < np.array([TABLE.length, TABLE.width]) / 2).all(axis=1)
    grey = np.where(inside, 255, 0).astype(np.uint8).reshape(360, 640)
    return np.repeat(grey[..., None], 3, axis=2)


def test_the_map_of_the_surface_lies_on_the_surface(camera: Camera) -> None:
    found = table_picture(painted(camera), camera, TABLE)
    assert found.image_bgr.shape == (STORED[1], STORED[0], 3)
    wrong = (found.image_bgr[..., 0] > 127) != (found.inside > 127)
    assert wrong.mean() < 0.01


def test_a_drawn_picture_and_its_maps_move_together(camera: Camera) -> None:
    picture = table_picture(painted(camera), camera, TABLE)
    given, maps = drawn(np.random.default_rng(0), picture)
    assert given.shape == (3, HEIGHT, WIDTH)
    light = given.mean(axis=0)[::2, ::2]
    bright = light > (light.min() + light.max()) / 2
    assert ((maps[0] > 0.5) != bright).mean() < 0.08


def test_the_nose_is_labelled_where_the_surface_ends(camera: Camera) -> None:
    rng = np.random.default_rng(2)
    rails = labelled_rails(rng, painted(camera), camera, TABLE)
    assert rails is not None
    ends = (rails.image_bgr[..., 0] > 127).sum(axis=2) - 0.5
    assert np.abs(ends - rails.column).max() < 2.5
    assert rails.column.shape == (RAILS, PIECES)
    assert np.abs(rails.column - INSIDE * COLUMNS).max() < 0.45 * COLUMNS


def test_a_rail_knows_from_which_side_it_is_seen(camera: Camera) -> None:
    rng = np.random.default_rng(2)
    rails = labelled_rails(rng, painted(camera), camera, TABLE)
    assert rails is not None
    high = camera.position[2] - TABLE.nose_height
    half = np.array([TABLE.length, TABLE.width]) / 2
    over = np.concatenate((camera.position[:2] - half, -camera.position[:2] - half))
    assert np.sort(rails.view[:, 0]) == pytest.approx(np.sort(over / high), abs=1e-5)


def test_a_rail_out_of_its_window_has_no_label(
    camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = windows._disturbed

    def far(*given: Any) -> tuple[SeenRectangle, float]:
        seen, width = near(*given)
        middle = seen.corners.mean(axis=0)
        return SeenRectangle(middle + (seen.corners - middle) / 2, seen.lens), width

    monkeypatch.setattr(windows, "_disturbed", far)
    rng = np.random.default_rng(2)
    rails = labelled_rails(rng, painted(camera), camera, TABLE)
    assert rails is not None
    assert np.isnan(rails.column).all()


def test_a_shifted_window_keeps_its_label_right(camera: Camera) -> None:
    rng = np.random.default_rng(2)
    rails = labelled_rails(rng, painted(camera), camera, TABLE)
    assert rails is not None
    changed = recoloured(np.random.default_rng(5), rails)
    light = changed.image_bgr[..., 0]
    middle = (light.min() + light.max()) / 2
    ends = (light > middle).sum(axis=2) - 0.5
    assert np.abs((ends - changed.column).mean(axis=1)).max() < 1.5


@pytest.mark.slow
def test_examples_are_rendered_once_and_read_as_they_were_written(
    tmp_path: Path,
) -> None:
    collect(tmp_path, range(610_080, 610_082))
    (part,) = tmp_path.iterdir()
    written = part.stat().st_mtime_ns
    collect(tmp_path, range(610_080, 610_082))
    assert part.stat().st_mtime_ns == written
    examples = load(tmp_path)
    assert examples.picture(1).image_bgr.shape == (STORED[1], STORED[0], 3)
    assert examples.noses(0).image_bgr.shape == (RAILS, PIECES, COLUMNS, 3)
    assert len(examples.nose_column) == len(examples.nose_bgr)
    assert examples.borders(0).view.shape == (RAILS, 3)
    with pytest.raises(FileNotFoundError, match="collect some first"):
        load(tmp_path / "elsewhere")


def test_a_recording_begins_with_the_scene_and_shows_the_same_table() -> None:
    size = (320, 180)
    pictures = list(islice(table_recording(7, size=size), 5))
    first = table_scene(7, size=size)
    assert np.array_equal(pictures[0].image_bgr, first.image_bgr)
    assert all(np.array_equal(p.corners_uv, first.corners_uv) for p in pictures)
    changed = [
        np.abs(a.image_bgr.astype(int) - b.image_bgr).max(axis=2) > 40
        for a, b in pairwise(pictures)
    ]
    shares = [float(each.mean()) for each in changed]
    assert max(shares) > 0.01, "nobody moves"
    assert max(shares) < 0.4, "more than people moves"
