"""A match is a fold: undo, overrule, replay and choices follow from it."""

from dataclasses import replace

import pytest

from adjudicator.balls import BALL_SETS, CUE_BALL, Ball, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.errors import InvalidShotError
from adjudicator.events import Point
from adjudicator.inputs import Choice, Entered, Option, Overrule
from adjudicator.match import Match
from adjudicator.players import Seat
from adjudicator.settings import Settings
from adjudicator.shot import Layout
from adjudicator.state import Phase
from adjudicator.table import TABLES, TableKind
from adjudicator.validity import refuse_impossible
from tests.conformance.situation import read_shot


def played(match: Match, *texts: str) -> Match:
    for text in texts:
        number = len(match.rulings) + 1
        shot, entered, choice, _ = read_shot(text, number, match.state.on_table)
        if choice is not None:
            match = match.choose(choice)
        match = match.play(shot, entered)
    return match


def nine_ball(**settings: object) -> Match:
    return Match(Discipline.NINE_BALL, Settings(**settings))  # type: ignore[arg-type]


def test_a_match_begins_with_the_break_of_the_breaker() -> None:
    state = nine_ball(breaker=Seat.B).state
    assert (state.phase, state.shooter) == (Phase.BREAK, Seat.B)


def test_a_match_without_a_breaker_begins_with_the_lag() -> None:
    assert nine_ball(breaker=None).state.phase is Phase.LAG


def test_undo_takes_back_the_last_shot() -> None:
    one = played(nine_ball(), "hit 1; drop 4")
    two = played(one, "hit 1; drop 1")
    assert two.undo() == one


def test_an_undone_shot_changes_nothing() -> None:
    match = played(nine_ball(), "hit 1; drop 4", "undo; drop cue")
    assert match.state == played(nine_ball(), "hit 1; drop 4").state


def test_an_annulled_shot_is_played_again_by_the_same_player() -> None:
    before = played(nine_ball(), "hit 1; drop 4")
    assert played(before, "replay; drop cue").state == before.state


def test_an_overrule_changes_everything_after_it() -> None:
    match = played(nine_ball(), "hit 1; drop 4", "hit 5; rail 5 foot")
    assert match.state.shooter is Seat.B
    corrected = match.overrule(2, Overrule(legal=True, pocketed=(Ball("5"),)))
    assert corrected.state.shooter is Seat.A
    assert Ball("5") not in corrected.state.on_table
    assert corrected.rulings[1].verdict is not None
    assert corrected.rulings[1].verdict.fouls == ()


def test_judging_again_from_the_same_shots_gives_the_same_match() -> None:
    match = played(
        nine_ball(),
        "hit 1; drop 4",
        "declare push_out; none",
        "choose pass_back B; hit 1; rail 1 foot",
    )
    turns = [(r.shot, r.entered, r.choice) for r in match.rulings]
    again = match.replayed(turns)
    assert again.state == match.state
    assert [r.verdict for r in again.rulings] == [r.verdict for r in match.rulings]


def test_only_an_option_of_the_verdict_can_be_chosen() -> None:
    match = played(nine_ball(), "hit 1; drop 4")
    with pytest.raises(InvalidShotError, match="pass_back cannot be chosen"):
        match.choose(Choice(option=Option.PASS_BACK))


def test_only_the_player_who_may_choose_chooses() -> None:
    match = played(nine_ball(), "hit 1; drop 4", "declare push_out; none")
    with pytest.raises(InvalidShotError, match="player B chooses"):
        match.choose(Choice(option=Option.ACCEPT, by=Seat.A))


def test_after_the_match_no_shot_is_judged() -> None:
    match = played(nine_ball(racks_to=1), "hit 1; drop 9")
    assert match.winner is Seat.A
    with pytest.raises(InvalidShotError, match="the match is over"):
        played(match, "hit 1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("table 1 2 3; hit 1", "must be on the table"),
        ("hit 1; drop 4; drop 4", "already pocketed"),
        ("hit 12", "12 is not on the table"),
    ],
)
def test_an_impossible_shot_is_refused(text: str, reason: str) -> None:
    match = nine_ball()
    with pytest.raises(InvalidShotError, match=reason):
        played(match, text)
    assert match.rulings == ()


def test_a_ball_that_is_down_cannot_be_hit_later() -> None:
    match = played(nine_ball(), "hit 1; drop 4")
    shot, _, _, _ = read_shot("hit 1; hit 1 4", 2, nine_ball().state.on_table)
    with pytest.raises(InvalidShotError, match="4 cannot be on the table"):
        match.play(shot)


def test_a_recording_may_start_in_the_middle_of_a_rack() -> None:
    shot, _, _, _ = read_shot("table 5 9; hit 5; drop 5", 1, [])
    match = Match.beginning(Discipline.NINE_BALL, Settings(), shot).play(shot)
    assert match.state.on_table == {Ball("9")}
    assert match.state.shooter is Seat.A


def test_a_new_match_starts_with_the_first_break() -> None:
    shot, _, _, _ = read_shot("hit 1; drop 4", 1, nine_ball().state.on_table)
    assert CUE_BALL in shot.before
    match = Match.beginning(Discipline.NINE_BALL, Settings(), shot)
    assert match.state.phase is Phase.BREAK


def test_entries_of_an_unknown_shot_cannot_be_amended() -> None:
    with pytest.raises(InvalidShotError, match="no shot 7"):
        nine_ball().amend(7, Entered())


@pytest.mark.parametrize("balls", ["table cue", "table ball-1"])
def test_nine_ball_without_a_numbered_ball_has_no_ball_on(balls: str) -> None:
    rules = DISCIPLINES[Discipline.NINE_BALL]
    shot, entered, _, _ = read_shot(f"{balls}; rail cue foot", 1, [])
    state = rules.opening(Settings(), shot.before)
    assert state.on_table == frozenset()
    verdict = rules.judge(state, shot, entered)
    assert [foul.clause.id for foul in verdict.fouls] == ["nine.7"]
    assert "the balls on were none" in verdict.reasons.en
    assert verdict.next.ball_on == ()


@pytest.mark.parametrize("game", list(Discipline))
def test_the_balls_on_the_table_never_become_a_mutable_set(game: Discipline) -> None:
    match = Match(game, Settings())
    name = sorted(match.state.on_table)[0].name
    cue = BALL_SETS[game].cue_ball or sorted(match.state.on_table)[-1]
    shot, _, _, _ = read_shot(f"hit {name}; drop {name}", 1, match.state.on_table, cue)
    rules = DISCIPLINES[game]
    state = rules.opening(Settings(), shot.before)
    assert type(state.on_table) is frozenset
    verdict = rules.judge(match.state, shot)
    assert type(rules.advance(match.state, verdict).on_table) is frozenset


@pytest.mark.parametrize("game", list(Discipline))
def test_a_disturbed_shot_leaves_everything_as_it_was(game: Discipline) -> None:
    match = Match(game, Settings())
    name, *_, cue = sorted(match.state.on_table)
    shot, entered, _, _ = read_shot(
        f"saw interference; hit {name}; drop {name}",
        1,
        match.state.on_table,
        BALL_SETS[game].cue_ball or cue,
    )
    rules = DISCIPLINES[game]
    verdict = rules.judge(match.state, shot, entered)
    assert verdict.replay
    after, before = rules.advance(match.state, verdict), match.state
    assert (after.phase, after.shooter) == (before.phase, before.shooter)
    assert (after.on_table, after.cue_ball) == (before.on_table, before.cue_ball)


@pytest.mark.parametrize("game", list(Discipline))
def test_the_shots_of_a_rack_are_counted(game: Discipline) -> None:
    rules = DISCIPLINES[game]
    state = replace(rules.opening(Settings()), phase=Phase.PLAY, shots=3)
    name, *_, cue = sorted(state.on_table)
    text = f"hit {name}; rail {name} foot; rail cue left"
    shot, entered, _, _ = read_shot(
        text.replace("cue", (BALL_SETS[game].cue_ball or cue).name),
        1,
        state.on_table,
        BALL_SETS[game].cue_ball or cue,
    )
    assert rules.advance(state, rules.judge(state, shot, entered)).shots == 4


def test_a_position_that_nobody_can_restore_is_broken_again() -> None:
    match = played(nine_ball(breaker=Seat.B), "hit 1; drop 4; drop 5")
    again = played(match, "saw not_restorable; hit 1; drop 1").state
    assert (again.phase, again.shooter) == (Phase.BREAK, Seat.B)
    assert again.on_table == nine_ball().state.on_table


def lying(match: Match, **places: Point) -> Layout:
    """Return the balls of a state somewhere, some of them at given places."""
    spread = {
        ball: Point(0.1 * index - 0.7, 0.3)
        for index, ball in enumerate(sorted(match.state.on_table))
    }
    named = {Ball(name.removeprefix("b")): xy for name, xy in places.items()}
    return Layout({**spread, **named})


def test_a_ball_put_back_is_looked_for_before_the_next_shot() -> None:
    match = played(nine_ball(), "hit 1; drop 9; drop cue")
    foot = TABLES[TableKind.POOL_9FT].foot_spot.x
    assert match.standing(lying(match, b9=Point(foot, 0.004))) == ()
    (off,) = match.standing(lying(match, b9=Point(foot, 0.012)))
    assert off.text.en == "The 9 was spotted 12 mm off its place (pool.26.1)."
    (gone,) = match.standing(Layout({CUE_BALL: Point(0, 0)}))
    assert gone.text.en.startswith("The 9 was to be spotted and is not on the table")
    assert match.standing(Layout({})) == ()


def test_a_rack_is_looked_at_before_the_break() -> None:
    match = nine_ball()
    text = "rack 1 2 3 4 5 9 6 7 8; none"
    shot, _, _, _ = read_shot(text, 1, match.state.on_table)
    assert "nine.2.1" in " ".join(one.text.en for one in match.standing(shot.before))


def test_after_the_next_shot_nothing_waits_to_be_put_back() -> None:
    match = played(nine_ball(), "hit 1; drop 9; drop cue", "at 9 0.635 0; hit 1")
    assert match.state.spots == ()
    assert match.standing(lying(match)) == ()


def test_a_new_rack_leaves_nothing_to_be_put_back() -> None:
    match = played(nine_ball(), "hit 1; drop 9; drop cue")
    again = played(match, "at 9 0.635 0; saw not_restorable; hit 1")
    assert again.state.spots == ()


@pytest.mark.parametrize("phase", [Phase.LAG, Phase.PLAY])
@pytest.mark.parametrize("text", ["lag; ", "table 1 2; "])
def test_a_lag_is_never_refused_for_its_balls(phase: Phase, text: str) -> None:
    state = replace(nine_ball().state, phase=phase)
    shot, _, _, _ = read_shot(f"{text}strike 1 left; rail 1 foot", 1, [])
    if phase is Phase.LAG or text == "lag; ":
        refuse_impossible(state, shot, Discipline.NINE_BALL)
        return
    with pytest.raises(InvalidShotError):
        refuse_impossible(state, shot, Discipline.NINE_BALL)
