"""Whatever a camera misses or invents of a shot, the rules can be asked about it.

Simulated shots, seen badly: balls that stay in sight in their pockets, balls that are
not found for a while, pictures that are lost, prints that are taken for balls.
"""

import numpy as np
import pytest

from adjudicator.balls import Discipline
from cueref.pipeline.observing import Seen
from cueref.pipeline.reading import shots_of
from cueref.referee import Referee
from tests.cueref.pipeline.simple_scene import Hand
from tracking.observations import Observations
from vision.appearance import APPEARANCES

pytest.importorskip("pooltool")

LEAD = 1.6
SIGMA = 0.0008
SEEDS = (*range(7000, 7008), 7055, 7065)
"""Some, and those on which a ball's rest in its pocket was once held against it."""

GAMES = tuple(Discipline)


class Sightings:
    """Where the balls of a simulated shot are seen, picture by picture."""

    def __init__(self, seed, discipline):
        from vision.synthesis.shots import shot

        self.motion = shot(seed, discipline).motion
        self.dice = np.random.default_rng([seed, 9])
        fps = float(self.dice.choice([30, 60]))
        self.t = np.arange(-LEAD, self.motion.t_end + LEAD, 1 / fps)
        ways = self.motion.trajectories
        self.xy = np.array([way.position(self.t)[:, :2] for way in ways])
        self.seen = np.array(self.motion.on_table(self.t))
        self.looked_at = np.ones(len(self.t), dtype=bool)

    def a_while(self, most):
        """Return some pictures in a row."""
        start = self.dice.uniform(-1, self.motion.t_end)
        end = start + self.dice.uniform(0.1, most)
        return (self.t > start) & (self.t < end)

    def keep_fallen_in_sight(self):
        for ball, seen in enumerate(self.seen):
            fallen = np.flatnonzero(~seen)
            if not len(fallen):
                continue
            first = fallen[0]
            edge = self.xy[ball, first - 1]
            holes = np.array([(p.center.x, p.center.y) for p in self.pockets])
            hole = holes[np.hypot(*(holes - edge).T).argmin()]
            if np.hypot(*(hole - edge)) > 0.12:
                continue  # it left the table elsewhere
            lies = hole + self.dice.normal(0, 0.012, 2)
            share = np.clip((self.t - self.t[first]) / 0.15, 0, 1)[:, None]
            self.xy[ball, first:] = (edge * (1 - share) + lies * share)[first:]
            self.seen[ball, first:] = True

    @property
    def pockets(self):
        return self.motion.table.pockets

    def lose_some(self):
        for ball in range(len(self.seen)):
            if self.dice.random() < 0.25:
                self.seen[ball] &= ~self.a_while(1.2)
        if self.dice.random() < 0.4:
            self.looked_at &= ~self.a_while(2.0)

    def stream(self):
        """Yield what the pipeline is given."""
        table, printed = self.motion.table, self.a_while(4.0)
        place = self.dice.uniform(-0.45, 0.45, 2) * (table.length, table.width)
        for number in np.flatnonzero(self.looked_at).tolist():
            xy = self.xy[self.seen[:, number], number]
            xy = xy + self.dice.normal(0, SIGMA, xy.shape)
            if printed[number]:
                xy = np.vstack([xy, place])
            yield self._frame(number, xy)

    def _frame(self, number, xy):
        t, n = float(self.t[number] + LEAD), len(xy)
        balls = Observations(
            number,
            t,
            xy,
            np.tile(np.eye(2) * SIGMA**2, (n, 1, 1)),
            np.full(n, 0.9),
            np.zeros((n, len(APPEARANCES))),
            np.zeros((n, 2)),
        )
        change = float(self.dice.uniform(0.9, 1.1))
        return Seen(number, t, change, balls, 0, True, Hand())


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_shot_that_is_seen_badly_can_be_judged(seed):
    discipline = GAMES[seed % len(GAMES)]
    seen = Sightings(seed, discipline)
    seen.keep_fallen_in_sight()
    seen.lose_some()
    table = seen.motion.table
    referee = Referee(discipline, table)
    for record in shots_of(seen.stream(), table, discipline):
        verdict = referee.judge(record.shot).verdict
        assert verdict is not None
        refused = [q.en for q in verdict.questions if "cannot be applied" in q.en]
        assert all("not known which ball was struck" in why for why in refused)
