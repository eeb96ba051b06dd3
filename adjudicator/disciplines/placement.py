"""Do the balls that were put back stand where they were to be put?

A wrong place is no foul: it is said, and whoever plays next may have it put right.
"""

from collections.abc import Callable

from adjudicator.balls import Ball
from adjudicator.clause import applies
from adjudicator.phrases import NOT_PUT_BACK, OFF_ITS_PLACE
from adjudicator.shot import Layout
from adjudicator.spotting import itself, misplaced
from adjudicator.state import State
from adjudicator.verdict import Remark


@applies("pool.26.1", "nine.3.4", "eight.13.3", "straight.8")
def spotting_remarks(
    state: State,
    layout: Layout,
    clause_id: str = "pool.26.1",
    alike: Callable[[Ball], object] = itself,
) -> tuple[Remark, ...]:
    """Say which balls were not put back, or not on their places.

    Args:
        state: Before the shot.
        layout: Seen before the shot; an empty one shows nothing.
        clause_id: That says where they belong.
        alike: What of a ball counts; balls for which it is the same stand for each
            other.
    """
    if not state.spots or not layout.balls:
        return ()
    told = []
    for ball, away in misplaced(dict(state.spots), layout.balls, alike):
        if away is None:
            told.append(Remark(NOT_PUT_BACK, {"ball": ball.name, "clause": clause_id}))
            continue
        mm = round(away * 1000)
        words = {"ball": ball.name, "clause": clause_id}
        told.append(Remark(OFF_ITS_PLACE, {**words, "mm": mm}))
    return tuple(told)
