import numpy as np
import pytest

from adjudicator.balls import BALL_SETS, BONUS, CUE_BALL, Ball, Discipline
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour
from vision.identity import NAMINGS, choose_naming, name_log_likelihood


def seen(*looks: Appearance, certainty: float = 0.9) -> np.ndarray:
    rest = (1 - certainty) / (len(APPEARANCES) - 1)
    probability = np.full((len(looks), len(APPEARANCES)), rest)
    for row, look in enumerate(looks):
        probability[row, INDEX_OF[look]] = certainty
    return np.log(probability)


@pytest.mark.parametrize("discipline", list(Discipline))
def test_every_naming_paints_every_ball_of_its_set_once(discipline):
    for naming in NAMINGS[discipline]:
        assert set(naming.balls) == set(BALL_SETS[discipline].balls)


def test_a_red_stripe_is_the_eleven():
    naming = NAMINGS[Discipline.EIGHT_BALL][0]
    likely = name_log_likelihood(seen(Appearance(Colour.RED, striped=True)), naming)
    assert naming.balls[int(likely[0].argmax())] is Ball("11")


def test_no_name_is_ever_impossible():
    naming = NAMINGS[Discipline.NINE_BALL][0]
    likely = name_log_likelihood(
        seen(Appearance(Colour.BLACK), certainty=1 - 1e-12), naming
    )
    assert likely.min() > -12


def test_a_pink_and_a_brown_ball_mean_a_television_set():
    looks = seen(
        Appearance(Colour.PINK), Appearance(Colour.BROWN), Appearance(Colour.PURPLE)
    )
    naming = choose_naming([looks], Discipline.NINE_BALL)
    assert naming.name == "television, purple 5"


def test_a_purple_and_a_maroon_ball_mean_a_classic_set():
    looks = seen(Appearance(Colour.PURPLE), Appearance(Colour.MAROON))
    assert choose_naming([looks], Discipline.EIGHT_BALL).name == "classic"


def test_without_a_picture_the_commonest_set_is_taken():
    nothing = np.empty((0, len(APPEARANCES)))
    assert choose_naming([nothing], Discipline.EIGHT_BALL).name == "classic"


def test_bonus_ball_has_four_equal_balls_of_each_colour():
    (naming,) = NAMINGS[Discipline.BONUS_BALL]
    likely = name_log_likelihood(seen(Appearance(Colour.ORANGE)), naming)[0]
    orange = [n for n, ball in enumerate(naming.balls) if ball.name.startswith("o")]
    assert len(orange) == 4
    assert np.allclose(likely[orange], likely.max())
    assert likely[naming.balls.index(BONUS)] < likely.max() - 2
    assert likely[naming.balls.index(CUE_BALL)] < likely.max() - 2


@pytest.mark.parametrize("colour", [Colour.RED, Colour.YELLOW, Colour.BLACK])
def test_any_paint_is_the_coloured_ball_of_pyramid(colour):
    (naming,) = NAMINGS[Discipline.PYRAMID]
    likely = name_log_likelihood(seen(Appearance(colour)), naming)[0]
    assert naming.balls[int(likely.argmax())] is Ball("colored")
