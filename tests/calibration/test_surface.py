from dataclasses import replace

import numpy as np

from calibration.locating import locate, read_picture
from calibration.surface import seen_by_network
from tests.calibration.pictures import camera_over, picture

IMAGE = picture(camera_over(tilt=0.1))


def test_the_network_sees_the_table_that_it_located_and_no_other() -> None:
    reading = read_picture(IMAGE)
    pose = locate(reading, 2.0)[0]
    right = seen_by_network(reading, pose)
    away = replace(pose, translation=pose.translation + np.array([0.6, 0.3, 0]))
    wrong = seen_by_network(reading, away)
    assert right.overlap > 0.85
    assert wrong.overlap < 0.7
    assert right.corners > wrong.corners
