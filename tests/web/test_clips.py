"""Pictures are kept within bounds, and a decisive moment becomes slow motion."""

import io
import threading
from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import pytest

from adjudicator.balls import Ball
from cueref.records import track_rows
from cueref.store.media import Media
from cueref.store.rows import MatchRow
from cueref.store.store import Store
from cueref.web.album import Album, image_of, small_jpeg
from cueref.web.clips import SLOWER, Keeper, ToKeep, slow_clip


def grey(level: int, size: tuple[int, int] = (720, 1280)) -> np.ndarray:
    return np.full((*size, 3), level, np.uint8)


@pytest.fixture
def media(tmp_path: Path) -> Iterator[Media]:
    store = Store(tmp_path / "m.db")
    with store.transaction() as writing:
        writing.add_match(MatchRow(id="m1", game="nine-ball", setup={}, started_at=0.0))
    yield Media(store)
    store.close()


def filled(seconds: float = 4.0, fps: int = 25) -> Album:
    album = Album()
    for index in range(int(seconds * fps)):
        album.put(index / fps, grey(index % 200))
    return album


def test_the_oldest_pictures_make_room() -> None:
    size = len(small_jpeg(grey(9)))
    album = Album(limit_bytes=10 * size)
    for index in range(50):
        album.put(index / 25, grey(9))
    kept = album.between(0, 99)
    assert len(kept) == 10
    assert album.newest is not None
    assert album.newest.t == kept[-1].t == 49 / 25


def test_pictures_are_made_smaller() -> None:
    album = Album()
    album.put(0.0, grey(50))
    album.put(1.0, grey(50, (200, 300)))
    sizes = [image_of(picture).shape[:2] for picture in album.between(0, 1)]
    assert sizes == [(360, 640), (200, 300)]


def test_a_clock_that_begins_anew_begins_a_new_album() -> None:
    album = filled(1.0)
    album.put(0.0, grey(7))
    assert len(album.between(0, 99)) == 1


def test_a_clip_runs_slower() -> None:
    mp4 = slow_clip(filled().between(1.0, 2.0))
    assert mp4 is not None
    with av.open(io.BytesIO(mp4)) as video:
        times = [float(frame.time) for frame in video.decode(video=0)]
    assert len(times) == 26
    assert times[-1] - times[0] == pytest.approx(SLOWER * 1.0, abs=0.02)


def test_there_is_no_clip_of_nothing() -> None:
    assert slow_clip([]) is None
    assert slow_clip(filled().between(0, 0)) is None


def test_tracks_and_clip_of_a_shot_are_stored_behind_the_games_back(
    media: Media,
) -> None:
    told = threading.Event()
    keeper = Keeper(media, filled(), lambda _match, _shot: told.set())
    rows = track_rows([0, 1], [1.0, 1.1], np.array([[0.0, 0.0], [0.1, 0.0]]))
    keeper.keep(ToKeep("m1", 1, 2.0, 100.0, {Ball("3"): rows}))
    assert told.wait(30)
    keeper.close()
    assert media.shots_with_clips("m1") == {1}
    np.testing.assert_allclose(media.tracks("m1", 1)[Ball("3")].t, [101.0, 101.1])


def test_a_shot_that_no_picture_shows_has_no_clip(media: Media) -> None:
    keeper = Keeper(media, Album(), lambda _match, _shot: None)
    keeper.keep(ToKeep("m1", 1, 2.0, 0.0, {}))
    keeper.close()
    assert media.shots_with_clips("m1") == frozenset()
