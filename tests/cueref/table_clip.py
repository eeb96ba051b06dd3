"""A small recording, its calibration and shots, without any detector."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from adjudicator.balls import CUE_BALL, Ball, Discipline
from adjudicator.events import (
    Contact,
    Pocketed,
    PocketName,
    Point,
    Rail,
    RailTouch,
    Strike,
)
from adjudicator.shot import Layout, Shot
from adjudicator.table import TABLES, TableKind
from calibration.four_corners import calibrate_from_corners
from calibration.store import save_table
from calibration.table_calibration import TableCalibration
from cueref.match_file import MatchInfo
from cueref.options import AnalysisOptions
from cueref.records import ShotRecord, track_rows
from cueref.referee import Referee
from cueref.report.page import report_page
from tests.vision.clips import write_clip
from vision.frames import Frame

SIZE = (320, 180)
CORNERS = [(20.0, 20.0), (300.0, 20.0), (300.0, 160.0), (20.0, 160.0)]
ONE, TWO, NINE = Ball("1"), Ball("2"), Ball("9")


def calibration() -> TableCalibration:
    """A nine-foot table that fills the picture, head rail on the left."""
    return calibrate_from_corners(CORNERS, SIZE, TABLES[TableKind.POOL_9FT], "left")


def options(folder: Path, **changes: object) -> AnalysisOptions:
    """Options with a stored table, so that no table need be found."""
    save_table(calibration(), folder / "table.json")
    plain = AnalysisOptions(
        game=Discipline.NINE_BALL, out=folder / "out", table=folder / "table.json"
    )
    return replace(plain, **changes)


def clip(folder: Path, frames: int = 60, **kind: object) -> Path:
    """A recording of 25 pictures a second with nothing in it."""
    return write_clip(folder / "match.mp4", frames=frames, size=SIZE, **kind)


def shot(number: int = 1, start: float = 0.4, *, pot: bool = True) -> Shot:
    """The cue ball hits the 1 into a pocket, or leaves it without a rail."""
    t = start
    before = Layout(
        {
            CUE_BALL: Point(-0.6, 0.0),
            ONE: Point(0.4, 0.1),
            TWO: Point(0.8, -0.4),
            NINE: Point(0.9, 0.5),
        }
    )
    meet = (Point(0.345, 0.09), Point(0.4, 0.1))
    events: list[object] = [
        Strike(t=t, ball=CUE_BALL, direction=Point(1.0, 0.1), speed=2.5),
        Contact(t=t + 0.4, balls=(CUE_BALL, ONE), xy=meet, confidence=0.99),
    ]
    after = dict(before.balls) | {CUE_BALL: Point(0.3, 0.0)}
    if pot:
        rail = Point(0.5, 0.606)
        events.append(RailTouch(t=t + 0.5, ball=CUE_BALL, rail=Rail.LEFT, xy=rail))
        events.append(Pocketed(t=t + 0.7, ball=ONE, pocket=PocketName.FOOT_LEFT))
        del after[ONE]
    return Shot(
        number=number,
        t_start=t,
        t_end=t + 1.0,
        frame_start=round(t * 25),
        frame_end=round((t + 1) * 25),
        cue_ball=CUE_BALL,
        before=before,
        after=Layout(after),
        events=tuple(events),  # type: ignore[arg-type]
    )


def record(of: Shot) -> ShotRecord:
    """The shot with a straight track of each ball, 25 rows a second."""
    t = np.arange(of.t_start, of.t_end, 0.04)
    tracks = {}
    for ball, start in of.before.balls.items():
        end = of.after.balls.get(ball, Point(1.25, 0.62))
        share = np.linspace(0, 1, len(t))[:, None]
        xy = np.array(start) * (1 - share) + np.array(end) * share
        tracks[ball] = track_rows(np.round(t * 25).astype(int), t, xy)
    return ShotRecord(of, tracks)


class FakePipeline:
    """Hands out given shots once their frames have passed."""

    def __init__(self, *shots: Shot, warning: str | None = None) -> None:
        self.shots = shots
        self.warning = warning
        self.seen = 0

    def __call__(
        self,
        frames: Iterable[Frame],
        calibration: TableCalibration,
        discipline: Discipline,
        *,
        view_bgr: object = None,
        model: Path | None,
        warn: Callable[[str], None],
    ) -> Iterator[ShotRecord]:
        if self.warning is not None:
            warn(self.warning)
        waiting = list(self.shots)
        for frame in frames:
            self.seen += 1
            while waiting and waiting[0].t_end <= frame.t:
                yield record(waiting.pop(0))


def two_shot_report(source: str = "match.mp4", warnings: tuple[str, ...] = ()) -> str:
    """The report of a legal shot and a foul, as HTML."""
    found = calibration()
    referee = Referee(Discipline.NINE_BALL, found.table)
    shots = (shot(1), shot(2, 3.0, pot=False))
    info = MatchInfo(
        source=source,
        game=Discipline.NINE_BALL,
        size=SIZE,
        fps=25.0,
        frames=100,
        duration=4.0,
        calibration=found,
        model="shipped",
        warnings=warnings,
    )
    tracks = {s.number: record(s).tracks for s in shots}
    return report_page(info, [referee.judge(s) for s in shots], tracks.__getitem__)
