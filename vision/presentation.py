"""Exact presentation times of one stream, as its container or device gives them."""

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(slots=True)
class PresentationClock:
    """Turns time stamps of consecutive pictures into seconds since the first.

    A picture without a time stamp, or with one that does not grow (joined or damaged
    recordings), gets the one before plus the last good step, and is counted.

    Attributes:
        nominal_step: Seconds between pictures to assume until two good stamps
            have been seen.
        missing: Pictures that came without a time stamp.
        backward: Pictures whose time stamp did not grow.
    """

    nominal_step: Fraction
    missing: int = 0
    backward: int = 0
    _time: Fraction | None = field(default=None, init=False)
    _stamp: Fraction | None = field(default=None, init=False)
    _step: Fraction | None = field(default=None, init=False)

    def seconds(self, pts: int | None, time_base: Fraction) -> float:
        """Return the time of the next picture, seconds since the first.

        Args:
            pts: Its time stamp in units of `time_base`; None if it has none.
            time_base: Seconds per unit.
        """
        stamp = None if pts is None else pts * time_base
        if stamp is None:
            self.missing += 1
        if self._time is None:
            self._time = Fraction(0)
        else:
            self._time += self._advance(stamp)
        self._stamp = stamp
        return float(self._time)

    def _advance(self, stamp: Fraction | None) -> Fraction:
        """Return how far the next picture is from the last, seconds, above 0."""
        assumed = self._step or self.nominal_step
        if stamp is None or self._stamp is None:
            return assumed
        step = stamp - self._stamp
        if step <= 0:
            self.backward += 1
            return assumed
        self._step = step
        return step
