"""Events as short sentences in both languages."""

from collections.abc import Mapping
from typing import Final

from adjudicator.balls import Ball
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    ForeignContact,
    Intruder,
    Intrusion,
    Line,
    OffTable,
    PickedUp,
    Placed,
    Pocketed,
    PocketName,
    RackOpened,
    Rail,
    RailTouch,
    Rebound,
    Rest,
    Returned,
    SelfDropped,
    SelfMoved,
    Strike,
    Touched,
)
from adjudicator.wording import Text, ball_en, ball_gen_ru, ball_ru
from cueref.locale.catalogue import decimal, filled, text

_RAILS: Final[Mapping[Rail, Text]] = {
    Rail.HEAD: text("the head rail"),
    Rail.FOOT: text("the foot rail"),
    Rail.LEFT: text("the left rail"),
    Rail.RIGHT: text("the right rail"),
}

_POCKETS: Final[Mapping[PocketName, Text]] = {
    PocketName.HEAD_LEFT: text("the left head pocket"),
    PocketName.HEAD_RIGHT: text("the right head pocket"),
    PocketName.CENTER_LEFT: text("the left center pocket"),
    PocketName.CENTER_RIGHT: text("the right center pocket"),
    PocketName.FOOT_LEFT: text("the left foot pocket"),
    PocketName.FOOT_RIGHT: text("the right foot pocket"),
}

_INTO: Final[Mapping[PocketName, Text]] = {
    PocketName.HEAD_LEFT: text("into the left head pocket"),
    PocketName.HEAD_RIGHT: text("into the right head pocket"),
    PocketName.CENTER_LEFT: text("into the left center pocket"),
    PocketName.CENTER_RIGHT: text("into the right center pocket"),
    PocketName.FOOT_LEFT: text("into the left foot pocket"),
    PocketName.FOOT_RIGHT: text("into the right foot pocket"),
}

_LINES: Final[Mapping[Line, Text]] = {
    Line.CENTER: text("the center string"),
    Line.HEAD: text("the head string"),
    Line.LONG: text("the long string"),
}

_INTRUDERS: Final[Mapping[Intruder, Text]] = {
    Intruder.HAND: text("a hand"),
    Intruder.CUE: text("a cue"),
    Intruder.SLEEVE: text("a sleeve"),
    Intruder.BRIDGE: text("a bridge"),
    Intruder.PERSON: text("a person"),
    Intruder.RACK: text("a rack"),
    Intruder.OBJECT: text("something"),
}

_STRIKE: Final = text("strike on {ball}")
_STRIKE_AT: Final = text("strike on {ball}, {speed} m/s")
_MEETS: Final = text("{ball} meets {other}")
_RAIL: Final = text("{ball} touches {rail}")
_JAW: Final = text("{ball} touches the jaw of {pocket}")
_DROPS: Final = text("{ball} drops {into}")
_REBOUND: Final = text("{ball} comes back out of {pocket}")
_OFF: Final = text("{ball} leaves the table")
_BACK: Final = text("{ball} comes back to the table")
_FOREIGN: Final = text("{ball} touches something beside the table")
_CROSSES: Final = text("{ball} crosses {line}")
_PLACED: Final = text("{ball} is put on the table")
_PICKED: Final = text("{ball} is taken from the table")
_TOUCHED: Final = text("{ball} is touched by {intruder}")
_BY_ITSELF: Final = text("{ball} moves by itself")
_RACK: Final = text("the rack of {count} balls opens")
_OVER: Final = text("{intruder} over the table")
_RESTS: Final = text("{ball} comes to rest")


def event_text(event: Event) -> Text:
    """Return one event as a short sentence in both languages."""
    match event:
        case Strike(ball=ball, speed=None):
            return filled(_STRIKE, ball=ball_name(ball))
        case Strike(ball=ball, speed=float() as speed):
            return filled(_STRIKE_AT, ball=ball_name(ball), speed=decimal(speed))
        case Contact(balls=(one, other)):
            return filled(_MEETS, ball=ball_name(one), other=_of(other))
        case RackOpened(balls=balls):
            return filled(_RACK, count=len(balls))
        case RailTouch(ball=ball, jaw=True, pocket=PocketName() as pocket):
            return filled(_JAW, ball=ball_name(ball), pocket=_POCKETS[pocket])
        case RailTouch(ball=ball, rail=rail):
            return filled(_RAIL, ball=ball_name(ball), rail=_RAILS[rail])
        case Pocketed() | SelfDropped():
            return filled(_DROPS, ball=ball_name(event.ball), into=_INTO[event.pocket])
        case Rebound(ball=ball, pocket=pocket):
            return filled(_REBOUND, ball=ball_name(ball), pocket=_POCKETS[pocket])
        case Crossing(ball=ball, line=line):
            return filled(_CROSSES, ball=ball_name(ball), line=_LINES[line])
        case Touched(ball=ball, by=by):
            return filled(_TOUCHED, ball=ball_name(ball), intruder=_INTRUDERS[by])
        case Intrusion(kind=kind):
            return filled(_OVER, intruder=_INTRUDERS[kind])
        case _:
            return filled(_PLAIN[type(event)], ball=ball_name(event.ball))


_PLAIN: Final[Mapping[type, Text]] = {
    OffTable: _OFF,
    Returned: _BACK,
    ForeignContact: _FOREIGN,
    Placed: _PLACED,
    PickedUp: _PICKED,
    SelfMoved: _BY_ITSELF,
    Rest: _RESTS,
}
"""Sentences that name nothing but the ball."""


def ball_name(ball: Ball) -> Text:
    """Return how a ball is called in both languages."""
    return Text(ball_en(ball.name), ball_ru(ball.name))


def _of(ball: Ball) -> Text:
    return Text(ball_en(ball.name), ball_gen_ru(ball.name))
