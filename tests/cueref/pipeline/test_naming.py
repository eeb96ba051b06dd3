import numpy as np

from adjudicator.balls import CUE_BALL, Ball, Discipline
from cueref.pipeline.naming import Namer
from tracking.following.shots import ShotWindow
from tracking.path import BallPath
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour


def looks(colour, *, striped=False, certainty=0.9, sightings=20):
    rest = (1 - certainty) / (len(APPEARANCES) - 1)
    row = np.full(len(APPEARANCES), np.log(rest))
    row[INDEX_OF[Appearance(colour, striped=striped)]] = np.log(certainty)
    return row * sightings


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
        {key: belief for key, (_, belief) in balls.items()},
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
    flat = np.full(len(APPEARANCES), -np.log(len(APPEARANCES))) * 20
    names = Namer(Discipline.NINE_BALL).name(
        window({0: ((0, 0), flat), 1: ((0.2, 0), flat)}, cue_key=1)
    )
    assert names.by_key[1] is CUE_BALL


def test_a_ball_that_stayed_keeps_its_name_against_a_poor_look():
    namer = Namer(Discipline.EIGHT_BALL)
    namer.remember({Ball("5"): (0.3, 0.1)}, frozenset())
    names = namer.name(
        window({0: ((0.301, 0.1), looks(Colour.RED, certainty=0.35, sightings=3))})
    )
    assert names.by_key[0] is Ball("5")


def test_a_pocketed_name_gives_way_to_one_still_in_play():
    namer = Namer(Discipline.NINE_BALL)
    namer.remember({}, frozenset({Ball("7")}))
    half = np.logaddexp(
        looks(Colour.MAROON, sightings=1), looks(Colour.RED, sightings=1)
    )
    names = namer.name(window({0: ((0, 0), half * 4)}, sightings=4))
    assert names.by_key[0] is Ball("3")


def test_two_equal_balls_of_bonus_ball_are_no_doubt():
    names = Namer(Discipline.BONUS_BALL).name(
        window({0: ((0, 0), looks(Colour.PURPLE)), 1: ((1, 0), looks(Colour.PURPLE))})
    )
    assert {names.by_key[k].name for k in (0, 1)} <= {
        f"purple-{n}" for n in range(1, 5)
    }
    assert not names.posterior


def test_a_window_without_balls_has_no_names():
    assert not Namer(Discipline.PYRAMID).name(window({})).by_key


def test_two_balls_that_may_be_swapped_are_told():
    yellow = looks(Colour.YELLOW, sightings=1)
    striped = looks(Colour.YELLOW, striped=True, sightings=1)
    vague = np.logaddexp(yellow, striped) * 20
    names = Namer(Discipline.EIGHT_BALL).name(
        window(
            {0: ((0, 0), vague), 1: ((0.2, 0), vague), 2: ((1, 0), looks(Colour.RED))}
        )
    )
    given = {names.by_key[0].name, names.by_key[1].name}
    assert given == {"1", "9"}
    told = names.posterior[0]
    assert told["1"] == told["9"] == 0.5
    assert 2 not in names.posterior
