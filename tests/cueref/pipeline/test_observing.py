import numpy as np

from cueref.pipeline.observing import Observer
from tests.cueref.pipeline.simple_scene import (
    PaintClassifier,
    PaintDetector,
    calibration,
    frame,
    picture,
)
from vision.appearance import APPEARANCES, INDEX_OF, Appearance, Colour

BALLS = [(-0.5, 0.1, Colour.WHITE), (0.4, -0.2, Colour.RED)]


def observed(images, fps=30):
    detector = PaintDetector()
    observer = Observer(calibration(), detector, PaintClassifier())
    seen = []
    for index, image in enumerate(images):
        seen += observer.observe(frame(index, image, fps))
    return [*seen, *observer.finish()], detector


def test_balls_come_out_in_the_table_frame_with_their_looks():
    seen, _ = observed([picture(BALLS)])
    found = seen[0].observations
    order = np.argsort(found.xy[:, 0])
    assert np.allclose(found.xy[order], [(-0.5, 0.1), (0.4, -0.2)], atol=0.003)
    looks = [APPEARANCES[n] for n in found.label_log[order].argmax(axis=1)]
    assert looks == [Appearance(Colour.WHITE), Appearance(Colour.RED)]
    assert found.label_log.shape[1] == len(INDEX_OF)


def test_covariances_are_positive_definite_and_of_millimetres():
    seen, _ = observed([picture(BALLS)])
    eigenvalues = np.linalg.eigvalsh(seen[0].observations.covariance)
    assert (eigenvalues > 0).all()
    assert np.sqrt(eigenvalues.max()) < 0.01


def test_a_table_on_which_nothing_changes_is_looked_at_only_now_and_then():
    seen, detector = observed([picture(BALLS)] * 30)
    assert [one.frame for one in seen] == list(range(30))
    assert detector.pictures <= 5
    assert all(one.change == 0 for one in seen[1:])


def test_the_picture_before_a_change_is_looked_at_too():
    moved = [(-0.45, 0.1, Colour.WHITE), BALLS[1]]
    seen, _ = observed([picture(BALLS)] * 5 + [picture(moved)])
    assert [one.observations is not None for one in seen] == [
        True,
        False,
        False,
        False,
        True,
        True,
    ]


def test_the_last_picture_is_never_lost():
    seen, _ = observed([picture(BALLS)] * 3)
    assert seen[-1].frame == 2
    assert seen[-1].observations is not None
    assert len(seen) == 3


def test_an_empty_table_is_an_observation_of_nothing():
    seen, _ = observed([picture([])])
    assert len(seen[0].observations) == 0
