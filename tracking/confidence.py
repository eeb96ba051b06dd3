"""How sure an event is: from its misfit and from its lead over the next best."""

import math

from tracking.causes import Cause


def confidence_of(cause: Cause) -> float:
    """Belief that a cause is real, in [0, 1]."""
    if cause.shared is not None:
        return min(0.99, cause.shared)
    lead = 1.0 / (1.0 + math.exp(-(cause.gain - 4.0) / 3.0))
    fit = 1.0 / (1.0 + math.exp((cause.cost - 60.0) / 20.0))
    return min(0.995, lead * (0.5 + 0.5 * fit))
