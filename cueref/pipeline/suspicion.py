"""Changes of motion that nothing explains: somebody touched the ball, but who?

A ball does not change its motion by itself. Where no cause was found, the likeliest,
a touch by the cue ball or by its nearest neighbour, is handed to the rules as doubtful,
so that a person is asked instead of a foul being called on what was not understood.
"""

from typing import Final

import numpy as np

from adjudicator.events import Contact
from tracking.extraction_result import Extraction, Unexplained
from tracking.naming import ball_of_key

_CLEAR_JUMP: Final = 0.1
"""Smaller unexplained changes of velocity are noise, m/s."""

_BELIEF: Final = 0.49


def suspected(extraction: Extraction) -> tuple[Contact, ...]:
    """Return a doubtful contact for each change of motion without a cause."""
    found = []
    for jump in extraction.unexplained:
        if float(np.hypot(*jump.jump)) < _CLEAR_JUMP:
            continue
        other = _suspect(extraction, jump)
        if other is not None:
            first, second = sorted((jump.key, other))
            balls = ball_of_key(first), ball_of_key(second)
            found.append(Contact(t=jump.t, balls=balls, confidence=_BELIEF))
    return tuple(found)


def _suspect(extraction: Extraction, jump: Unexplained) -> int | None:
    """Return who may have touched the ball: the cue ball, or the nearest to it."""
    if extraction.cue_key is not None and extraction.cue_key != jump.key:
        return extraction.cue_key
    t = np.array([jump.t])
    places = {path.key: path.states(t)[0][0] for path in extraction.fitted}
    own = places.pop(jump.key, None)
    if own is None:
        return None
    near = {
        key: float(np.hypot(*(place - own)))
        for key, place in places.items()
        if np.isfinite(place).all()
    }
    return min(near, key=lambda key: near[key], default=None)
