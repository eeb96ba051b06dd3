import pytest

from vision.appearance import Appearance, Colour
from vision.synthesis.ball_looks import BallLook, SetKind, draw_ball_set
from vision.training.paints import appearance_of

WHITE = (246, 243, 230)


@pytest.mark.parametrize("kind", list(SetKind))
@pytest.mark.parametrize("variant", range(16))
def test_every_ball_of_every_set_has_a_name_for_its_paint(kind, variant) -> None:
    for name, look in draw_ball_set(kind, variant).items():
        told = appearance_of(name, look)
        assert told.striped == (look.caps is not None)
        if name.isdigit() and int(name) == 8:
            assert told.colour is Colour.BLACK


def test_one_paint_is_called_after_the_ball_it_is_on() -> None:
    worn = BallLook((150, 50, 50))
    assert appearance_of("3", worn) == Appearance(Colour.RED)
    assert appearance_of("7", worn) == Appearance(Colour.MAROON)


def test_television_sets_paint_the_four_pink_and_the_seven_brown() -> None:
    assert appearance_of("4", BallLook((240, 108, 150))).colour is Colour.PINK
    assert appearance_of("15", BallLook((190, 128, 80), caps=WHITE)) == Appearance(
        Colour.BROWN, striped=True
    )
