"""What completes a shot of pyramid, by other readings of the same clause."""

import importlib.util
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from adjudicator.balls import Ball
from adjudicator.disciplines.pyramid_completion import completion
from adjudicator.disciplines.pyramid_course import Step, What, course
from adjudicator.disciplines.pyramid_hanging import drops_of
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    Line,
    Pocketed,
    PocketName,
    Point,
    RackOpened,
    Rail,
    RailTouch,
    Rest,
    Strike,
)
from adjudicator.facts import Facts
from adjudicator.settings import Switches
from adjudicator.shot import Layout, Shot

BALLS = [Ball("colored"), *(Ball(f"white-{n}") for n in range(1, 5))]
CUE = BALLS[0]
SHOTS = 4000
REFERENCE = (
    Path(__file__).parents[2] / ".." / "shared" / "rules" / "pyramid20_reference.py"
)


def drawn_events(dice: random.Random) -> list[Event]:
    """Return random events in the order in which they happen."""
    events: list[Event] = []
    for index in range(dice.randrange(1, 14)):
        t, ball, chance = 1.0 + index, dice.choice(BALLS), dice.random()
        if chance < 0.45:
            other = dice.choice([one for one in BALLS if one is not ball])
            pair = (ball, other)
            moving = frozenset(dice.sample(pair, dice.randint(1, 2)))
            events.append(Contact(t=t, balls=pair, moving=moving))
        elif chance < 0.75:
            events.append(RailTouch(t=t, ball=ball, rail=dice.choice(list(Rail))))
        elif chance < 0.97:
            toward = dice.choice((Rail.HEAD, Rail.FOOT))
            line = Crossing(t=t, ball=ball, line=Line.CENTER, toward=toward)
            events.append(line)
        else:
            pocket = PocketName.FOOT_LEFT
            events.append(Pocketed(t=t, ball=ball, pocket=pocket))
            break
    return events


def drawn_frozen(dice: random.Random) -> dict[Ball, Rail]:
    return {ball: dice.choice(list(Rail)) for ball in BALLS[1:] if dice.random() < 0.3}


def shot_of(events: list[Event], frozen: dict[Ball, Rail]) -> Shot:
    places = {ball: Point(0.1 * i, 0.2) for i, ball in enumerate(BALLS)}
    return Shot(
        number=1,
        t_start=0.5,
        t_end=50.0,
        cue_ball=CUE,
        before=Layout(places, frozen_rail=frozen),
        after=Layout(places),
        events=(Strike(t=0.5, ball=CUE), *events),
    )


def read(
    events: list[Event],
    frozen: dict[Ball, Rail] | None = None,
    switches: Switches | None = None,
) -> str | None:
    """Return the branch that completes the shot, or why it is not complete."""
    switches = switches or Switches()
    facts = Facts(shot_of(events, frozen or {}))
    steps = course(facts, drops_of(facts, 5).made, switches)
    if not steps:
        return "NO CONTACT"
    way = completion(steps, frozen or {}, switches)
    return None if way is None else way.clause.removeprefix("pyramid.")


# An independent reading: every branch as a search for events in order.


def driven_by(
    events: list[Event], start: int, ball: Ball
) -> Iterator[tuple[int, Ball]]:
    """Yield every ball that a ball drives after an event, and from when on."""
    reached = {ball: start}
    for index in range(start + 1, len(events)):
        event = events[index]
        if isinstance(event, Contact):
            one, two = event.balls
            assert event.moving is not None
            for driver, other in ((one, two), (two, one)):
                drives = driver in reached and driver in event.moving
                if drives and other not in reached:
                    reached[other] = index
                    yield index, other


def brute_completed(events: list[Event], frozen: dict[Ball, Rail]) -> bool:
    """Whether any branch of clause 20 can be found after the first contact."""
    first = next(
        (i for i, e in enumerate(events) if isinstance(e, Contact) and CUE in e.balls),
        None,
    )
    if first is None:
        return False
    later = events[first:]
    if any(isinstance(event, Pocketed) for event in later):
        return True
    for index, event in enumerate(later):
        if isinstance(event, RailTouch | Crossing) and finished(later, index, frozen):
            return True
    return False


def finished(events: list[Event], index: int, frozen: dict[Ball, Rail]) -> bool:
    begun = events[index]
    assert isinstance(begun, RailTouch | Crossing)
    runs = [(index, begun.ball), *driven_by(events, index, begun.ball)]
    for since, ball in runs:
        for event in events[since + 1 :]:
            if getattr(event, "ball", None) is not ball:
                continue
            if isinstance(begun, Crossing) and isinstance(event, RailTouch):
                return True
            if isinstance(begun, RailTouch):
                if isinstance(event, Crossing):
                    return True
                if isinstance(event, RailTouch) and event.rail is not begun.rail:
                    return True
    return isinstance(begun, RailTouch) and touches_frozen(events, index, begun, frozen)


def touches_frozen(
    events: list[Event], index: int, begun: RailTouch, frozen: dict[Ball, Rail]
) -> bool:
    for at in range(index + 1, len(events)):
        event = events[at]
        if not isinstance(event, Contact) or begun.ball not in event.balls:
            continue
        other = next(ball for ball in event.balls if ball is not begun.ball)
        moved = any(isinstance(e, Contact) and other in e.balls for e in events[:at])
        if not moved and frozen.get(other, begun.rail) is not begun.rail:
            return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_a_search_for_each_branch_finds_the_same(seed: int) -> None:
    dice = random.Random(seed)
    seen = {True: 0, False: 0}
    for _ in range(SHOTS // 4):
        events, frozen = drawn_events(dice), drawn_frozen(dice)
        found = read(events, frozen) not in (None, "NO CONTACT")
        assert found == brute_completed(events, frozen), (events, frozen)
        seen[found] += 1
    assert min(seen.values()) > SHOTS // 40


def reference() -> ModuleType:
    if not REFERENCE.exists():
        pytest.skip("needs ../shared/rules/pyramid20_reference.py")
    spec = importlib.util.spec_from_file_location("reference", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RAILS = {Rail.HEAD: "H", Rail.FOOT: "F", Rail.LEFT: "LL", Rail.RIGHT: "LR"}


def in_its_words(event: Event) -> tuple[Any, ...]:
    match event:
        case Contact(balls=(one, two), moving=moving):
            return ("hit", one, two, moving)
        case RailTouch(ball=ball, rail=rail):
            return ("rail", ball, RAILS[rail])
        case Crossing(ball=ball):
            return ("centre", ball)
        case Pocketed(ball=ball):
            return ("pocketed", ball)
        case _:
            raise AssertionError(event)


@pytest.mark.real
def test_the_reference_names_the_same_branch() -> None:
    judged = reference().legal_shot
    dice = random.Random(20)
    branches = set()
    for _ in range(SHOTS):
        events, frozen = drawn_events(dice), drawn_frozen(dice)
        words = [("strike", CUE), *map(in_its_words, events)]
        stood = {ball: RAILS[rail] for ball, rail in frozen.items()}
        found = read(events, frozen)
        assert found == judged(words, stood), words
        branches.add(found)
    assert branches >= {
        *("20.1", "20.2a", "20.2b", "20.2c", "20.3a", "20.3b", "20.4a", "20.4b"),
        *(None, "NO CONTACT"),
    }


def of_its_table(event: tuple[Any, ...], t: float) -> Event:
    def ball(name: Any) -> Ball:
        return CUE if name == "c" else Ball(f"white-{name}")

    rails = {letters: rail for rail, letters in RAILS.items()}
    match event:
        case ("hit", one, two):
            return Contact(t=t, balls=(ball(one), ball(two)))
        case ("rail", one, letters):
            return RailTouch(t=t, ball=ball(one), rail=rails[letters])
        case ("centre", one):
            return Crossing(t=t, ball=ball(one), line=Line.CENTER, toward=Rail.FOOT)
        case _:
            return Pocketed(t=t, ball=ball(event[1]), pocket=PocketName.FOOT_LEFT)


@pytest.mark.real
def test_every_case_of_the_reference_comes_out_the_same() -> None:
    """Without being told which balls moved: that is worked out from the course."""
    rails = {letters: rail for rail, letters in RAILS.items()}
    for want, told, stood in reference().CASES:
        events = [of_its_table(event, 1.0 + i) for i, event in enumerate(told)]
        frozen = {
            Ball(f"white-{name}"): rails[letters] for name, letters in stood.items()
        }
        assert read(events, frozen) == want, told


# Who drove whom, when nobody says it


ONE, TWO, THREE = BALLS[1:4]


def hit(t: float, one: Ball, two: Ball) -> Contact:
    return Contact(t=t, balls=(one, two))


def test_a_ball_at_rest_hands_nothing_on() -> None:
    """It touched a rail and stopped; the cue ball that comes to it brings nothing."""
    rolled: list[Event] = [
        hit(1, CUE, ONE),
        RailTouch(t=2, ball=ONE, rail=Rail.LEFT),
        Rest(t=3, ball=ONE),
        hit(4, CUE, ONE),
        RailTouch(t=5, ball=CUE, rail=Rail.FOOT),
    ]
    assert read(rolled) is None
    assert read([e for e in rolled if not isinstance(e, Rest)]) == "20.2b"


def test_a_chain_of_balls_drives_only_if_that_is_agreed() -> None:
    chain: list[Event] = [
        hit(1, CUE, ONE),
        RailTouch(t=2, ball=ONE, rail=Rail.LEFT),
        hit(3, ONE, TWO),
        hit(4, TWO, THREE),
        RailTouch(t=5, ball=THREE, rail=Rail.FOOT),
    ]
    assert read(chain) == "20.2b"
    assert read(chain, switches=Switches(pyramid_chain_driving="direct")) is None


def test_a_cluster_that_opens_hands_on_what_came_into_it() -> None:
    cluster = frozenset({ONE, TWO, THREE})
    opened: list[Event] = [
        hit(1, CUE, ONE),
        RailTouch(t=2, ball=ONE, rail=Rail.LEFT),
        RackOpened(t=3, t_to=3.1, balls=cluster),
        RailTouch(t=4, ball=THREE, rail=Rail.FOOT),
    ]
    assert read(opened) == "20.2b"
    assert read(opened[:2] + opened[3:]) is None


def test_a_cluster_with_the_cue_ball_in_it_is_a_contact() -> None:
    inside = RackOpened(t=1, t_to=1.1, balls=frozenset({CUE, ONE}))
    apart = RackOpened(t=1, t_to=1.1, balls=frozenset({TWO, ONE}))
    drop = Pocketed(t=2, ball=ONE, pocket=PocketName.FOOT_LEFT)
    assert read([inside, drop]) == "20.1"
    assert read([apart, drop]) == "NO CONTACT"


def test_a_cluster_frees_its_balls_from_their_rails() -> None:
    events: list[Event] = [
        hit(1, CUE, ONE),
        RackOpened(t=2, t_to=2.1, balls=frozenset({ONE, TWO})),
        RailTouch(t=3, ball=CUE, rail=Rail.LEFT),
        hit(4, CUE, TWO),
    ]
    assert read(events, {TWO: Rail.FOOT}) is None
    assert read([events[0], *events[2:]], {TWO: Rail.FOOT}) == "20.2c"


# The nose of a centre pocket


def nose(x: float | None, pocket: PocketName = PocketName.CENTER_LEFT) -> RailTouch:
    xy = None if x is None else Point(x, 0.85)
    return RailTouch(t=3, ball=ONE, rail=Rail.LEFT, xy=xy, jaw=True, pocket=pocket)


@pytest.mark.parametrize(
    ("x", "branch"), [(-0.007, "20.3a"), (0.007, None), (None, "20.3a")]
)
def test_the_far_nose_of_a_centre_pocket_lies_over_the_line(
    x: float | None, branch: str | None
) -> None:
    """The ball starts on the foot half; a place nobody measured is the far nose."""
    assert read([hit(1, CUE, ONE), nose(x)]) == branch


def test_a_crossing_that_was_seen_is_not_credited_again() -> None:
    crossing = Crossing(t=2, ball=ONE, line=Line.CENTER, toward=Rail.HEAD)
    returned = Crossing(t=2.5, ball=ONE, line=Line.CENTER, toward=Rail.FOOT)
    assert read([hit(1, CUE, ONE), crossing, nose(-0.01)]) == "20.3a"
    facts = Facts(shot_of([hit(1, CUE, ONE), crossing, returned, nose(0.01)], {}))
    steps = course(facts, {}, Switches())
    assert sum(step.what is What.CENTER for step in steps) == 2
    facts = Facts(shot_of([hit(1, CUE, ONE), crossing, returned, nose(None)], {}))
    assert sum(s.what is What.CENTER for s in course(facts, {}, Switches())) == 2


def test_the_nose_is_a_rail_unless_that_is_agreed_otherwise() -> None:
    only_line = Switches(pyramid_jaw_is_rail=False)
    assert read([hit(1, CUE, ONE), nose(-0.01)], switches=only_line) is None
    corner = nose(-0.01, PocketName.HEAD_LEFT)
    crossed = Crossing(t=2, ball=ONE, line=Line.CENTER, toward=Rail.HEAD)
    assert read([hit(1, CUE, ONE), crossed, corner], switches=only_line) == "20.3a"


def test_a_ball_that_was_nowhere_before_is_credited_only_once() -> None:
    ghost = Ball("white-9")
    touch = RailTouch(
        t=3,
        ball=ghost,
        rail=Rail.LEFT,
        xy=Point(0.01, 0.85),
        jaw=True,
        pocket=PocketName.CENTER_LEFT,
    )
    facts = Facts(shot_of([hit(1, CUE, ONE), touch], {}))
    kinds = [step.what for step in course(facts, {}, Switches())]
    assert kinds == [What.HIT, What.CENTER, What.RAIL]


# Playing away from a ball that is touched


@pytest.mark.parametrize(("mm", "contact"), [(1.9, False), (2.1, True)])
def test_a_touching_ball_that_stays_was_not_hit(mm: float, contact: bool) -> None:
    before = {CUE: Point(0, 0), ONE: Point(0.068, 0)}
    pair = (CUE, ONE)
    shot = Shot(
        number=1,
        t_start=0.5,
        t_end=9,
        cue_ball=CUE,
        before=Layout(before, frozen_pairs=frozenset({pair})),
        after=Layout({CUE: Point(1, 0), ONE: Point(0.068, mm / 1000)}),
        events=(Strike(t=0.5, ball=CUE), hit(0.5, ONE, CUE)),
    )
    steps: tuple[Step, ...] = course(Facts(shot), {}, Switches())
    assert bool(steps) == contact
