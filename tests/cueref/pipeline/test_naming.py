import numpy as np
import pytest

from adjudicator.balls import CUE_BALL, Ball, Discipline
from cueref.pipeline.evidence import evidence_of
from cueref.pipeline.naming import Namer
from tracking.following.shots import SeenLooks, ShotWindow
from tracking.path import BallPath
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour


def looks(colour, *, striped=False, certainty=0.9995):
    rest = (1 - certainty) / (len(APPEARANCES) - 1)
    row = np.full(len(APPEARANCES), np.log(rest))
    row[INDEX_OF[Appearance(colour, striped=striped)]] = np.log(certainty)
    return row


def window(balls, cue_key=None, sightings=20):
    """Make a window; balls maps keys to (place, belief)."""
    t = np.arange(sightings) / 30
    paths = tuple(
        BallPath(
            key,
            t,
            np.arange(sightings),
            np.tile(place, (sightings, 1)),
            np.tile(np.eye(2) * 1e-6, (sightings, 1, 1)),
        )
        for key, (place, _) in balls.items()
    )
    places = {key: place for key, (place, _) in balls.items()}
    return ShotWindow(
        0.0,
        1.0,
        0.5,
        0.9,
        paths,
        cue_key,
        places,
        places,
        {
            key: SeenLooks(
                np.tile(place, (sightings, 1)),
                np.tile(belief, (sightings, 1)),
                np.zeros(sightings),
            )
            for key, (place, belief) in balls.items()
        },
        False,
        True,
    )


def test_colours_become_numbers():
    namer = Namer(Discipline.EIGHT_BALL)
    names = namer.name(
        window(
            {
                0: ((0, 0), looks(Colour.WHITE)),
                1: ((0.2, 0), looks(Colour.YELLOW)),
                2: ((0.4, 0), looks(Colour.YELLOW, striped=True)),
                3: ((0.6, 0), looks(Colour.BLACK)),
            }
        )
    )
    assert [names.by_key[k].name for k in range(4)] == ["cue", "1", "9", "8"]
    assert not names.posterior


def test_each_name_is_given_once_the_clearer_look_first():
    names = Namer(Discipline.NINE_BALL).name(
        window(
            {
                0: ((0, 0), looks(Colour.RED, certainty=0.95)),
                1: ((0.2, 0), looks(Colour.RED, certainty=0.6)),
            }
        )
    )
    assert names.by_key[0] is Ball("3")
    assert names.by_key[1] is not Ball("3")


def test_the_ball_that_starts_first_is_the_cue_ball_when_looks_do_not_tell():
    flat = np.full(len(APPEARANCES), -np.log(len(APPEARANCES)))
    names = Namer(Discipline.NINE_BALL).name(
        window({0: ((0, 0), flat), 1: ((0.2, 0), flat)}, cue_key=1)
    )
    assert names.by_key[1] is CUE_BALL


def test_a_ball_that_stayed_keeps_its_name_against_a_poor_look():
    namer = Namer(Discipline.EIGHT_BALL)
    namer.remember({Ball("5"): (0.3, 0.1)}, frozenset())
    names = namer.name(window({0: ((0.301, 0.1), looks(Colour.RED, certainty=0.35))}))
    assert names.by_key[0] is Ball("5")


def test_a_pocketed_name_gives_way_to_one_still_in_play():
    namer = Namer(Discipline.NINE_BALL)
    namer.remember({}, frozenset({Ball("7")}))
    half = np.logaddexp(looks(Colour.MAROON), looks(Colour.RED))
    names = namer.name(window({0: ((0, 0), half)}, sightings=4))
    assert names.by_key[0] is Ball("3")


def test_two_equal_balls_of_bonus_ball_are_no_doubt():
    names = Namer(Discipline.BONUS_BALL).name(
        window(
            {
                0: ((0, 0), looks(Colour.PURPLE)),
                1: ((1, 0), looks(Colour.PURPLE)),
                2: ((0, 0.5), looks(Colour.WHITE)),
            }
        )
    )
    assert {names.by_key[k].name for k in (0, 1)} <= {
        f"purple-{n}" for n in range(1, 5)
    }
    assert not names.posterior


def test_a_window_without_balls_has_no_names():
    assert not Namer(Discipline.PYRAMID).name(window({})).by_key


def test_two_balls_that_may_be_swapped_are_told():
    yellow = looks(Colour.YELLOW)
    striped = looks(Colour.YELLOW, striped=True)
    vague = np.logaddexp(yellow, striped)
    names = Namer(Discipline.EIGHT_BALL).name(
        window(
            {0: ((0, 0), vague), 1: ((0.2, 0), vague), 2: ((1, 0), looks(Colour.BLACK))}
        )
    )
    given = {names.by_key[0].name, names.by_key[1].name}
    assert given == {"1", "9"}
    told = names.posterior[0]
    assert told["1"] == pytest.approx(told["9"], abs=0.002)
    assert told["1"] > 0.48
    assert 2 not in names.posterior


def test_a_chain_of_three_names_is_weighed_as_a_whole():
    """Yellow or orange, orange or red, red or yellow: no two may be swapped."""
    names = Namer(Discipline.NINE_BALL).name(
        window(
            {
                0: ((0, 0), either(Colour.YELLOW, Colour.ORANGE)),
                1: ((0.2, 0), either(Colour.ORANGE, Colour.RED)),
                2: ((0.4, 0), either(Colour.RED, Colour.YELLOW)),
                3: ((0.6, 0), looks(Colour.WHITE)),
                4: ((0.8, 0), looks(Colour.YELLOW, striped=True)),
            }
        )
    )
    assert [names.by_key[k].name for k in range(3)] == ["1", "5", "3"]
    (p, chain), *rest = names.others
    assert chain == {Ball("1"): Ball("5"), Ball("5"): Ball("3"), Ball("3"): Ball("1")}
    assert p == pytest.approx((0.4 / 0.6) ** 3 / (1 + (0.4 / 0.6) ** 3), abs=0.03)
    assert all(other < 0.02 for other, _ in rest)
    assert names.posterior[0]["5"] == pytest.approx(p, abs=0.02)


def either(first, second):
    """Return looks of a ball that is likelier, six to four, the first colour."""
    parts = (looks(first) + np.log(0.6), looks(second) + np.log(0.4))
    return np.logaddexp(*parts)


def test_which_set_lies_on_the_table_is_as_doubtful_as_the_names():
    """A ball between pink and orange, another one purple: the 4 and 5, or 5 and 4."""
    names = Namer(Discipline.NINE_BALL).name(
        window(
            {
                0: ((0, 0), either(Colour.ORANGE, Colour.PINK)),
                1: ((0.2, 0), looks(Colour.PURPLE)),
                2: ((0.4, 0), looks(Colour.WHITE)),
                3: ((0.6, 0), looks(Colour.YELLOW, striped=True)),
            }
        )
    )
    assert [names.by_key[k].name for k in (0, 1)] == ["5", "4"]
    p, swap = names.others[0]
    assert swap == {Ball("5"): Ball("4"), Ball("4"): Ball("5")}
    assert p == pytest.approx(0.4, abs=0.02)


def test_pictures_of_a_still_ball_are_one_look_and_of_a_rolling_one_several():
    seen = looks(Colour.RED)
    places = np.column_stack([np.linspace(0, 1, 20), np.zeros(20)])
    rows, sharp = np.tile(seen, (20, 1)), np.zeros(20)
    still = evidence_of(SeenLooks(np.zeros((20, 2)), rows, sharp))
    rolling = evidence_of(SeenLooks(places, rows, sharp))
    assert still.weight == 1
    assert len(still.sides) == 1
    assert rolling.weight == 3
    assert len(rolling.sides) > 5


def test_smeared_sightings_tell_nothing_where_there_are_sharp_ones():
    red, white = looks(Colour.RED), looks(Colour.WHITE)
    rows = np.stack([red, white, white])
    streak = np.array([0.0, 0.05, 0.05])
    seen = evidence_of(SeenLooks(np.zeros((3, 2)), rows, streak))
    assert np.allclose(seen.mean, red)
    only = evidence_of(SeenLooks(np.zeros((2, 2)), rows[1:], streak[1:]))
    assert np.allclose(only.mean, white)
