import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.changes import (
    ChangeGate,
    WatchedRegion,
    disc_box,
    inside,
    inside_any,
    joined,
    overlap,
)

OUTLINE = np.array([[20.0, 20.0], [1180, 20], [1180, 580], [20, 580]])
WATCHED = WatchedRegion((10, 10, 1190, 590), OUTLINE, 12.0)
NOISE = np.random.default_rng(3)


def cloth():
    return np.full((600, 1200), 90, np.uint8)


def with_disc(u, v, level=200):
    image = cloth()
    rows, columns = np.mgrid[:600, :1200]
    image[(columns - u) ** 2 + (rows - v) ** 2 <= 12**2] = level
    return image


def noisy(image):
    return np.clip(image + NOISE.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def gate_after(image):
    gate = ChangeGate(WATCHED)
    gate.measured(gate.small(image))
    return gate


def test_without_a_reference_everything_has_changed():
    gate = ChangeGate(WATCHED)
    assert gate.changed(gate.small(cloth())) is None


def test_noise_of_a_camera_is_no_change():
    gate = gate_after(noisy(with_disc(300, 300)))
    assert gate.changed(gate.small(noisy(with_disc(300, 300)))) == []


def test_a_ball_that_moved_is_within_the_boxes_at_both_places():
    gate = gate_after(with_disc(300, 300))
    boxes = gate.changed(gate.small(with_disc(420, 310)))
    for place in ([300.0, 300.0], [420.0, 310.0]):
        assert any(inside(np.array([place]), box)[0] for box in boxes)


def test_what_happens_beside_the_table_does_not_count():
    gate = gate_after(cloth())
    image = cloth()
    image[10:18, 400:800] = 255
    assert gate.changed(gate.small(image)) == []


def test_a_ball_that_creeps_is_noticed_in_the_end():
    gate = gate_after(with_disc(300, 300))
    noticed = [
        bool(gate.changed(gate.small(with_disc(300 + 0.25 * k, 300)))) for k in range(9)
    ]
    assert not noticed[0]
    assert noticed[-1]


def test_a_place_that_was_measured_has_not_changed_any_more():
    gate = gate_after(with_disc(300, 300))
    grey = gate.small(with_disc(420, 310))
    gate.measured(grey, gate.changed(grey))
    assert gate.changed(grey) == []


def test_a_new_light_changes_everything():
    gate = gate_after(cloth())
    boxes = gate.changed(gate.small(cloth() + 40))
    assert boxes is None or max(b[2] - b[0] for b in boxes) > 1000


def test_what_is_cut_is_taken_in_whole():
    ball = disc_box(np.array([100.0, 100.0]), 10.0)
    boxes = joined([(105.0, 80.0, 160.0, 120.0)], [ball, (300.0, 300.0, 320.0, 320.0)])
    assert len(boxes) == 1
    assert boxes[0][0] == pytest.approx(ball[0])


BOXES = st.lists(
    st.tuples(*[st.floats(0, 90)] * 2, *[st.floats(1, 30)] * 2).map(
        lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
    ),
    max_size=8,
)


@given(BOXES, BOXES)
def test_joined_boxes_are_apart_and_no_ball_is_cut(boxes, balls):
    found = joined(boxes, balls)
    for k, box in enumerate(found):
        assert not any(overlap(box, other) for other in found[k + 1 :])
        for ball in balls:
            whole = box[0] <= ball[0] and box[1] <= ball[1]
            whole &= box[2] >= ball[2] and box[3] >= ball[3]
            assert whole or not overlap(box, ball)
    corners = np.array([box[:2] for box in boxes]).reshape(-1, 2)
    assert inside_any(corners, found).all()
