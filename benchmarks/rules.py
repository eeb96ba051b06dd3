"""How many shots the rules judge a second, on one core.

Run it from the root of the project: `python -m benchmarks.rules`. Shots are random
but ordinary: a contact, half a dozen rails, a ball or two down; the median of several
rounds is printed for the bare judgement, for a whole match (fold, checks, review of
doubt) and for shots with doubtful events.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from adjudicator.balls import BALL_SETS, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.events import (
    Contact,
    Event,
    Pocketed,
    PocketName,
    Point,
    Rail,
    RailTouch,
    Rest,
    Strike,
)
from adjudicator.inputs import NOTHING_ENTERED
from adjudicator.recording import rule_shots
from adjudicator.review import reviewed
from adjudicator.settings import DEFAULT_SETTINGS
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.state import State


def ordinary_shot(dice: random.Random, number: int, discipline: Discipline) -> Shot:
    """Return one shot with about a dozen events."""
    balls = sorted(BALL_SETS[discipline].object_balls)
    balls = sorted(dice.sample(balls, dice.randint(4, len(balls))))
    cue_ball = BALL_SETS[discipline].cue_ball or balls[0]
    others = [ball for ball in balls if ball is not cue_ball]
    t = 20.0 * number
    hit = others[0] if dice.random() < 0.8 else dice.choice(others)
    events: list[Event] = [
        Strike(t=t, ball=cue_ball),
        Contact(t=t + 0.4, balls=(cue_ball, hit)),
    ]
    rails = tuple(Rail)
    events += [
        RailTouch(t=t + 0.6 + 0.2 * k, ball=ball, rail=dice.choice(rails))
        for k, ball in enumerate([hit, cue_ball] * dice.randint(1, 3))
    ]
    if dice.random() < 0.5:
        pocket = dice.choice(tuple(PocketName))
        events.append(Pocketed(t=t + 3, ball=hit, pocket=pocket))
    events.append(Rest(t=t + 4, ball=cue_ball))
    places = {
        ball: Point(dice.uniform(-1.2, 1.2), dice.uniform(-0.6, 0.6))
        for ball in {*balls, cue_ball}
    }
    down = {event.ball for event in events if isinstance(event, Pocketed)}
    return Shot(
        number=number,
        t_start=t,
        t_end=t + 5,
        cue_ball=cue_ball,
        before=Layout(places),
        after=Layout({b: xy for b, xy in places.items() if b not in down}),
        events=tuple(events),
        kind=ShotKind.SHOT,
    )


def doubtful(shot: Shot) -> Shot:
    """Return the shot as a camera gives it: no event is quite certain."""
    events = tuple(replace(event, confidence=0.97) for event in shot.events)
    return replace(shot, events=events)


def rate(work: Callable[[], Iterable[object]], count: int, rounds: int) -> float:
    """Return the median number of shots a second over some rounds."""
    rates = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in work():
            pass
        rates.append(count / (time.process_time() - start))
    return statistics.median(rates)


def measure(discipline: Discipline, count: int, rounds: int) -> dict[str, float]:
    """Return shots a second: judged, in a match, and with doubt."""
    dice = random.Random(7)
    rules = DISCIPLINES[discipline]
    shots = [ordinary_shot(dice, n, discipline) for n in range(1, count + 1)]
    states = [rules.opening(DEFAULT_SETTINGS, shot.before) for shot in shots]
    unsure = [doubtful(shot) for shot in shots[: count // 10]]
    pairs: list[tuple[State, Shot]] = list(zip(states, shots, strict=True))

    def with_doubt() -> Iterable[Any]:
        for state, shot in zip(states, unsure, strict=False):
            yield reviewed(rules.judge, state, shot, NOTHING_ENTERED, discipline)

    def in_match() -> Iterable[Any]:
        return rule_shots(discipline, shots[: count // 10])

    return {
        "judged": rate(lambda: (rules.judge(s, x) for s, x in pairs), count, rounds),
        "in a recording": rate(in_match, count // 10, rounds),
        "all events doubtful": rate(with_doubt, len(unsure), rounds),
    }


def main() -> None:
    """Print a table of rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    for discipline in DISCIPLINES:
        found = measure(discipline, options.shots, options.rounds)
        cells = ", ".join(f"{name} {value:,.0f}/s" for name, value in found.items())
        print(f"{discipline.value}: {cells}")


if __name__ == "__main__":
    main()
