from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from adjudicator.table import TableGeometry
from calibration import find
from calibration.arrays import Image
from calibration.errors import TableNotFoundError, UncertainTableError
from calibration.find import Candidate, find_table, likeliest
from calibration.lens_images import MeasuredLens
from calibration.pose import Pose
from calibration.second_look import corners_between, is_contradicted
from tests.calibration.pictures import camera_over, picture, pose_over

CAMERA = camera_over(tilt=0.2)
POSE = pose_over(CAMERA)
NEAR, FAR = pose_over(CAMERA, 0.5), pose_over(CAMERA, 9.0)


def half_turned(pose: Pose) -> Pose:
    return replace(pose, rotation=pose.rotation @ np.diag([-1.0, -1.0, 1.0]))


def test_which_long_rail_is_the_first_does_not_matter() -> None:
    assert corners_between(POSE, half_turned(POSE)) == pytest.approx(0.0, abs=1e-9)


def test_looks_that_all_show_the_table_elsewhere_contradict() -> None:
    assert is_contradicted(POSE, [FAR, FAR])
    assert not is_contradicted(POSE, [FAR, NEAR])
    assert not is_contradicted(POSE, [])


def test_no_more_looks_are_taken_than_it_needs() -> None:
    def looks() -> Iterator[Pose]:
        yield NEAR
        pytest.fail("the first look agreed")

    assert not is_contradicted(POSE, looks())


class _Seen:
    """Stands for `likeliest`: the median doubtful, single pictures as they are told."""

    def __init__(self, found: Candidate, single: Pose | None) -> None:
        self.found, self.single, self.calls = found, single, 0

    def __call__(
        self, image: Image, table: TableGeometry, lens: MeasuredLens | None = None
    ) -> Candidate:
        self.calls += 1
        if self.calls == 1:
            return self.found
        if self.single is None:
            raise TableNotFoundError("nothing there")
        return replace(self.found, noses=replace(self.found.noses, pose=self.single))


def _pictures() -> Sequence[Image]:
    return [picture(CAMERA, seed=seed) for seed in range(5)]


@pytest.fixture(name="sure", scope="module")
def found_for_sure() -> Candidate:
    return likeliest(picture(CAMERA), find.TABLES[find.TableKind.POOL_9FT])


@pytest.mark.parametrize(("single", "calls"), [(NEAR, 2), (None, 4)])
def test_a_doubtful_map_is_kept_unless_single_pictures_contradict(
    sure: Candidate, single: Pose | None, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = _Seen(sure, single)
    monkeypatch.setattr(find, "likeliest", seen)
    monkeypatch.setattr(find, "_BEYOND_DOUBT", 1.1)
    assert find_table(_pictures()).confidence == sure.confidence
    assert seen.calls == calls


def test_a_doubtful_map_that_no_single_picture_shows_is_refused(
    sure: Candidate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "likeliest", _Seen(sure, FAR))
    monkeypatch.setattr(find, "_BEYOND_DOUBT", 1.1)
    with pytest.raises(UncertainTableError, match="single pictures"):
        find_table(_pictures())


def test_a_sure_map_and_a_lone_picture_get_no_second_look(
    sure: Candidate, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = _Seen(sure, FAR)
    monkeypatch.setattr(find, "likeliest", seen)
    find_table(_pictures())
    monkeypatch.setattr(find, "_BEYOND_DOUBT", 1.1)
    seen.calls = 0
    find_table(_pictures()[:1])
    assert seen.calls == 1
