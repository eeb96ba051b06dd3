import numpy as np

from calibration.pocket_corners import quadrilaterals_about, quadrilaterals_of

CORNERS = np.array([[10.0, 8.0], [60.0, 9.0], [58.0, 34.0], [11.0, 33.0]])
MIDDLES = np.array([[35.0, 8.5], [34.5, 33.5]])


def nearest(found: list[np.ndarray]) -> float:
    """How far the corner that is most off lies in the best four."""
    away = [
        np.linalg.norm(four[:, None] - CORNERS, axis=2).min(axis=0) for four in found
    ]
    return min(float(each.max()) for each in away)


def test_two_corners_and_the_centre_pockets_tell_the_corners_beyond() -> None:
    left = CORNERS[[0, 3]]
    assert nearest(list(quadrilaterals_about(left, MIDDLES))) < 1.0


def test_without_centre_pockets_nothing_is_told() -> None:
    assert not list(quadrilaterals_about(CORNERS, MIDDLES[:1]))


def test_three_corners_tell_the_fourth() -> None:
    assert nearest(list(quadrilaterals_of(CORNERS[:3]))) < 4.0
