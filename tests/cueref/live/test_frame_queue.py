from fractions import Fraction

import numpy as np

from cueref.live.frame_queue import Captured, FrameQueue, Lost
from cueref.live.messages import Cause
from vision.frames import Frame


def picture(index):
    image = np.zeros((4, 4, 3), np.uint8)
    return Captured(Frame(index, index / 30, image, index, Fraction(1, 30)), 0.0)


def test_the_oldest_picture_makes_room_and_is_counted():
    queue = FrameQueue(3)
    for index in range(5):
        queue.put(picture(index))
    assert queue.dropped == 2
    assert [queue.take(0).frame.index for _ in range(3)] == [2, 3, 4]


def test_a_loss_is_never_dropped():
    queue = FrameQueue(2)
    queue.put(Lost(Cause.NO_PICTURES, "gone"))
    for index in range(5):
        queue.put(picture(index))
    assert isinstance(queue.take(0), Lost)


def test_an_empty_queue_gives_nothing_in_time():
    assert FrameQueue(2).take(0.01) is None
