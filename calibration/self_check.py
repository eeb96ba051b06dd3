"""Whether balls in play agree with the map: none can rest inside a cushion.

The centre of a ball that touches a rail lies one radius inside the nose; further out
there is none. Balls that come to rest beyond that, again and again on one rail, tell
that the map is off there, and by how much at least.

That such touches could mend the map was tried and given up (docs/accuracy.md): a ball
that rests two millimetres from a rail looks like one that touches it, and a map that is
off by a millimetre becomes worse by believing it.
"""

from collections.abc import Iterable
from typing import Final

from adjudicator.events import Point, Rail
from adjudicator.table import TableGeometry

BEYOND_M: Final = 0.004
"""A ball so far inside a cushion is a map that is off, metres."""

_FEWEST: Final = 3
_SAME_M: Final = 0.003
_POCKET_M: Final = 0.03
_KEPT: Final = 400


class MapCheck:
    """Remembers where balls rested that should not be there."""

    def __init__(self, table: TableGeometry) -> None:
        """Start with a fresh map.

        Args:
            table: Sizes.
        """
        self._table = table
        self._seen: list[tuple[Rail, Point, float]] = []
        self._told: set[Rail] = set()

    def add(self, places: Iterable[Point]) -> str | None:
        """Take where balls rest; return what is wrong with the map, once a rail.

        Args:
            places: Centres of balls, metres.
        """
        for place in places:
            found = self._beyond(place)
            if found is not None and not self._is_known(found[0], place):
                self._seen.append((found[0], place, found[1]))
        del self._seen[:-_KEPT]
        for rail in Rail:
            far = sorted(depth for each, _, depth in self._seen if each is rail)
            if len(far) >= _FEWEST and rail not in self._told:
                self._told.add(rail)
                middle = 1000 * far[len(far) // 2]
                return (
                    f"{len(far)} balls at rest lay {middle:.0f} mm inside the "
                    f"{rail.value} cushion: the map of the table is off there; "
                    "calibrate again"
                )
        return None

    def _beyond(self, place: Point) -> tuple[Rail, float] | None:
        """Return the rail inside which a ball rests, and how far, metres."""
        reach_x = self._table.length / 2 - self._table.ball_radius
        reach_y = self._table.width / 2 - self._table.ball_radius
        depths = {
            Rail.HEAD: -place.x - reach_x,
            Rail.FOOT: place.x - reach_x,
            Rail.LEFT: place.y - reach_y,
            Rail.RIGHT: -place.y - reach_y,
        }
        rail = max(depths, key=lambda each: depths[each])
        if depths[rail] <= BEYOND_M or self._is_in_jaws(place):
            return None
        return rail, depths[rail]

    def _is_in_jaws(self, place: Point) -> bool:
        corner = self._table.corner.mouth + _POCKET_M
        center = self._table.center.mouth / 2 + _POCKET_M
        to_end = self._table.length / 2 - abs(place.x)
        to_side = self._table.width / 2 - abs(place.y)
        return max(to_end, to_side) < corner or abs(place.x) < center

    def _is_known(self, rail: Rail, place: Point) -> bool:
        """Whether this ball lay there before: it has not moved since."""
        return any(
            each is rail
            and abs(other.x - place.x) < _SAME_M
            and abs(other.y - place.y) < _SAME_M
            for each, other, _ in self._seen
        )
