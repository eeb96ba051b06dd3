"""Doubt: a ruling is called only if it is made in nearly every plausible world."""

import math
import time
from dataclasses import replace

import pytest

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.doubts import Change, Doubt, event_doubts
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Intruder,
    Line,
    OffTable,
    Pocketed,
    PocketName,
    Point,
    Rail,
    RailTouch,
    Rest,
    Touched,
)
from adjudicator.inputs import NOTHING_ENTERED, Entered, Overrule
from adjudicator.plausible import contradictions
from adjudicator.questions import question
from adjudicator.review import reviewed
from adjudicator.settings import Settings, Switches
from adjudicator.shot import Gap, Layout, Shot
from adjudicator.state import State
from adjudicator.unknown_names import naming
from adjudicator.validity import balls_of
from adjudicator.verdict import Verdict
from adjudicator.worlds import worlds
from tests.conformance.situation import read_shot

NINE = Discipline.NINE_BALL
RULES = DISCIPLINES[NINE]


def shot_of(text: str) -> Shot:
    return read_shot(text, 1, BALL_SETS[NINE].object_balls)[0]


def unsure(shot: Shot, **confidence: float) -> Shot:
    """Return the shot with other confidences by kind of event."""
    events = tuple(
        replace(event, confidence=confidence.get(type(event).__name__, 1.0))
        for event in shot.events
    )
    return replace(shot, events=events)


def ruling(
    shot: Shot, entered: Entered = NOTHING_ENTERED, settings: Settings | None = None
) -> Verdict:
    state: State = RULES.opening(settings or Settings(), shot.before)
    return reviewed(RULES.judge, state, shot, entered, NINE)


def asked(verdict: Verdict) -> str:
    return " ".join(text.en for text in verdict.questions)


def doubtful(shot: Shot, *events: Event) -> Shot:
    return replace(shot, doubtful=events)


def test_a_sure_shot_is_called_with_certainty() -> None:
    verdict = ruling(shot_of("table 2 5 9; hit 2; drop 2"))
    assert (verdict.confidence, verdict.questions) == (1.0, ())


def test_an_unsure_first_contact_is_no_foul_called_alone() -> None:
    shot = shot_of("table 2 5 9; hit 5; hit 2; rail 2 foot")
    verdict = ruling(unsure(shot, Contact=0.9))
    assert verdict.needs_review
    assert verdict.confidence == pytest.approx(0.9)
    assert "did the cue ball and the 5 touch (90 %)?" in asked(verdict)


@pytest.mark.parametrize(
    ("rail_t", "asks"), [(1.9999, True), (2.0, True), (2.0015, True), (1.95, False)]
)
def test_a_rail_at_the_time_of_the_contact_may_be_before_or_after_it(
    rail_t: float, asks: bool
) -> None:
    shot = shot_of(f"table 2 5 9; @{rail_t} rail cue foot; @2.0 hit 2")
    assert ruling(shot).needs_review is asks


def test_a_rail_at_the_time_of_the_contact_does_not_matter_beside_another() -> None:
    shot = shot_of("table 2 5 9; @2.0 hit 2; @2.0 rail cue foot; rail 2 left")
    assert ruling(shot).confidence == pytest.approx(1)


def test_a_ball_that_moved_was_touched() -> None:
    """Its rail proves the contact, however weak the contact itself was seen."""
    shot = shot_of("table 2 5 9; hit 5; hit 2; rail 5 foot")
    verdict = ruling(unsure(shot, Contact=0.6))
    assert [foul.clause.id for foul in verdict.fouls] == ["nine.7"]
    assert verdict.confidence == pytest.approx(1)
    assert verdict.questions == ()


def test_a_ball_that_is_gone_dropped() -> None:
    """The layout after the shot proves the drop."""
    shot = unsure(shot_of("table 2 5 9; hit 2; rail cue foot; drop 2"), Pocketed=0.6)
    left = {ball: xy for ball, xy in shot.after.balls.items() if ball != Ball("2")}
    verdict = ruling(replace(shot, after=Layout(left)))
    assert verdict.confidence == pytest.approx(1)
    assert verdict.next.shooter is verdict.shooter


def test_a_ball_that_still_lies_there_did_not_drop() -> None:
    shot = shot_of("table 2 5 9; hit 2; rail 2 left")
    ghost = Pocketed(t=1.5, ball=CUE_BALL, pocket=PocketName.FOOT_LEFT, confidence=0.4)
    verdict = ruling(doubtful(shot, ghost))
    assert verdict.legal
    assert verdict.questions == ()


def test_what_the_shot_itself_leaves_unexplained_is_no_objection() -> None:
    shot = unsure(shot_of("table 2 5 9; hit 2; rail 9 left"), RailTouch=0.7)
    assert ruling(shot).confidence == pytest.approx(0.7)


def test_contradictions_are_found_by_ball() -> None:
    shot = shot_of(
        "table 2 5 6 7 9; moving 7; rail 9 left; open 2 5; rail 2 left; "
        "touch 6 hand 5; rail 6 left; rail 7 foot; drop 2; back 2; rest 5; off 5"
    )
    found = {(what, ball.name) for what, ball in contradictions(shot)}
    assert found == {("moves", "9"), ("there", "5")}
    gone = replace(shot, after=Layout({CUE_BALL: Point(0, 0), Ball("2"): Point(0, 0)}))
    found = {(what, ball.name) for what, ball in contradictions(gone)}
    assert found == {("moves", "9"), ("gone", "6"), ("gone", "7"), ("gone", "9")}


def test_a_foul_in_every_world_is_called() -> None:
    verdict = ruling(unsure(shot_of("table 2 5 9; hit 5; rail 5 foot"), Contact=0.9))
    assert [foul.clause.id for foul in verdict.fouls] == ["nine.7"]
    assert verdict.questions == ()


def test_an_unsure_event_that_changes_nothing_does_not_matter() -> None:
    shot = shot_of("table 2 5 9; hit 2; rail 2 left; rail 2 foot; drop 2")
    verdict = ruling(unsure(shot, RailTouch=0.6))
    assert verdict.questions == ()
    assert verdict.confidence == pytest.approx(1)


def test_the_only_rail_decides_between_legal_and_foul() -> None:
    verdict = ruling(unsure(shot_of("table 2 5 9; hit 2; rail 2 left"), RailTouch=0.8))
    assert verdict.legal
    assert verdict.confidence == pytest.approx(0.8)
    assert "did the 2 reach the left rail (80 %)?" in asked(verdict)
    assert "Otherwise: 1.10 s: after contact with the 2" in asked(verdict)


def test_the_probability_is_the_sum_over_the_worlds_of_the_same_ruling() -> None:
    shot = shot_of("table 2 5 9; hit 2; rail 2 left; rail cue foot")
    verdict = ruling(unsure(shot, RailTouch=0.8))
    assert verdict.confidence == pytest.approx(1 - 0.2 * 0.2)


def test_many_unsure_rails_are_weighed_together() -> None:
    rails = "; ".join("rail 2 left; rail 2 right" for _ in range(8))
    shot = unsure(shot_of(f"table 2 5 9; hit 2; {rails}"), RailTouch=0.6)
    verdict = ruling(shot)
    assert verdict.confidence == pytest.approx(1 - 0.4**16)
    assert verdict.questions == ()


def test_among_many_unsure_rails_one_event_decides() -> None:
    rails = "; ".join("rail 2 left; rail 2 right" for _ in range(8))
    shot = unsure(shot_of(f"table 2 5 9; hit 2; {rails}"), RailTouch=0.6)
    ghost = Pocketed(t=1.5, ball=CUE_BALL, pocket=PocketName.FOOT_LEFT, confidence=0.3)
    verdict = ruling(replace(doubtful(shot, ghost), after=Layout({})))
    assert verdict.confidence == pytest.approx(0.7, abs=1e-4)
    assert "did the cue ball fall" in asked(verdict)


def test_many_unsure_rails_that_decide_together_are_not_enough() -> None:
    rails = "; ".join(["rail 2 left"] * 9)
    shot = unsure(shot_of(f"table 2 5 9; hit 2; {rails}"), RailTouch=0.55)
    verdict = ruling(shot, settings=Settings(call_at=0.9999))
    assert verdict.confidence == pytest.approx(1 - 0.45**9)
    assert verdict.needs_review


def test_a_doubtful_event_left_out_is_let_in() -> None:
    shot = shot_of("table 2 5 9; hit 2; rail 2 left")
    ghost = Pocketed(t=1.5, ball=CUE_BALL, pocket=PocketName.FOOT_LEFT, confidence=0.3)
    verdict = ruling(replace(doubtful(shot, ghost), after=Layout({})))
    assert verdict.legal
    assert verdict.confidence == pytest.approx(0.7)
    assert "did the cue ball fall into the foot-left pocket (30 %)?" in asked(verdict)


def test_a_faint_doubt_is_weighed_and_not_asked_about() -> None:
    shot = shot_of("table 2 5 9; hit 2; rail 2 left")
    ghost = OffTable(t=1.5, ball=Ball("5"), confidence=0.01)
    rest = Rest(t=1.6, ball=Ball("5"), confidence=0.4)
    verdict = ruling(replace(doubtful(shot, ghost, rest), after=Layout({})))
    assert verdict.questions == ()
    assert verdict.confidence == pytest.approx(0.99)


def test_a_rival_of_a_kept_contact_takes_its_place() -> None:
    shot = unsure(shot_of("table 2 5 9; hit 5; rail cue foot"), Contact=0.6)
    (contact,) = [e for e in shot.events if isinstance(e, Contact)]
    near = Contact(t=contact.t + 0.01, balls=(CUE_BALL, Ball("2")), confidence=0.4)
    far = Contact(t=contact.t + 0.02, balls=(CUE_BALL, Ball("9")), confidence=0.2)
    verdict = ruling(doubtful(shot, near, far))
    assert not verdict.legal
    assert verdict.confidence == pytest.approx(0.6 + 0.4 * 0.2 / 0.6)
    assert verdict.fouls[0].events == (contact,)


def test_a_ruling_by_a_rival_points_at_no_event_of_the_shot() -> None:
    shot = unsure(shot_of("table 2 5 9; hit 2; rail 5 foot"), Contact=0.3)
    (contact,) = [e for e in shot.events if isinstance(e, Contact)]
    other = Contact(t=contact.t, balls=(CUE_BALL, Ball("5")), confidence=0.7)
    verdict = ruling(doubtful(shot, other))
    assert not verdict.legal
    assert verdict.fouls[0].events == ()


def test_a_rival_must_be_near_and_share_a_ball() -> None:
    shot = unsure(shot_of("table 2 5 9; hit 2; rail 2 foot; drop 2"), RailTouch=0.6)
    late = RailTouch(t=5.0, ball=Ball("2"), rail=Rail.LEFT, confidence=0.2)
    other = RailTouch(t=1.2, ball=Ball("5"), rail=Rail.LEFT, confidence=0.2)
    assert ruling(doubtful(shot, other, late)).confidence == pytest.approx(1)


def test_a_gap_before_the_first_contact_leaves_it_open() -> None:
    shot = shot_of("table 2 5 9; @2.0 hit 5; rail 5 foot")
    verdict = ruling(replace(shot, not_seen=(Gap(1.2, 1.6, "hand"),)))
    assert verdict.needs_review
    assert "1.20 s to 1.60 s was not seen (hand)" in asked(verdict)


def test_a_gap_may_hide_the_rail_that_is_missing() -> None:
    shot = shot_of("table 2 5 9; hit 2")
    verdict = ruling(replace(shot, not_seen=(Gap(1.3, 1.5, "frames dropped"),)))
    assert verdict.fouls
    assert verdict.needs_review


def test_a_gap_after_all_was_decided_does_not_matter() -> None:
    shot = shot_of("table 2 5 9; hit 2; drop 2")
    verdict = ruling(replace(shot, not_seen=(Gap(1.5, 2.0, "hand"),)))
    assert verdict.questions == ()


def test_a_gap_outside_the_shot_does_not_matter() -> None:
    shot = shot_of("table 2 5 9; hit 2")
    verdict = ruling(replace(shot, not_seen=(Gap(0.0, 0.9, "hand"),)))
    assert verdict.questions == ()


def test_a_gap_over_a_table_without_balls_hides_nothing() -> None:
    shot = shot_of("table 2 5 9; none")
    state = RULES.opening(Settings(), shot.before)
    bare = replace(shot, before=Layout({}), not_seen=(Gap(1.0, 2.0, "hand"),))
    verdict = reviewed(RULES.judge, state, bare, NOTHING_ENTERED, NINE)
    assert verdict.questions == ()


def test_an_overrule_ends_all_doubt() -> None:
    shot = unsure(shot_of("table 2 5 9; hit 5; rail 5 foot"), Contact=0.6)
    verdict = ruling(shot, Entered(overrule=Overrule(legal=True)))
    assert (verdict.legal, verdict.questions) == (True, ())


@pytest.mark.parametrize(
    ("switch", "asks"), [("human", True), ("favour_shooter", False)]
)
def test_two_balls_hit_at_once_follow_the_switch(switch: str, asks: bool) -> None:
    verdict = ruling(
        shot_of("table 2 5 9; hit 2+5; rail 2 foot"),
        settings=Settings(switches=Switches(split_hit=switch)),
    )
    assert verdict.legal
    assert verdict.needs_review is asks


def with_unknown(text: str, **identity: dict[str, float]) -> Shot:
    """Return the shot in which the 9 and, by belief, others are unknown."""
    shot = shot_of(text)
    names = {ball.replace("_", "-"): belief for ball, belief in identity.items()}
    return replace(shot, identity={Ball(n): b for n, b in names.items()})


def nine_state(*balls: str) -> State:
    layout = Layout({Ball(name): Point(0, 0) for name in balls})
    state: State = RULES.opening(Settings(), layout)
    return state


def test_an_unknown_ball_takes_the_likeliest_name_and_is_called_if_it_is_sure() -> None:
    shot = with_unknown(
        "table 2 ball-1 9; hit ball-1; rail ball-1 foot",
        ball_1={"5": 0.999, "2": 0.0, "1": 0.001},
    )
    verdict = reviewed(
        RULES.judge, nine_state("2", "5", "9"), shot, NOTHING_ENTERED, NINE
    )
    assert [foul.clause.id for foul in verdict.fouls] == ["nine.7"]
    assert verdict.fouls[0].events == (shot.events[1],)
    assert verdict.questions == ()


def test_an_unknown_ball_that_decides_is_asked_about() -> None:
    shot = with_unknown(
        "table 5 ball-1 9; hit ball-1; rail ball-1 foot; frozen ball-1 left",
        ball_1={"6": 0.7, "2": 0.3},
    )
    state = nine_state("2", "5", "6", "9")
    verdict = reviewed(RULES.judge, state, shot, NOTHING_ENTERED, NINE)
    assert verdict.needs_review
    assert "Which ball is the 6" in asked(verdict) or "ball 1" in asked(verdict)


def test_two_unknown_balls_never_have_one_name() -> None:
    belief = {"5": 0.5, "6": 0.5}
    shot = with_unknown(
        "table 2 ball-1 ball-2 9; hit 2; hit 2 ball-1; hit ball-1 ball-2; drop ball-1",
        ball_1=belief,
        ball_2=belief,
    )
    state = nine_state("2", "5", "6", "9")
    verdict = reviewed(RULES.judge, state, shot, NOTHING_ENTERED, NINE)
    assert verdict.legal


def test_an_unknown_ball_for_which_no_name_is_left_is_asked_about() -> None:
    shot = shot_of("table 1 2 3 4 5 6 7 8 9 ball-1; hit ball-1; rail ball-1 foot")
    state = RULES.opening(Settings(), shot.before)
    verdict = reviewed(RULES.judge, state, shot, NOTHING_ENTERED, NINE)
    assert "Which ball is the ball 1?" in asked(verdict)
    assert verdict.confidence == 0


def test_everything_about_an_unknown_ball_gets_its_name() -> None:
    one, two = Ball("ball-1"), Ball("ball-2")
    shot = shot_of(
        "table ball-1 ball-2 9; pair ball-1 ball-2; open ball-1 9; drop ball-1"
    )
    contact = Contact(t=1.05, balls=(CUE_BALL, one), moving=frozenset({one}))
    events = sorted((*shot.events, contact), key=lambda event: event.t)
    shot = replace(
        shot,
        events=tuple(events),
        identity={one: {"6": 1.0}, two: {"5": 1.0}},
    )
    named = naming(nine_state("5", "6", "9"), shot, NINE).shot
    assert named.before.frozen_pairs == {(Ball("5"), Ball("6"))}
    seen = [ball for event in named.events for ball in balls_of(event)]
    assert Ball("6") in seen
    assert not any(ball.is_unknown for ball in seen)
    assert Contact(
        t=1.05, balls=(CUE_BALL, Ball("6")), moving=frozenset({Ball("6")})
    ) in (named.events)


def test_a_rival_takes_the_place_of_the_nearest() -> None:
    shot = shot_of("table 2 5 9; @1.10 hit 5; @1.14 hit 5; rail 5 foot")
    shot = unsure(shot, Contact=0.6)
    near = Contact(t=1.11, balls=(CUE_BALL, Ball("2")), confidence=0.3)
    doubts = event_doubts(doubtful(shot, near))
    assert [len(doubt.answers) for doubt in doubts] == [3, 2]


def test_worlds_come_in_order_of_probability_and_sum_to_one() -> None:
    doubts = [
        Doubt(CUE_BALL, ((0.7, Change()), (0.2, Change()), (0.1, Change()))),
        Doubt(CUE_BALL, ((0.9, Change()), (0.1, Change()))),
        Doubt(CUE_BALL, ((1.0, Change()),)),
    ]
    found = [p for p, _ in worlds(doubts)]
    assert found == sorted(found, reverse=True)
    assert len(found) == 6
    assert math.fsum(found) == pytest.approx(1)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ForeignContact(t=1.0, ball=Ball("3"), with_="chalk"), "leave the table"),
        (Touched(t=1.0, ball=Ball("3"), by=Intruder.HAND), "look at the 3"),
        (
            Crossing(t=1.0, ball=CUE_BALL, line=Line.HEAD, toward=Rail.FOOT),
            "look at the cue ball",
        ),
    ],
)
def test_every_doubt_can_be_asked_in_words(event: Event, text: str) -> None:
    asked = question(Doubt(event, ())).text
    assert text in asked.en
    assert "{" not in asked.ru


def test_judging_with_many_doubts_stays_quick() -> None:
    rails = "; ".join(["rail 2 left; hit cue 5; hit 5 9; rail 9 right"] * 10)
    shot = unsure(shot_of(f"table 2 5 9; hit 2; {rails}"), RailTouch=0.7, Contact=0.7)
    start = time.perf_counter()
    ruling(shot)
    assert time.perf_counter() - start < 1


def test_more_worlds_than_are_weighed_leave_the_rest_open() -> None:
    drops = "; ".join(f"drop {n}" for n in (*range(1, 10), "cue"))
    shot = unsure(shot_of(f"hit 1; {drops}"), Pocketed=0.5)
    verdict = ruling(shot, settings=Settings(call_at=0.6))
    assert verdict.needs_review
    assert verdict.confidence < 0.5
