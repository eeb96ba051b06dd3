"""A camera that adjusts itself while it records, and lamps that flicker."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Drift:
    """Slow changes of exposure and white balance, and flicker.

    Attributes:
        exposure: Amplitude of the automatic exposure, as a share.
        balance: Amplitude of the automatic white balance, as a share.
        period: Of both, seconds.
        flicker: Amplitude of the lamps' flicker, as a share.
        flicker_hz: Its beat with the shutter.
    """

    exposure: float = 0.0
    balance: float = 0.0
    period: float = 5.0
    flicker: float = 0.0
    flicker_hz: float = 3.0

    def gains(self, t: float) -> Floats:
        """Return the factors of blue, green and red at a time, `(3,)`."""
        turn = 2 * np.pi * t / self.period
        common = 1 + self.exposure * np.sin(turn)
        common += self.flicker * np.sin(2 * np.pi * self.flicker_hz * t)
        warm = self.balance * np.sin(0.7 * turn + 1)
        gains: Floats = common * np.array([1 - warm, 1.0, 1 + warm])
        return gains


STEADY: Final = Drift()


def draw_drift(rng: np.random.Generator) -> Drift:
    """Draw how a camera drifts; many do not."""
    return Drift(
        exposure=float(rng.choice([0, rng.uniform(0, 0.03)])),
        balance=float(rng.choice([0, rng.uniform(0, 0.015)])),
        period=float(rng.uniform(3, 15)),
        flicker=float(rng.choice([0, rng.uniform(0, 0.01)], p=[0.7, 0.3])),
        flicker_hz=float(rng.uniform(0.5, 10)),
    )
