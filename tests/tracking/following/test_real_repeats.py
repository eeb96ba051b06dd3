"""The rhythm of repeated pictures in recordings made by others."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tracking.following.repeats import find_repeats

CLIPS = Path(__file__).parents[4] / "shared" / "real" / "clips"

pytestmark = [
    pytest.mark.real,
    pytest.mark.slow,
    pytest.mark.skipif(
        not CLIPS.is_dir(), reason=f"the real recordings are not at {CLIPS}"
    ),
]


def changes(clip):
    (path,) = CLIPS.glob(f"{clip}_*.mp4")
    capture = cv2.VideoCapture(str(path))
    before, found = None, []
    while (read := capture.read())[0]:
        grey = cv2.cvtColor(read[1], cv2.COLOR_BGR2GRAY)
        found.append(0.0 if before is None else cv2.absdiff(grey, before).mean())
        before = grey
    return np.array(found)


@pytest.mark.parametrize(
    ("clip", "repeats"),
    [
        ("05", lambda f: f % 6 == 1),
        ("07", lambda f: f % 6 == 5),
        ("11", lambda f: f % 2 == 1),
        ("13", lambda f: f < 0),
    ],
)
def test_repeats_are_those_that_a_person_found(clip, repeats):
    truth = json.loads((CLIPS / f"{clip}.truth.json").read_text())
    index = np.arange(truth["frames"])
    assert (find_repeats(changes(clip)).is_repeat == repeats(index)).all()
