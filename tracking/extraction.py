"""Events of one shot from the paths of its balls."""

from collections.abc import Sequence

from adjudicator.events import Intrusion
from adjudicator.shot import Gap
from adjudicator.table import TableGeometry
from tracking.extraction_result import Extraction
from tracking.path import BallPath


def extract_events(
    paths: Sequence[BallPath],
    table: TableGeometry,
    cue_key: int | None = None,
    *,
    window: tuple[float, float] | None = None,
    not_seen: Sequence[Gap] = (),
    intrusions: Sequence[Intrusion] = (),
) -> Extraction:
    """Find what happened on one shot.

    Args:
        paths: Every ball seen over the shot's window, at most one path a ball.
        table: Noses, pockets and ball radius.
        cue_key: The cue ball; None if any ball can be (pyramid): then the first
            ball to start is taken.
        window: First and last time that pictures cover, seconds; None takes the
            first and last sighting of any ball.
        not_seen: Stretches in which pictures are missing or the table is covered.
        intrusions: Hands and cues over the table, as far as known.
    """
    del table, window, not_seen, intrusions
    t_end = max((float(path.t[-1]) for path in paths if len(path)), default=0.0)
    return Extraction(cue_key=cue_key, t_end=t_end)
