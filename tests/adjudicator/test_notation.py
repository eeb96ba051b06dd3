"""The text of shots, calls and verdicts: read as printed, refused by line and field."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.balls import CUE_BALL, Ball, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.errors import InvalidShotError, NotationError
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Intruder,
    Intrusion,
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
from adjudicator.inputs import Choice, Declared, Entered, Option, Overrule
from adjudicator.notation import (
    SCHEMA,
    parse_script,
    parse_shots,
    parse_verdicts,
    print_script,
    print_shot,
    print_verdict,
)
from adjudicator.players import Seat
from adjudicator.settings import BreakOrder, Settings, Switches
from adjudicator.shot import Gap, Layout, Shot, ShotKind
from adjudicator.text.calls import Script
from tests.conformance.situation import read_shot

PLACE = Point(0.25, -0.1)
THREE = Ball("3")
EVENTS: tuple[Event, ...] = (
    Strike(t=1.0, ball=CUE_BALL, direction=Point(1, 0), speed=3.5, side="left"),
    Strike(t=1.0, ball=CUE_BALL),
    Contact(
        t=1.1, balls=(THREE, CUE_BALL), xy=(PLACE, Point(0, 0)), moving=frozenset()
    ),
    Contact(t=1.1, balls=(THREE, CUE_BALL), moving=frozenset({CUE_BALL, THREE})),
    RailTouch(t=1.2, ball=THREE, rail=Rail.FOOT, xy=PLACE),
    RailTouch(
        t=1.2, ball=THREE, rail=Rail.LEFT, jaw=True, pocket=PocketName.CENTER_LEFT
    ),
    Pocketed(t=1.3, ball=THREE, pocket=PocketName.FOOT_LEFT, confidence=0.75),
    Rebound(t=1.3, ball=THREE, pocket=PocketName.FOOT_LEFT),
    SelfDropped(t=1.3, ball=THREE, pocket=PocketName.HEAD_RIGHT),
    OffTable(t=1.4, ball=THREE, xy=PLACE),
    Returned(t=1.4, ball=THREE),
    ForeignContact(t=1.4, ball=THREE, with_="chalk"),
    Crossing(t=1.4, ball=THREE, line=Line.LONG, toward=Rail.LEFT),
    Placed(t=1.5, ball=THREE, xy=PLACE),
    PickedUp(t=1.5, ball=THREE, xy=PLACE),
    Touched(t=1.5, ball=THREE, by=Intruder.SLEEVE, moved=0.0083),
    SelfMoved(t=1.6, ball=THREE, from_xy=PLACE, to_xy=Point(0, 0)),
    RackOpened(t=1.6, t_to=1.7, balls=frozenset({THREE, Ball("5")})),
    Intrusion(t=1.6, t_to=1.9, kind=Intruder.HAND),
    Rest(t=1.9, ball=THREE, xy=PLACE),
)


def whole_shot() -> Shot:
    layout = Layout(
        {CUE_BALL: PLACE, THREE: Point(0, 0)},
        {THREE: Rail.FOOT},
        frozenset({(CUE_BALL, THREE)}),
        frozenset({THREE}),
    )
    return Shot(
        number=4,
        t_start=1.0,
        t_end=2.0,
        frame_start=60,
        frame_end=120,
        cue_ball=CUE_BALL,
        before=layout,
        after=Layout({}),
        events=EVENTS,
        doubtful=EVENTS[4:6],
        not_seen=(Gap(1.2, 1.3, "hand"),),
        kind=ShotKind.BREAK,
        moving_at_strike=frozenset({THREE}),
        replayed=True,
        identity={Ball("ball-1"): {"3": 0.75, "5": 0.25}},
        other_names=((0.25, {THREE: Ball("5"), Ball("5"): THREE}),),
    )


def shot_lines(**changes: Any) -> list[str]:
    """Return the text of a small shot with other fields."""
    content: dict[str, Any] = {
        "shot": 1,
        "t_start": 1.0,
        "t_end": 2.0,
        "before": {"balls": {"cue": [0, 0], "3": [0.1, 0.1]}},
        "events": [{"type": "strike", "t": 1.0, "ball": "cue"}],
        "after": {"balls": {}},
    }
    content.update(changes)
    return [json.dumps({k: v for k, v in content.items() if v is not ...})]


def test_a_shot_with_every_kind_of_event_is_read_as_printed() -> None:
    shot = whole_shot()
    assert parse_shots([print_shot(shot)]) == (shot,)


@given(st.integers(0, 500_000).map(lambda micrometres: micrometres / 1e6))
def test_a_displacement_survives_millimetres(moved: float) -> None:
    shot = Shot(
        number=1,
        t_start=0,
        t_end=1,
        before=Layout({}),
        after=Layout({}),
        events=(Touched(t=0, ball=THREE, by=Intruder.HAND, moved=moved),),
    )
    assert parse_shots([print_shot(shot)]) == (shot,)


def test_a_small_shot_needs_few_fields() -> None:
    (shot,) = parse_shots(shot_lines())
    assert shot.cue_ball is None
    assert shot.kind is None


def test_a_header_and_empty_lines_are_passed_over() -> None:
    header = json.dumps({"schema": SCHEMA})
    assert len(parse_shots([header, "", *shot_lines()])) == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "shots, line 1: not JSON"),
        (['{"t": NaN}'], "NaN is no number"),
        (["[]"], "line 1: expected an object, got a list"),
        (["3"], "expected an object, got 3"),
        (['"x"'], "got the text 'x'"),
        (['{"schema": "cueref/9"}'], "field schema: expected 'cueref/1'"),
        (shot_lines(shot="one"), "field shot: expected a whole number"),
        (shot_lines(shot=True), "field shot: expected a whole number"),
        (shot_lines(t_start=...), "field t_start: is missing"),
        (shot_lines(t_start=None), "field t_start: is missing"),
        (shot_lines(t_start=[]), "field t_start: expected a number, got a list"),
        (shot_lines(t_start={}), "field t_start: expected a number, got an object"),
        (shot_lines(replayed=1), "field replayed: expected true or false"),
        (shot_lines(kind="jump"), "'jump' is not one of lag, break, shot"),
        (shot_lines(kind=3), "field kind: expected text"),
        (shot_lines(cue_ball=8), "field cue_ball: expected a ball's name"),
        (shot_lines(cue_ball="eight"), "'eight' is no ball"),
        (shot_lines(events={}), "field events: expected a list"),
        (shot_lines(before=[]), "before: expected an object"),
        (shot_lines(before={"balls": {"3": [1]}}), r"field 3: expected \[x, y\]"),
        (shot_lines(before={"balls": {"3": 7}}), r"field 3: expected \[x, y\]"),
        (shot_lines(before={"frozen_pairs": [["3"]]}), "expected pairs of balls"),
        (shot_lines(not_seen=[[1, 2]]), "field not_seen: expected"),
        (shot_lines(other_names=[[1, 2]]), "field other_names: expected"),
        (shot_lines(events=[{"type": "bounce", "t": 1}]), "'bounce' is no event"),
        (
            shot_lines(events=[{"type": "rest", "t": 1, "ball": "3", "confidence": 2}]),
            r"events\[0\], field confidence: 2.0 is not in",
        ),
        (
            shot_lines(events=[{"type": "contact", "t": 1, "balls": ["3", "3"]}]),
            "expected two balls",
        ),
        (
            shot_lines(events=[{"type": "contact", "t": 1, "balls": ["3"]}]),
            "expected two balls",
        ),
    ],
)
def test_a_wrong_shot_is_refused_by_line_and_field(
    lines: list[str], message: str
) -> None:
    with pytest.raises(NotationError, match=message):
        parse_shots(lines)


def test_a_number_too_large_is_no_number() -> None:
    with pytest.raises(NotationError, match="expected a finite number"):
        parse_shots(
            [shot_lines(t_start=1)[0].replace('"t_start": 1', '"t_start": 1e999')]
        )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (shot_lines(t_end=0.5), "line 1: shot 1 ends at 0.5 s, before it starts"),
        (
            shot_lines(
                events=[
                    {"type": "rest", "t": 1.5, "ball": "3"},
                    {"type": "rest", "t": 1.2, "ball": "3"},
                ]
            ),
            "events are not in order of time",
        ),
        ([*shot_lines(), *shot_lines()], "line 2, field shot: 1 does not come after 1"),
    ],
)
def test_a_shot_that_contradicts_itself_is_refused(
    lines: list[str], message: str
) -> None:
    with pytest.raises(InvalidShotError, match=message):
        parse_shots(lines)


def script_of(*lines: dict[str, Any]) -> Script:
    return parse_script(json.dumps(line) for line in lines)


def test_everything_that_people_enter_is_read_as_printed() -> None:
    lines: list[dict[str, Any]] = [
        {
            "settings": {
                "players": {"A": "Anna"},
                "breaker": None,
                "racks_to": 7,
                "target": 150,
                "break_order": "trailing",
                "switches": {"split_hit": "favour_shooter", "chalk_cube_mm": 21.5},
                "live": True,
                "lag_left": "B",
                "individual": False,
                "call_at": 0.95,
            }
        },
        {"shot": 1, "ball": "6", "pocket": "foot-left"},
        {"shot": 1, "ball": "6"},
        {"shot": 1, "declare": "frozen", "ball": "4", "rail": "left", "by": "A"},
        {"shot": 1, "declare": "safety"},
        {"shot": 1, "observed": "touch", "player": "B", "ball": "5"},
        {"shot": 1, "observed": "foul", "clause": "pool.20.2"},
        {"after_shot": 1, "choose": "accept", "by": "B", "ball": "8"},
        {"shot": 2, "undo": True},
        {"shot": 3, "replay": True},
        {
            "shot": 4,
            "overrule": {
                "legal": False,
                "fouls": [{"clause": "nine.7"}, "nine.8"],
                "pocketed": ["3"],
                "shooter": "B",
                "winner": "A",
                "points": {"A": 1, "B": 0},
                "spot": {"9": [0.635, 0.0]},
            },
            "by": "referee",
        },
        {"shot": 5, "overrule": {}},
        {"schema": SCHEMA, "more": 1},
    ]
    script = script_of(*lines)
    assert script.settings == Settings(
        players={Seat.A: "Anna", Seat.B: "B"},
        breaker=None,
        racks_to=7,
        target=150,
        break_order=BreakOrder.TRAILING,
        switches=Switches(split_hit="favour_shooter", chalk_cube_mm=21.5),
        live=True,
        lag_left=Seat.B,
        individual=False,
        call_at=0.95,
    )
    assert script.entered[1].declared(Declared.FROZEN)
    assert script.entered[4].overrule == Overrule(
        legal=False,
        fouls=("nine.7", "nine.8"),
        pocketed=(THREE,),
        shooter=Seat.B,
        winner=Seat.A,
        points=(1, 0),
        spot=((Ball("9"), Point(0.635, 0.0)),),
        by="referee",
    )
    assert script.choices == {
        1: Choice(option=Option.ACCEPT, by=Seat.B, ball=Ball("8"))
    }
    assert parse_script(print_script(script).splitlines()) == script


def test_a_choice_alone_is_a_line_of_its_own() -> None:
    script = Script(choices={3: Choice(option=Option.BREAK)})
    assert parse_script(print_script(script).splitlines()) == script


def test_settings_that_say_little_are_the_usual_ones() -> None:
    assert script_of({"settings": {}}).settings == Settings()
    assert script_of({"settings": {"breaker": "B"}}).settings.breaker is Seat.B


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"settings": {"switches": {"luck": True}}}, "there is no such switch"),
        ({"settings": {"switches": {"split_hit": 3}}}, "switch split_hit cannot be 3"),
        ({"settings": {"racks_to": 0}}, "settings: racks_to must be 1 or more"),
        ({"shot": 1}, "line 1: expected a call"),
        ({"ball": "3"}, "field shot: is missing"),
        ({"shot": 1, "declare": "luck"}, "'luck' is not one of safety"),
        ({"shot": 1, "observed": "foul", "clause": "nine.99"}, "there is no clause"),
        ({"shot": 1, "overrule": {"fouls": ["nine.99"]}}, "there is no clause"),
        ({"shot": 1, "overrule": {"fouls": 3}}, "expected a list"),
        ({"choose": "accept"}, "field after_shot: is missing"),
    ],
)
def test_a_wrong_entry_is_refused_by_line_and_field(
    line: dict[str, Any], message: str
) -> None:
    with pytest.raises(NotationError, match=message):
        script_of(line)


def ruled(text: str) -> tuple[Shot, dict[str, Any]]:
    """Return a shot of 9-ball and its verdict as a JSON object."""
    rules = DISCIPLINES[Discipline.NINE_BALL]
    shot, entered, _, _ = read_shot(text, 1, [])
    state = rules.opening(Settings(), shot.before)
    verdict: dict[str, Any] = json.loads(
        print_verdict(rules.judge(state, shot, entered), shot)
    )
    return shot, verdict


def test_a_verdict_says_what_the_contract_asks_for() -> None:
    shot, verdict = ruled("table 2 5 9; hit 5; drop cue")
    assert verdict["status"] == "called"
    assert verdict["confidence"] == 1.0
    assert verdict["fouls"][0]["clause"] == "nine.7"
    assert verdict["fouls"][0]["events"] == [1]
    assert verdict["next"]["ball_on"] == ["2"]
    assert verdict["rack"] == "open"
    assert set(verdict["reasons"]) == {"en", "ru"}
    (read,) = parse_verdicts([json.dumps(verdict)], [shot])
    assert read.penalty is not None
    assert read.penalty.clause.id == "nine.7"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"shot": 9}, "there is no shot 9"),
        ({"shot": "x"}, "there is no shot 'x'"),
        ({"fouls": [{"clause": "nine.99"}]}, "there is no clause"),
        (
            {"fouls": [{"clause": "nine.7", "events": [99], "words": {}}]},
            "no such event in the shot",
        ),
        ({"remarks": [{"phrase": "luck"}]}, "there is no such phrase"),
        ({"carry": {"group": {}}}, "expected text, a number or a list"),
        ({"rack": "lost"}, "is not one of open"),
        ({"next": {"shooter": "C"}}, "'C' is not one of A, B"),
    ],
)
def test_a_wrong_verdict_is_refused(changes: dict[str, Any], message: str) -> None:
    shot, verdict = ruled("table 2 5 9; hit 5; drop cue")
    with pytest.raises(NotationError, match=message):
        parse_verdicts([json.dumps({**verdict, **changes})], [shot])


def test_a_list_of_verdicts_holds_objects() -> None:
    with pytest.raises(NotationError, match="there is no shot None"):
        parse_verdicts(["[]"], [])


def test_nothing_entered_prints_nothing() -> None:
    lines = print_script(Script(entered={1: Entered()})).splitlines()
    assert len(lines) == 1
