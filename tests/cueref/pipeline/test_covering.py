from dataclasses import replace

import cv2
import numpy as np
import pytest

from adjudicator.events import Intruder
from cueref.pipeline.covering import CoverWatch, table_view
from cueref.pipeline.intrusions import CoveredFrame, hidden_balls, intrusions
from cueref.pipeline.observing import Observer
from tests.cueref.pipeline.simple_scene import (
    PaintClassifier,
    PaintDetector,
    calibration,
    frame,
    picture,
)
from vision.appearance import Colour
from vision.detections import Detections

HIDDEN, FREE = (0.1, 0.1), (-0.6, -0.2)
BALLS = [(*HIDDEN, Colour.WHITE), (*FREE, Colour.RED)]
SLEEVE = (90, 40, 60)


def with_sleeve(image, xy):
    """Lay a sleeve over the table from the upper edge to a place."""
    u, v = np.round(calibration().uv_from_xy([xy])[0]).astype(int).tolist()
    out = image.copy()
    cv2.line(out, (u + 30, 0), (u, v + 6), SLEEVE, 34, cv2.LINE_AA)
    return out


def at(image, t):
    return frame(round(10 * t), image, 10)


def observed(images, fps=10):
    observer = Observer(calibration(), PaintDetector(), PaintClassifier())
    seen = []
    for index, image in enumerate(images):
        seen += observer.observe(frame(index, image, fps))
    seen += observer.finish()
    return [
        CoveredFrame(one.t, one.observations, one.occlusion)
        for one in seen
        if one.observations is not None
    ]


def test_a_ball_under_a_hand_for_two_seconds_is_hidden_and_not_gone():
    lying = picture(BALLS)
    under = with_sleeve(lying, HIDDEN)
    frames = observed([lying] * 15 + [under] * 20 + [lying] * 15)
    (ball,) = hidden_balls(frames)
    assert ball.came_back
    assert ball.xy == pytest.approx(HIDDEN, abs=0.01)
    assert ball.t_from == pytest.approx(1.5, abs=0.11)
    assert ball.t_to == pytest.approx(3.5, abs=0.11)
    gaps, events = intrusions(frames)
    assert gaps == ()
    assert [event.kind for event in events] == [Intruder.HAND]


def test_a_ball_that_a_sleeve_moved_leaves_a_gap():
    lying = picture(BALLS)
    moved = picture([(HIDDEN[0] - 0.05, HIDDEN[1], Colour.WHITE), BALLS[1]])
    under = [with_sleeve(lying, HIDDEN)] * 4
    after = [with_sleeve(moved, HIDDEN)] * 3
    frames = observed([lying] * 15 + under + after + [moved] * 15)
    (ball,) = hidden_balls(frames)
    assert ball.came_back is False
    gaps, events = intrusions(frames)
    assert [gap.why for gap in gaps] == ["covered"]
    assert [event.kind for event in events] == [Intruder.HAND]


def test_a_camera_that_moves_does_not_tell_until_it_stands():
    watch = CoverWatch(calibration())
    image, none = picture(BALLS), Detections.empty()
    assert watch.look(at(image, 0.0), none).known
    moved = calibration().with_head_end("right")
    watch.follow(moved)
    assert not watch.look(at(image, 0.1), none).known
    watch.follow(moved)
    assert not watch.look(at(image, 0.5), none).known
    assert watch.look(at(image, 0.7), none).known


def test_a_map_that_trembles_is_the_same_view():
    watch = CoverWatch(calibration())
    image, none = picture(BALLS), Detections.empty()
    assert watch.look(at(image, 0.0), none).known
    watch.follow(replace(calibration(), confidence=0.5))
    assert watch.look(at(image, 0.1), none).known


def test_the_cue_comes_out_in_the_table_frame():
    empty = picture([])
    cal = calibration()
    tip, butt = (0.0, 0.05), (0.4, 0.75)
    ends = np.round(cal.uv_from_xy([tip, butt])).astype(int).tolist()
    image = empty.copy()
    cv2.line(image, ends[0], ends[1], (150, 190, 225), 3, cv2.LINE_AA)
    watch = CoverWatch(cal)
    for k in range(3):
        watch.look(at(empty, k / 10), Detections.empty())
    cue = watch.look(at(image, 0.4), Detections.empty()).cue
    assert cue is not None
    assert cue.tip == pytest.approx(tip, abs=0.015)
    way = np.subtract(tip, butt)
    assert cue.direction == pytest.approx(way / np.hypot(*way), abs=0.04)
    assert 0 < cue.sigma[0] < 0.02


def test_the_view_holds_the_pockets_and_the_size_of_a_ball():
    cal = calibration()
    view = table_view(cal)
    assert view.ball_px == pytest.approx(float(cal.radius_px(np.zeros((1, 2)))[0]))
    assert view.ball_px == pytest.approx(cal.table.ball_radius * view.metre_px, rel=0.1)
    assert len(view.pockets_uv) == 6
