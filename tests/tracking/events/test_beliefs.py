"""How far a touch that a replay bears out is believed to have happened."""

import numpy as np
import pytest

from adjudicator.table import TABLES, TableKind
from tracking.events.beliefs import belief_of
from tracking.events.settling import _is_again
from tracking.physics.beats import Beat
from tracking.physics.judgement import Judged
from tracking.physics.walls import walls_of

JAW = next(w for w in walls_of(TABLES[TableKind.POOL_9FT]) if w.is_jaw)
NOSE = next(w for w in walls_of(TABLES[TableKind.POOL_9FT]) if not w.is_jaw)


def judged(wall=None, sigma_t=0.004):
    balls = (0, 1) if wall is None else (0,)
    zeros = np.zeros((len(balls), 2))
    beat = Beat(1.0, balls, wall)
    return Judged(beat, sigma_t, 60.0, 0.5, zeros, zeros, zeros, 1.0, 1.0)


@pytest.mark.parametrize(
    ("one", "least", "most"),
    [
        (judged(sigma_t=0.0004), 0.998, 1.0),
        (judged(), 0.997, 0.9985),
        (judged(NOSE), 0.997, 0.9985),
        (judged(JAW), 0.98, 0.99),
    ],
)
def test_a_touch_beyond_doubt_is_believed_as_often_as_such_touches_happened(
    one, least, most
):
    assert least < belief_of(one) < most


def test_a_second_contact_at_once_is_believed_where_it_is_dated_well():
    assert belief_of(judged(), is_again=True) < 0.75
    assert belief_of(judged(sigma_t=0.0004), is_again=True) > 0.99


def test_a_contact_comes_again_only_after_one_of_the_same_pair():
    first, second = Beat(1.0, (0, 1)), Beat(1.01, (1, 0))
    assert _is_again(second, [first, second])
    assert not _is_again(first, [first, second])
    assert not _is_again(Beat(1.01, (1, 2)), [first])
    assert not _is_again(Beat(1.2, (0, 1)), [first])
    assert not _is_again(Beat(1.01, (0,), NOSE), [Beat(1.0, (0,), NOSE)])
