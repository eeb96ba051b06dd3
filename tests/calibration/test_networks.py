"""Networks of the package: opened when they are needed, closed when they are not."""

import numpy as np
import pytest

from calibration import networks
from calibration.networks import NetworkMissingError


class Session:
    """A network that doubles."""

    opened = 0

    def __init__(self, *_args, **_named):
        type(self).opened += 1

    def get_inputs(self):
        return [self]

    name = "x"

    def run(self, _outputs, given):
        return [2 * given["x"]]


@pytest.fixture(autouse=True)
def doubling(monkeypatch):
    networks.close()
    monkeypatch.setattr(Session, "opened", 0)
    monkeypatch.setattr(networks.onnxruntime, "InferenceSession", Session)
    yield
    networks.close()


def test_a_network_is_opened_once_and_again_after_it_was_closed():
    batch = np.ones((1, 2), np.float32)
    assert np.array_equal(networks.run("nose", batch), 2 * batch)
    networks.run("nose", batch)
    assert Session.opened == 1
    networks.close()
    networks.run("nose", batch)
    assert Session.opened == 2


def test_a_network_that_is_not_there_is_named():
    with pytest.raises(NetworkMissingError, match="no network sheep"):
        networks.run("sheep", np.ones((1, 2), np.float32))
