"""Details that no ruling as a whole shows: evidence, borders, parts of a vector."""

from dataclasses import replace

import pytest

from adjudicator.balls import BALL_SETS, Discipline
from adjudicator.disciplines import nine_ball
from adjudicator.disciplines.pyramid_near import _parts
from adjudicator.doubts import gap_doubts
from adjudicator.events import Point, Strike, Touched
from adjudicator.inputs import NOTHING_ENTERED
from adjudicator.settings import Settings
from adjudicator.shot import Gap, Shot
from adjudicator.state import Phase
from adjudicator.verdict import CueBallPlace
from tests.conformance.situation import read_shot

BALLS = BALL_SETS[Discipline.NINE_BALL].object_balls


def shot_of(text: str) -> Shot:
    return read_shot(text, 1, BALLS)[0]


def test_the_strike_is_the_evidence_of_a_wrong_place() -> None:
    state = replace(
        nine_ball.opening(Settings()),
        phase=Phase.PLAY,
        cue_ball=CueBallPlace.BEHIND_HEAD_STRING,
    )
    shot = shot_of("table 2 5 9; at 2 0.3 0.1; at cue 0.0 0.1; hit 2; rail 2 foot")
    verdict = nine_ball.judge(state, shot, NOTHING_ENTERED)
    (foul,) = (f for f in verdict.fouls if f.clause.id == "pool.14.3")
    assert [type(event) for event in foul.events] == [Strike]


def test_parts_of_a_slanted_vector_along_and_across() -> None:
    along, across = _parts(Point(3.0, 4.0), Point(0.0, 0.0), Point(0.6, 0.8))
    assert along == pytest.approx(5.0)
    assert across == pytest.approx(0.0)


def test_a_gap_that_begins_with_the_first_contact_may_hide_one() -> None:
    shot = shot_of("table 2 5 9; hit 2; rail 2 foot; @3.0 rail 5 foot")
    first = shot.first_contact
    assert first is not None
    at = gap_doubts(replace(shot, not_seen=(Gap(first.t, first.t + 0.2, "hand"),)))
    later = Gap(first.t + 1e-6, first.t + 0.2, "hand")
    after = gap_doubts(replace(shot, not_seen=(later,)))
    assert len(at) == len(after) + 1


def test_a_ball_moved_by_just_what_is_noticeable_is_a_sure_foul() -> None:
    state = replace(nine_ball.opening(Settings()), phase=Phase.PLAY)
    shot = shot_of("table 2 5 9; hit 2; rail 2 foot; touch 5 sleeve 2")
    (touch,) = (e for e in shot.events if isinstance(e, Touched))
    assert touch.moved == 2 / 1000
    verdict = nine_ball.judge(state, shot, NOTHING_ENTERED)
    assert any(foul.events == (touch,) for foul in verdict.fouls)
