import numpy as np

from cueref.evaluate.truth import _in_first_picture

SQUARE = [[100.0, 50.0], [500.0, 50.0], [500.0, 250.0], [100.0, 250.0]]


def test_labels_of_a_moving_camera_are_brought_back_to_its_first_picture():
    moved = [[u + 30, v - 8] for u, v in SQUARE]
    corners = {"0": SQUARE, "60": moved, "120": SQUARE}
    found = _in_first_picture(np.array([[230.0, 92.0]]), corners, 58)
    assert np.allclose(found, [[200.0, 100.0]], atol=1e-6)
