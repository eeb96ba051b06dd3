"""When the tip struck, even if the ball met another one before the next picture."""

import numpy as np
import pytest

from adjudicator.events import Contact, Strike
from tests.tracking.billiards import DIAMETER, TABLE, path
from tracking.events.extraction import extract_events
from tracking.motion.samples import make_samples
from tracking.motion.strike import StrikeFit, between_pictures

FPS = 60.0


def samples_of(t, x):
    xy = np.stack((x, np.zeros(len(t))), axis=1)
    return make_samples(0, t, xy, np.tile(np.eye(2) * 0.001**2, (len(t), 1, 1)))


def struck_at(t):
    return StrikeFit(0, 0, t, np.array([6.0, 0.0]), np.zeros(2))


@pytest.mark.parametrize("guess", [-0.05, 0.03])
def test_a_fast_strike_lies_between_the_last_still_picture_and_the_next(guess):
    t = np.arange(-0.5, 0.2, 1 / FPS) + 0.003
    x = np.maximum(t, 0.0) * 6.0
    found = between_pictures(struck_at(guess), samples_of(t, x))
    assert found.t == pytest.approx(0.0, abs=0.003)


def test_a_strike_that_already_lies_there_is_left_alone():
    t = np.arange(-0.5, 0.2, 1 / FPS) + 0.003
    strike = struck_at(0.001)
    assert between_pictures(strike, samples_of(t, np.maximum(t, 0) * 6.0)) is strike


def test_a_slow_start_is_not_dated_by_when_it_is_noticed():
    t = np.arange(-0.5, 1.0, 1 / FPS)
    strike = struck_at(0.0)
    assert between_pictures(strike, samples_of(t, np.maximum(t, 0) * 0.05)) is strike


def test_a_contact_one_picture_after_a_hard_strike_is_found():
    speed, gap = 7.0, 0.13
    hit = gap / speed
    x = -0.2 + gap
    cue = path(0, [(0.0, (-0.2, 0.1), (speed, 0.0)), (hit, (x, 0.1), (0.2, 0.0))])
    other = path(
        1,
        [
            (0.0, (x + DIAMETER, 0.1), (0.0, 0.0)),
            (hit, (x + DIAMETER, 0.1), (speed - 0.2, 0.0)),
        ],
        t_end=0.16,
    )
    found = extract_events([cue, other], TABLE, 0, window=(-0.8, 0.16))
    strike = next(e for e in found.events if isinstance(e, Strike))
    contact = next(e for e in found.events if isinstance(e, Contact))
    assert strike.t == pytest.approx(0.0, abs=0.006)
    assert contact.t == pytest.approx(hit, abs=0.006)
