"""Exact presentation times of one stream, as its container or device gives them."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

_JUMP: Final = Fraction(1)
"""A stamp that goes back further than this, in seconds, starts a new count."""


@dataclass(slots=True)
class PresentationClock:
    """Turns time stamps of consecutive pictures into seconds since the first.

    Times always grow. A picture without a stamp comes one step after the last; one
    whose stamp repeats or goes back a little comes a quarter of a step after it, so
    that those that follow keep their exact times; where stamps start again, as in
    recordings that were joined, the time goes on.

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
    _zero: Fraction | None = field(default=None, init=False)
    _step: Fraction | None = field(default=None, init=False)

    def seconds(self, pts: int | None, time_base: Fraction) -> float:
        """Return the time of the next picture, seconds since the first.

        Args:
            pts: Its time stamp in units of `time_base`; None if it has none.
            time_base: Seconds per unit.
        """
        last = self._time
        step = self._step or self.nominal_step
        if pts is None:
            self.missing += 1
            self._time = Fraction(0) if last is None else last + step
        else:
            self._time = self._stamped(pts * time_base, last, step)
        return float(self._time)

    def _stamped(
        self, stamp: Fraction, last: Fraction | None, step: Fraction
    ) -> Fraction:
        """Return the time of a picture with a stamp, seconds since the first."""
        if last is None:
            self._zero = stamp
            return Fraction(0)
        if self._zero is None:
            self._zero = stamp - (last + step)
        time = stamp - self._zero
        if time > last:
            self._step = time - last
            return time
        self.backward += 1
        if last - time < _JUMP:
            return last + step / 4
        self._zero = stamp - (last + step)
        return last + step
