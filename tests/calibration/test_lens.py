import numpy as np
import pytest

from calibration.errors import CalibrationFitError
from calibration.lens import Lens


@pytest.mark.parametrize("k1", [-0.25, -0.05, 0.0, 0.1])
def test_straightening_undoes_distortion(k1: float) -> None:
    lens = Lens.straight((1280, 720), k1)
    grid = np.stack(np.meshgrid([100.0, 640.0, 1180.0], [60.0, 350.0, 700.0]), -1)
    uv = grid.reshape(-1, 2)
    assert np.allclose(lens.straighten(lens.distort(uv)), uv, atol=1e-6)


def test_the_center_does_not_move() -> None:
    lens = Lens.straight((1280, 720), -0.2)
    center = np.array([lens.center])
    assert np.allclose(lens.distort(center), center)


def test_the_jacobian_is_the_slope_of_the_distortion() -> None:
    lens = Lens.straight((640, 360), -0.15, 0.02)
    at = np.array([[500.0, 60.0]])
    slope = lens.jacobian(at)[0]
    for axis in range(2):
        moved = at + np.eye(2)[axis] * 1e-4
        change = (lens.distort(moved) - lens.distort(at)) / 1e-4
        assert np.allclose(slope[:, axis], change[0], atol=1e-4)


def test_a_lens_that_folds_the_picture_is_refused() -> None:
    with pytest.raises(CalibrationFitError, match="fold"):
        Lens.straight((640, 360), -0.5)
