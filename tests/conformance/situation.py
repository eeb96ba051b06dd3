"""Situations as a referee would write them down, made into shots.

A case of a `.toml` file has a `shots` list; each entry is one shot, written as steps
separated by semicolons. Steps happen a tenth of a second apart, from the strike at
1.0 s on, unless `@2.5` sets the time. Balls, rails and pockets have their names.

    hit 2                  the cue ball hits the 2
    hit 2+5                both at one instant
    hit 2 5                the 2 hits the 5
    rail cue foot          the cue ball reaches the foot rail
    jaw 2 left foot-left   touches the nose of a pocket
    drop 2 foot-left       the 2 drops                    back 2 foot-left   out again
    off 6                  leaves the table               home 6      returns by itself
    foreign 6 chalk        touches something foreign
    cross cue head foot    centre crosses a line toward a rail
    touch 5 sleeve 8       touched by, moved millimetres
    fall 2 foot-left       falls with nothing touching it
    slip 5                 moves with nothing touching it
    rest 6                 comes to rest
    open 1 2 3             a cluster opens, its contacts unresolved
    put cue 0.1 0.2        placed by hand
    lift cue               taken up by hand
    strike cue left        a stroke (for a lag, to set its time, or of another ball:
                           in pyramid it comes first, and `hit` is of that ball)
    strike white-3 1 0     the same, with the way the ball went
    none                   nothing happens

before the strike:  table 2 5 9 | at 2 0.3 0.1 | frozen 4 left | moving 7 | lag
                    | pair cue 3 | rack 1 2 9 ... by rows from the apex, right to left
said for the shot:  call 6 foot-left | declare push_out | saw double_hit A
                    | overrule legal | undo | replay
chosen after the shot before: choose pass_back
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from adjudicator.balls import BALL_SETS, BONUS, COLORED_BALL, CUE_BALL, Ball, Discipline
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Intruder,
    Line,
    OffTable,
    PickedUp,
    Placed,
    Pocketed,
    PocketName,
    Point,
    RackOpened,
    Rail,
    RailTouch,
    Rebound,
    Rest,
    Returned,
    SelfDropped,
    SelfMoved,
    Strike,
    Touched,
)
from adjudicator.inputs import (
    Call,
    Choice,
    Declaration,
    Declared,
    Entered,
    Observation,
    Observed,
    Option,
    Overrule,
)
from adjudicator.players import Seat
from adjudicator.rack_check import DIAMOND, TRIANGLE, rack_places
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.table import TABLES, TableKind

STEP = 0.1
START = 1.0


@dataclass
class Draft:
    """A shot being read."""

    cue_ball: Ball = CUE_BALL
    t: float = START
    events: list[Event] = field(default_factory=list)
    places: dict[Ball, Point] = field(default_factory=dict)
    after: dict[Ball, Point] = field(default_factory=dict)
    on_table: set[Ball] = field(default_factory=set)
    frozen: dict[Ball, Rail] = field(default_factory=dict)
    pairs: set[tuple[Ball, Ball]] = field(default_factory=set)
    moving: set[Ball] = field(default_factory=set)
    kind: ShotKind | None = None
    calls: list[Call] = field(default_factory=list)
    declarations: list[Declaration] = field(default_factory=list)
    observations: list[Observation] = field(default_factory=list)
    overrule: Overrule | None = None
    undo: bool = False
    replay: bool = False
    choice: Choice | None = None


def _seat(words: Sequence[str]) -> Seat | None:
    return next((Seat(word) for word in words if word in ("A", "B")), None)


def _read_event(draft: Draft, verb: str, words: list[str]) -> bool:
    t = draft.t
    match verb, words:
        case "hit", [pair] if "+" in pair:
            for name in pair.split("+"):
                draft.events.append(Contact(t=t, balls=(draft.cue_ball, Ball(name))))
        case "hit", [name]:
            draft.events.append(Contact(t=t, balls=(draft.cue_ball, Ball(name))))
        case "hit", [one, two]:
            draft.events.append(Contact(t=t, balls=(Ball(one), Ball(two))))
        case "rail", [name, *rails]:
            for rail in rails:
                draft.events.append(RailTouch(t=t, ball=Ball(name), rail=Rail(rail)))
        case "jaw", [name, rail, pocket]:
            draft.events.append(
                RailTouch(
                    t=t,
                    ball=Ball(name),
                    rail=Rail(rail),
                    jaw=True,
                    pocket=PocketName(pocket),
                )
            )
        case "drop", [name, *rest]:
            pocket = PocketName(rest[0] if rest else "foot-left")
            draft.events.append(Pocketed(t=t, ball=Ball(name), pocket=pocket))
        case "back", [name, *rest]:
            pocket = PocketName(rest[0] if rest else "foot-left")
            draft.events.append(Rebound(t=t, ball=Ball(name), pocket=pocket))
        case "off", [name]:
            draft.events.append(OffTable(t=t, ball=Ball(name)))
        case "home", [name]:
            draft.events.append(Returned(t=t, ball=Ball(name)))
        case "foreign", [name, thing]:
            draft.events.append(ForeignContact(t=t, ball=Ball(name), with_=thing))
        case "cross", [name, line, toward]:
            draft.events.append(
                Crossing(t=t, ball=Ball(name), line=Line(line), toward=Rail(toward))
            )
        case "touch", [name, by, mm]:
            draft.events.append(
                Touched(t=t, ball=Ball(name), by=Intruder(by), moved=float(mm) / 1000)
            )
        case "fall", [name, pocket]:
            draft.events.append(
                SelfDropped(t=t, ball=Ball(name), pocket=PocketName(pocket))
            )
        case "slip", [name]:
            here = draft.places.get(Ball(name), Point(0, 0))
            draft.events.append(
                SelfMoved(t=t, ball=Ball(name), from_xy=here, to_xy=here)
            )
        case "open", names:
            balls = frozenset(Ball(name) for name in names)
            draft.events.append(RackOpened(t=t, t_to=t + 0.05, balls=balls))
        case "put", [name, x, y]:
            place = Point(float(x), float(y))
            draft.events.append(Placed(t=t, ball=Ball(name), xy=place))
        case "lift", [name]:
            draft.events.append(PickedUp(t=t, ball=Ball(name)))
        case "rest", [name]:
            draft.events.append(Rest(t=t, ball=Ball(name)))
        case "strike", [name, dx, dy]:
            draft.cue_ball = Ball(name)
            way = Point(float(dx), float(dy))
            draft.events.append(Strike(t=t, ball=Ball(name), direction=way))
        case "strike", [name, *side]:
            draft.cue_ball = Ball(name)
            draft.events.append(
                Strike(t=t, ball=Ball(name), side=side[0] if side else None)
            )
        case "none", []:
            pass
        case _:
            return False
    return True


def _read_setting(draft: Draft, verb: str, words: list[str]) -> bool:
    match verb, words:
        case "table", names:
            draft.on_table = {Ball(name) for name in names}
        case "at", [name, x, y]:
            draft.places[Ball(name)] = Point(float(x), float(y))
        case "after", [name, x, y]:
            draft.after[Ball(name)] = Point(float(x), float(y))
        case "frozen", [name, rail]:
            draft.frozen[Ball(name)] = Rail(rail)
        case "pair", [one, two]:
            first, second = sorted((Ball(one), Ball(two)))
            draft.pairs.add((first, second))
        case "rack", names:
            draft.on_table = {Ball(name) for name in names}
            rows = {8: (1, 2, 3, 2), 9: DIAMOND}.get(len(names), TRIANGLE)
            kind = TableKind.POOL_9FT
            if COLORED_BALL in draft.on_table or names[0].startswith("white"):
                draft.on_table = set(BALL_SETS[Discipline.PYRAMID].balls)
                kind = TableKind.PYRAMID_12FT
            if len(names) == 8:
                draft.on_table.add(BONUS)
                draft.places.setdefault(BONUS, Point(0.0, 0.0))
            places = rack_places(TABLES[kind], rows).values()
            draft.places |= dict(zip(map(Ball, names), places, strict=True))
        case "moving", names:
            draft.moving = {Ball(name) for name in names}
        case "lag", []:
            draft.kind = ShotKind.LAG
        case _:
            return False
    return True


def _read_saying(draft: Draft, verb: str, words: list[str]) -> bool:
    match verb, words:
        case "call", [name, *pocket]:
            draft.calls.append(
                Call(ball=Ball(name), pocket=PocketName(pocket[0]) if pocket else None)
            )
        case "declare", [what, *rest]:
            draft.declarations.append(
                Declaration(
                    what=Declared(what),
                    ball=Ball(rest[0]) if rest else None,
                    rail=Rail(rest[1]) if len(rest) > 1 else None,
                )
            )
        case "saw", [what, *rest]:
            names = [word for word in rest if word not in ("A", "B")]
            clause = next((word for word in names if "." in word), None)
            ball = next((Ball(word) for word in names if "." not in word), None)
            draft.observations.append(
                Observation(
                    what=Observed(what), player=_seat(rest), ball=ball, clause=clause
                )
            )
        case "overrule", ["legal"]:
            draft.overrule = Overrule(legal=True)
        case "overrule", ["fouls", *ids]:
            draft.overrule = Overrule(legal=False, fouls=tuple(ids))
        case "overrule", ["shooter", seat]:
            draft.overrule = Overrule(shooter=Seat(seat))
        case "overrule", ["winner", seat]:
            draft.overrule = Overrule(winner=Seat(seat))
        case "undo", []:
            draft.undo = True
        case "replay", []:
            draft.replay = True
        case "choose", [option, *rest]:
            names = [word for word in rest if word not in ("A", "B")]
            ball = Ball(names[0]) if names else None
            draft.choice = Choice(option=Option(option), by=_seat(rest), ball=ball)
        case _:
            return False
    return True


def read_shot(
    text: str, number: int, on_table: Iterable[Ball], cue_ball: Ball = CUE_BALL
) -> tuple[Shot, Entered, Choice | None, frozenset[Ball] | None]:
    """Read one shot.

    Args:
        text: Its steps.
        number: Of the shot.
        on_table: Object balls on the table, unless `table` says otherwise.
        cue_ball: Struck, unless a `strike` step says otherwise.

    Returns:
        The shot, what was said about it, the choice made before it, and the balls
        that `table` put on the table, if it did.
    """
    draft = Draft(cue_ball=cue_ball)
    shift = 10.0 * (number - 1)
    draft.t += shift
    for step in filter(None, (part.strip() for part in text.split(";"))):
        verb, *words = step.split()
        if verb.startswith("@"):
            draft.t = shift + float(verb[1:])
            if not words:
                continue
            verb, *words = words
        if _read_setting(draft, verb, words) or _read_saying(draft, verb, words):
            continue
        draft.t = round(draft.t + (0.0 if step.startswith("@") else STEP), 6)
        if not _read_event(draft, verb, words):
            raise ValueError(f"no such step: {step!r}")
    return (*_finish(draft, number, shift, frozenset(on_table)),)


def _finish(
    draft: Draft, number: int, shift: float, known: frozenset[Ball]
) -> tuple[Shot, Entered, Choice | None, frozenset[Ball] | None]:
    strikes = [event for event in draft.events if isinstance(event, Strike)]
    start = strikes[0].t if strikes else shift + START
    events = sorted(draft.events, key=lambda event: event.t)
    if not strikes:
        early = [event for event in events if event.t < start]
        events = [
            *early,
            Strike(t=start, ball=draft.cue_ball),
            *events[len(early) :],
        ]
    told = frozenset(draft.on_table) if draft.on_table else None
    balls = {
        ball: draft.places.get(ball, Point(0.05 * index, 0.3))
        for index, ball in enumerate(sorted(known if told is None else told))
    }
    cue = strikes[0].ball if strikes else draft.cue_ball
    balls[cue] = draft.places.get(cue, Point(-0.9, 0.1))
    end = max([start, *(event.t for event in events)]) + 1.0
    shot = Shot(
        number=number,
        t_start=start,
        t_end=end,
        cue_ball=cue,
        before=Layout(balls, draft.frozen, frozenset(draft.pairs)),
        after=Layout({**balls, **draft.after}),
        events=tuple(events),
        moving_at_strike=frozenset(draft.moving),
        kind=draft.kind,
    )
    entered = Entered(
        calls=tuple(draft.calls),
        declarations=tuple(draft.declarations),
        observations=tuple(draft.observations),
        overrule=draft.overrule,
        undo=draft.undo,
        replay=draft.replay,
    )
    return shot, entered, draft.choice, told
