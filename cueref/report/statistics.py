"""Figures of a match for each player, from its rulings and tracks."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adjudicator.balls import Ball
from adjudicator.clause import Clause
from adjudicator.players import Seat
from adjudicator.verdict import Mark
from cueref.records import TrackRows
from cueref.referee import Ruling

Tracks = Mapping[Ball, TrackRows]

_STEP = 0.0004
"""Steps of a track shorter than this are noise of a ball at rest, metres."""


_MOVED = 0.01
"""A ball whose way on a shot is shorter has only trembled, metres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFigures:
    """What one player did; only shots whose shooter is known count.

    Attributes:
        shots: Played.
        legal: Called legal.
        fouls: Called a foul of the shooter.
        review: Left to a person.
        safeties: Declared.
        scoring: Shots that pocketed an object ball without a foul.
        pocketed: Object balls that dropped and stayed down.
        longest_run: Most object balls pocketed in one visit to the table.
        clauses: Fouls by clause, most frequent first.
        fastest: Speed of the hardest strike, m/s; None if none was measured.
        average: Mean speed of the strikes, m/s.
        duration: Mean time from strike to rest, seconds.
        travelled: Way of all balls on the player's shots, metres.
    """

    shots: int
    legal: int
    fouls: int
    review: int
    safeties: int
    scoring: int
    pocketed: int
    longest_run: int
    clauses: tuple[tuple[Clause, int], ...]
    fastest: float | None
    average: float | None
    duration: float | None
    travelled: float

    @property
    def rate(self) -> float | None:
        """Share of shots that pocketed a ball without a foul."""
        return self.scoring / self.shots if self.shots else None


def figures_of(
    rulings: Sequence[Ruling], seat: Seat, tracks_of: Callable[[int], Tracks]
) -> PlayerFigures:
    """Return the figures of one player.

    Args:
        rulings: Of the whole match, in order.
        seat: The player.
        tracks_of: Motion of the balls, given the number of the shot.
    """
    own = [r for r in rulings if shooter_of(r) is seat]
    speeds = [
        r.shot.strike.speed
        for r in own
        if r.shot.strike is not None and r.shot.strike.speed is not None
    ]
    clauses = Counter(
        foul.clause
        for r in own
        if r.is_called and r.verdict is not None
        for foul in r.verdict.fouls
    )
    return PlayerFigures(
        shots=len(own),
        legal=sum(is_called_legal(r) for r in own),
        fouls=sum(is_called_foul(r) for r in own),
        review=sum(not r.is_called for r in own),
        safeties=sum(_has(r, Mark.SAFETY) for r in own),
        scoring=sum(pocketed_by(r) > 0 and not is_called_foul(r) for r in own),
        pocketed=sum(map(pocketed_by, own)),
        longest_run=_longest_run(rulings, seat),
        clauses=tuple(clauses.most_common()),
        fastest=max(speeds, default=None),
        average=float(np.mean(speeds)) if speeds else None,
        duration=(
            float(np.mean([r.shot.t_end - r.shot.t_start for r in own]))
            if own
            else None
        ),
        travelled=sum(travelled(tracks_of(r.shot.number)) for r in own),
    )


def shooter_of(ruling: Ruling) -> Seat | None:
    """Return who played the shot, as far as the rules could tell."""
    return None if ruling.verdict is None else ruling.verdict.shooter


def is_called_foul(ruling: Ruling) -> bool:
    """Whether the shot stands as a foul without a person."""
    verdict = ruling.verdict
    return ruling.is_called and verdict is not None and bool(verdict.fouls)


def is_called_legal(ruling: Ruling) -> bool:
    """Whether the shot stands without any foul and without a person."""
    return ruling.is_called and not is_called_foul(ruling)


def pocketed_by(ruling: Ruling) -> int:
    """Return how many object balls the shot pocketed for good."""
    return 0 if ruling.verdict is None else len(ruling.verdict.pocketed)


def visits(rulings: Sequence[Ruling]) -> list[list[Ruling]]:
    """Return the rulings by visit to the table: one player's shots in a row."""
    found: list[list[Ruling]] = []
    for ruling in rulings:
        if found and shooter_of(found[-1][-1]) is shooter_of(ruling):
            found[-1].append(ruling)
        else:
            found.append([ruling])
    return found


def travelled(tracks: Tracks) -> float:
    """Return the way of all balls of a shot, metres."""
    total = 0.0
    for rows in tracks.values():
        steps = np.hypot(*np.diff(rows.xy, axis=0).T) if len(rows) > 1 else np.zeros(0)
        total += float(steps[steps > _STEP].sum())
    return total


@dataclass(frozen=True, slots=True)
class BallFigures:
    """What one ball did in a match.

    Attributes:
        ball: Which.
        shots: In which it moved.
        way: Of its centre, metres.
        fastest: Its highest speed, m/s; None if no speed is known.
    """

    ball: Ball
    shots: int
    way: float
    fastest: float | None


def ball_figures(
    rulings: Sequence[Ruling], tracks_of: Callable[[int], Tracks]
) -> list[BallFigures]:
    """Return what each ball that moved did, the one with the longest way first."""
    ways: dict[Ball, list[float]] = {}
    speeds: dict[Ball, float] = {}
    for ruling in rulings:
        for ball, rows in tracks_of(ruling.shot.number).items():
            way = travelled({ball: rows})
            if way > _MOVED:
                ways.setdefault(ball, []).append(way)
                top = float(np.hypot(*rows.velocity.T).max())
                speeds[ball] = max(speeds.get(ball, 0.0), top)
    found = [
        BallFigures(ball, len(own), sum(own), speeds[ball] or None)
        for ball, own in ways.items()
    ]
    return sorted(found, key=lambda one: -one.way)


def _longest_run(rulings: Sequence[Ruling], seat: Seat) -> int:
    runs = (
        sum(pocketed_by(r) for r in visit if not is_called_foul(r))
        for visit in visits(rulings)
        if shooter_of(visit[0]) is seat
    )
    return max(runs, default=0)


def _has(ruling: Ruling, mark: Mark) -> bool:
    return ruling.verdict is not None and mark in ruling.verdict.marks
