"""The annotated picture: balls with names, trails, events, the ruling."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Event,
    Pocketed,
    Point,
    RackOpened,
    RailTouch,
    Strike,
)
from adjudicator.shot import Layout, Shot
from adjudicator.wording import Text
from calibration.table_calibration import TableCalibration
from cueref.ball_colours import colour_of, short_name
from cueref.captions import caption
from cueref.lettering import Lettering
from cueref.locale.catalogue import Language, filled, text
from cueref.records import FloatArray, TrackRows
from cueref.referee import Ruling

Image = NDArray[np.uint8]
Tracks = Mapping[Ball, TrackRows]

_HEIGHT: Final = 720
_TRAIL: Final = 1.2
"""Seconds of motion that a trail shows."""

_FLASH: Final = 0.6
"""Seconds that an event is shown."""

_RULING: Final = 6.0
"""Seconds that a ruling is shown at most."""

_NAME_PX, _EVENT_PX, _RULING_PX = 19, 22, 28
"""Heights of letters in a picture 720 pixels high."""

_GREEN: Final = (110, 220, 120)
_RED: Final = (90, 90, 245)
_YELLOW: Final = (80, 210, 250)
_WHITE: Final = (255, 255, 255)

_STRIKE: Final = text("strike")
_CONTACT: Final = text("contact")
_RAIL: Final = text("rail")
_DROPPED: Final = text("{ball} pocketed")
_OPENS: Final = text("rack opens")


class Overlay:
    """Draws what is known onto the pictures of one recording, in order of time."""

    def __init__(
        self,
        calibration: TableCalibration,
        rulings: Sequence[Ruling],
        tracks_of: Callable[[int], Tracks],
        language: Language = "en",
    ) -> None:
        """Prepare.

        Args:
            calibration: Where the table is.
            rulings: One for each shot, in order.
            tracks_of: Motion of the balls, given the number of the shot.
            language: Of what is written.
        """
        self._language = language
        self._letters = Lettering()
        self._calibration = calibration
        self._rulings = rulings
        self._starts = [ruling.shot.t_start for ruling in rulings]
        self._tracks_of = tracks_of
        self._loaded: tuple[int, Tracks] = (-1, {})
        self._scale = min(1.0, _HEIGHT / calibration.image_size[1])

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the annotated picture."""
        width, height = self._calibration.image_size
        return round(width * self._scale), round(height * self._scale)

    def follow(self, calibration: TableCalibration) -> None:
        """Take the map of the next picture of a camera that moves."""
        self._calibration = calibration

    def draw(self, image_bgr: Image, t: float) -> Image:
        """Return the annotated picture, at most 720 pixels high.

        Args:
            image_bgr: Of the size of the calibration; it is not changed.
            t: Its time, seconds.
        """
        resized = cv2.resize(image_bgr, self.size, interpolation=cv2.INTER_AREA)
        image = np.array(resized, dtype=np.uint8)
        self._draw_table(image)
        current = bisect_right(self._starts, t) - 1
        if current < 0:
            if self._rulings:
                self._draw_layout(image, self._rulings[0].shot.before)
            return image
        ruling = self._rulings[current]
        tracks = self._tracks(current)
        if t <= ruling.shot.t_end:
            self._draw_moving(image, tracks, t, ruling.shot)
        else:
            self._draw_layout(image, ruling.shot.after)
        for event in ruling.shot.events:
            if 0 <= t - event.t < _FLASH:
                self._draw_event(image, event, ruling)
        if 0 <= t - ruling.shot.t_end < _RULING:
            self._draw_ruling(image, ruling)
        return image

    def _tracks(self, current: int) -> Tracks:
        if self._loaded[0] != current:
            number = self._rulings[current].shot.number
            self._loaded = (current, self._tracks_of(number))
        return self._loaded[1]

    def _uv(self, xy: FloatArray) -> FloatArray:
        return self._calibration.uv_from_xy(xy) * self._scale

    def _draw_table(self, image: Image) -> None:
        corners = np.round(self._calibration.corners_uv * self._scale).astype(np.int32)
        cv2.polylines(image, [corners], isClosed=True, color=_YELLOW, thickness=1)

    def _draw_layout(self, image: Image, layout: Layout) -> None:
        for ball, xy in layout.balls.items():
            self._draw_ball(image, ball, np.array([[xy.x, xy.y]]))

    def _draw_moving(self, image: Image, tracks: Tracks, t: float, shot: Shot) -> None:
        for ball, rows in tracks.items():
            past = (rows.t <= t) & (rows.t >= t - _TRAIL)
            trail = rows.xy[past]
            if len(trail) > 1:
                line = np.round(self._uv(trail)).astype(np.int32)
                colour = colour_of(ball).body[::-1]
                cv2.polylines(image, [line], isClosed=False, color=colour, thickness=2)
            # Nobody sees a ball under a hand; one that stays on the table is there.
            if len(rows) and (t <= rows.t[-1] + 0.1 or ball in shot.after):
                here = max(0, int(np.searchsorted(rows.t, t, side="right")) - 1)
                self._draw_ball(image, ball, rows.xy[here : here + 1])
        for ball, xy in shot.before.balls.items():
            if ball not in tracks:
                self._draw_ball(image, ball, np.array([[xy.x, xy.y]]))

    def _draw_ball(self, image: Image, ball: Ball, xy: FloatArray) -> None:
        u, v = _pixel(self._uv(xy)[0])
        radius = max(4, round(float(self._calibration.radius_px(xy)[0]) * self._scale))
        colour = colour_of(ball)
        cv2.circle(image, (u, v), radius + 2, colour.body[::-1], 2, cv2.LINE_AA)
        name = short_name(ball) or ball.name
        beside = (u + radius + 3, v - radius // 2)
        self._letters.write(image, name, beside, self._size(_NAME_PX), _WHITE)

    def _draw_event(self, image: Image, event: Event, ruling: Ruling) -> None:
        for place, word in _places(event, ruling, self._calibration):
            u, v = _pixel(self._uv(np.array([place]))[0])
            said = getattr(word, self._language)
            size = self._size(_EVENT_PX)
            cv2.circle(image, (u, v), 16, _YELLOW, 2, cv2.LINE_AA)
            left = min(u + 19, image.shape[1] - self._letters.width(said, size) - 4)
            self._letters.write(image, said, (left, v + 22), size, _YELLOW)

    def _draw_ruling(self, image: Image, ruling: Ruling) -> None:
        verdict = ruling.verdict
        colour = _GREEN
        if not ruling.is_called or verdict is None:
            colour = _YELLOW
        elif verdict.fouls:
            colour = _RED
        height, width = image.shape[:2]
        wanted = self._size(_RULING_PX)
        band = round(1.7 * wanted)
        image[height - band :] = (image[height - band :] * 0.3).astype(np.uint8)
        said = getattr(caption(ruling), self._language)
        size = self._letters.fitting(said, wanted, width - 28)
        place = (14, height - (band - size * 3 // 4) // 2)
        self._letters.write(image, said, place, size, colour)

    def _size(self, height_px: int) -> int:
        """Return the size of letters in this picture."""
        return max(10, round(height_px * self.size[1] / _HEIGHT))


def _places(
    event: Event, ruling: Ruling, calibration: TableCalibration
) -> Iterator[tuple[Point, Text]]:
    match event:
        case Contact(xy=(a, b)):
            yield Point((a.x + b.x) / 2, (a.y + b.y) / 2), _CONTACT
        case RailTouch(xy=Point() as xy):
            yield xy, _RAIL
        case Strike(ball=ball) if ball in ruling.shot.before:
            yield ruling.shot.before.balls[ball], _STRIKE
        case Pocketed(pocket=name, ball=ball):
            for pocket in calibration.table.pockets:
                if pocket.name is name:
                    yield pocket.center, filled(_DROPPED, ball=ball.name)
        case RackOpened(balls=balls):
            for ball in list(balls)[:1]:
                if ball in ruling.shot.before:
                    yield ruling.shot.before.balls[ball], _OPENS
        case _:
            return


def _pixel(uv: FloatArray) -> tuple[int, int]:
    return round(float(uv[0])), round(float(uv[1]))
