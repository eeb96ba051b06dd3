"""A match in progress is the same whatever order things came in."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.balls import Ball, Discipline
from adjudicator.events import Point
from adjudicator.players import Seat, Tally
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase
from cueref.session.entries import Entry
from cueref.session.errors import EntryRefusedError
from cueref.session.naming import names_on_the_table
from cueref.session.play import Play
from tests.adjudicator.play import played
from tests.session.scenes import bodies, setup_of, situation


def nine(*texts: str, **agreed: object) -> Play:
    play = Play(setup_of(Discipline.NINE_BALL, **agreed))
    for text in texts:
        shot = situation(text, play.coming, play.state.on_table)
        play = play.with_shot(shot)
    return play


def said(play: Play, **body: object) -> Play:
    return play.with_entry(Entry(len(play.entries) + 1, body))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), game=st.sampled_from(Discipline))
def test_rulings_do_not_depend_on_the_order_of_the_log(
    seed: int, game: Discipline
) -> None:
    match = played(seed, game, 8)
    dice = random.Random(seed)
    steps: list[Shot | Entry] = [ruling.shot for ruling in match.rulings]
    for number, body in enumerate(bodies(match), start=1):
        about = int(body.get("shot", body.get("after_shot")))
        # As in life: never before the shot before it, perhaps long after it.
        place = dice.randint(min(len(steps), about - 1), len(steps))
        steps.insert(place, Entry(number, body))
    start = Play(setup_of(game))
    play = start
    for step in steps:
        play = play.with_shot(step) if isinstance(step, Shot) else play.with_entry(step)
    whole = Play.of(start.setup, play.shots, play.entries)
    assert play.rulings == whole.rulings
    assert play.state == whole.state


def test_a_foul_seen_later_changes_what_follows() -> None:
    play = nine("hit 1; drop 4", "hit 1; drop 1", "hit 2; rail 2 foot")
    assert play.state.shooter is Seat.B
    changed = said(play, shot=1, observed="double_hit", player="A")
    assert changed.ruling(1).verdict is not None
    assert changed.ruling(2).before.shooter is Seat.B
    assert changed.state.shooter is Seat.A


def test_what_is_withdrawn_was_never_said() -> None:
    play = nine("hit 1; drop 4", "hit 1; drop 1")
    changed = said(play, shot=1, observed="double_hit")
    assert changed.rulings != play.rulings
    assert said(changed, withdraw=1).rulings == play.rulings


def test_a_shot_taken_back_can_be_given_again() -> None:
    play = nine("hit 1; drop 4", "hit 2; drop 9")
    gone = said(play, shot=2, undo=True)
    assert gone.ruling(2).verdict is None
    assert gone.state.shooter is Seat.A
    assert said(gone, shot=2, undo=False).rulings == play.rulings


def test_a_score_put_right_counts_from_there_on() -> None:
    play = said(nine("hit 1; drop 4"), after_shot=1, score={"A": 3, "B": 2})
    assert play.state.racks == Tally(3, 2)
    shot = situation("hit 1; drop 9", 2, play.state.on_table)
    assert play.with_shot(shot).state.racks == Tally(4, 2)


def test_a_score_put_right_before_the_first_shot_counts() -> None:
    play = said(nine(), after_shot=0, score={"A": 1, "B": 0})
    shot = situation("hit 1; drop 9", 1, play.state.on_table)
    assert play.with_shot(shot).state.racks == Tally(2, 0)


def test_a_score_put_right_can_win_the_match() -> None:
    play = said(nine("hit 1; drop 4", racks_to=3), after_shot=1, score={"A": 0, "B": 3})
    assert (play.winner, play.state.phase) == (Seat.B, Phase.OVER)


def test_a_ball_named_by_a_person_is_that_ball() -> None:
    play = nine("hit 1; drop 4", "hit 1; drop 3")
    changed = said(play, shot=2, name={"3": "9"})
    verdict = changed.ruling(2).verdict
    assert verdict is not None
    assert verdict.pocketed == (Ball("9"),)
    assert verdict.rack.winner is Seat.A


def test_an_event_that_did_not_happen_is_struck_out() -> None:
    play = nine("hit 1; drop 4", "hit 1; drop cue")
    index = len(play.shots[1].events) - 1
    changed = said(play, shot=2, event=index, happened=False)
    verdict = changed.ruling(2).verdict
    assert verdict is not None
    assert "pool.18" not in {foul.clause.id for foul in verdict.fouls}


@pytest.mark.parametrize(
    "body",
    [
        {"shot": 1, "observed": "sneeze"},
        {"shot": 1, "ball": "17"},
        {"shot": "one", "ball": "1"},
        {"after_shot": 1, "score": {"A": 1}},
        {"shot": 1, "overrule": {"fouls": ["nine.999"]}},
    ],
)
def test_what_cannot_be_read_is_refused(body: dict[str, object]) -> None:
    with pytest.raises(EntryRefusedError, match="entry 1"):
        nine("hit 1; drop 4").with_entry(Entry(1, body))


def names(before: Play, **body: object) -> dict[str, str]:
    swaps = names_on_the_table(before, said(before, **body))
    return {was.name: now.name for was, now in swaps.items()}


def test_balls_that_a_person_named_change_names_on_the_table() -> None:
    play = nine("hit 1; drop 4", "hit 1; rail 3 foot")
    assert names(play, shot=2, name={"3": "9"}) == {"3": "9", "9": "3"}
    assert names(play, shot=2, observed="warning") == {}


def test_a_name_that_is_withdrawn_goes_back() -> None:
    play = said(nine("hit 1; drop 4"), shot=1, name={"3": "9"})
    assert names(play, withdraw=1) == {"9": "3", "3": "9"}
    assert names(play, shot=1, name={"3": "5"}) == {"9": "5", "3": "9", "5": "3"}


def test_a_ball_named_later_is_followed_as_far_as_it_kept_its_place() -> None:
    play = nine("hit 1; drop 4", "hit 1; rail 3 foot")
    lies = Layout({Ball("3"): Point(0.1, 0), Ball("9"): Point(0.2, 0)})
    moved = Layout({Ball("3"): Point(0.1, 0.01), Ball("9"): Point(0.5, 0)})
    first, second = play.shots
    shots = (replace(first, after=lies), replace(second, before=moved))
    later = replace(play, shots=shots)
    swaps = names_on_the_table(later, said(later, shot=1, name={"3": "9"}))
    assert swaps == {Ball("3"): Ball("9")}
