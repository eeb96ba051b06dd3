"""How probable each answer to a question about a shot is."""

from dataclasses import replace

import pytest

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.doubts import Change, event_doubts, gap_doubts, order_doubts
from adjudicator.events import Contact
from adjudicator.inputs import NOTHING_ENTERED
from adjudicator.questions import question
from adjudicator.review import reviewed
from adjudicator.settings import Settings
from adjudicator.shot import Gap, Shot
from tests.conformance.situation import read_shot


def shot_of(text: str) -> Shot:
    return read_shot(text, 1, BALL_SETS[Discipline.NINE_BALL].object_balls)[0]


def rival_of(text: str, t: float) -> Contact:
    """Return the kept contact whose place a doubtful one takes."""
    shot = shot_of(text)
    kept = tuple(replace(event, confidence=0.6) for event in shot.events)
    rival = Contact(t=t, balls=(CUE_BALL, Ball("2")), confidence=0.3)
    doubts = event_doubts(replace(shot, events=kept, doubtful=(rival,)))
    (contested,) = (d.about for d in doubts if len(d.answers) == 3)
    assert isinstance(contested, Contact)
    return contested


@pytest.mark.parametrize(
    ("t", "taken"), [(1.11, 1.10), (1.13, 1.14), (1.125, 1.10), (1.15, 1.14)]
)
def test_the_nearest_is_contested_and_of_two_as_near_the_first(
    t: float, taken: float
) -> None:
    text = "table 2 5 9; @1.10 hit 5; @1.14 hit 9; rail 5 foot"
    if t == 1.125:
        text = "table 2 5 9; @1.0625 strike cue; @1.10 hit 5; @1.15 hit 9"
    assert rival_of(text, t).t == taken


@pytest.mark.parametrize(("seconds", "p"), [(0.4, 0.2), (3.0, 0.5)])
def test_the_longer_nobody_looks_the_more_may_have_happened(
    seconds: float, p: float
) -> None:
    shot = shot_of("table 2 5 9; hit 2; rail 2 foot; @9 rail 5 foot")
    gap = Gap(2.0, 2.0 + seconds, "hand")
    (doubt,) = gap_doubts(replace(shot, not_seen=(gap,)))
    chances = {change == Change(): chance for chance, change in doubt.answers}
    assert chances == {True: pytest.approx(1 - p), False: pytest.approx(p)}


def test_a_gap_over_a_whole_shot_may_hide_a_contact_and_the_rail_after_it() -> None:
    shot = shot_of("table 2 5; none")
    gap = Gap(shot.t_start, shot.t_start + 4.0, "hand")
    (doubt,) = gap_doubts(replace(shot, t_end=gap.t_to, not_seen=(gap,)))
    kinds = [
        tuple(type(e).__name__ for e in change.admit) for _, change in doubt.answers
    ]
    assert kinds.count(("Contact",)) == 2
    assert kinds.count(("Contact", "RailTouch")) == 2
    assert sum(p for p, _ in doubt.answers) == pytest.approx(1)


@pytest.mark.parametrize(("apart", "p"), [(0.0, 0.5), (0.0005, 0.375), (0.0015, 0.125)])
def test_the_nearer_a_rail_is_to_the_contact_the_less_the_order_is_known(
    apart: float, p: float
) -> None:
    shot = shot_of(f"table 2 5 9; @2 hit 2; @{2 + apart} rail cue foot")
    (doubt,) = order_doubts(shot)
    assert doubt.answers[0] == (pytest.approx(1 - p), Change())


def test_what_is_just_sure_enough_is_called_without_weighing() -> None:
    shot = shot_of("table 2 5 9; hit 2; drop 2; rail cue left")
    last = replace(shot.events[-1], confidence=0.8)
    shot = replace(shot, events=(*shot.events[:-1], last))
    rules = DISCIPLINES[Discipline.NINE_BALL]
    for call_at, confidence in ((0.8, 0.8), (0.81, 1.0)):
        state = rules.opening(Settings(call_at=call_at), shot.before)
        verdict = reviewed(
            rules.judge, state, shot, NOTHING_ENTERED, Discipline.NINE_BALL
        )
        assert verdict.confidence == pytest.approx(confidence)
        assert verdict.questions == ()


def test_what_is_just_sure_enough_once_weighed_is_called() -> None:
    shot = shot_of("table 2 5 9; hit 2; rail 2 left; hit 2 5")
    *start, rail, late = shot.events
    events = (*start, replace(rail, confidence=0.75), replace(late, confidence=0.5))
    shot = replace(shot, events=events)
    rules = DISCIPLINES[Discipline.NINE_BALL]
    for call_at, asks in ((0.75, False), (0.76, True)):
        state = rules.opening(Settings(call_at=call_at), shot.before)
        verdict = reviewed(
            rules.judge, state, shot, NOTHING_ENTERED, Discipline.NINE_BALL
        )
        assert verdict.confidence == 0.75
        assert verdict.needs_review == asks


@pytest.mark.parametrize(
    ("why", "russian"),
    [("covered", "закрыто рукой"), ("pictures were lost", "потеряны кадры")],
)
def test_why_nothing_was_seen_is_said_in_both_languages(why: str, russian: str) -> None:
    shot = shot_of("table 2 5; none")
    gap = Gap(shot.t_start, shot.t_start + 4.0, why)
    (doubt,) = gap_doubts(replace(shot, t_end=gap.t_to, not_seen=(gap,)))
    text = question(doubt).text
    assert why in text.en
    assert russian in text.ru
    assert why not in text.ru
