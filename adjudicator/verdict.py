"""The ruling on one shot: all of it, so that the match can go on from it alone."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from adjudicator.balls import Ball
from adjudicator.clause import Foul, Word, severest
from adjudicator.events import Point
from adjudicator.inputs import Option
from adjudicator.phrases import CONFIRM
from adjudicator.players import NONE_YET, Seat, Tally
from adjudicator.wording import PhraseKey, Text, foul_text, join, phrase_text


class CueBallPlace(StrEnum):
    """Where the next shot is played from."""

    AS_IT_LIES = "as_it_lies"
    IN_HAND = "in_hand"
    BEHIND_HEAD_STRING = "in_hand_behind_head_string"


class Mark(StrEnum):
    """What else `advance` must know about a shot."""

    BREAK = "break"
    LEGAL_BREAK = "legal_break"
    PUSH_OUT = "push_out"
    SAFETY = "safety"
    WARNED_A = "warned_a"
    WARNED_B = "warned_b"
    LAG = "lag"
    REPLAY = "replay"
    UNJUDGED = "unjudged"


class RackEnd(StrEnum):
    """How a rack stands after a shot."""

    OPEN = "open"
    WON_A = "won:A"
    WON_B = "won:B"
    RERACK = "rerack"

    @staticmethod
    def won_by(seat: Seat) -> "RackEnd":
        """Return the end in which this player wins."""
        return RackEnd.WON_A if seat is Seat.A else RackEnd.WON_B

    @property
    def winner(self) -> Seat | None:
        """Who won the rack, or None while it is open."""
        return _WINNERS.get(self)


_WINNERS: Final = {RackEnd.WON_A: Seat.A, RackEnd.WON_B: Seat.B}


_NO_WORDS: Final[Mapping[str, Word]] = MappingProxyType({})


class Remark(NamedTuple):
    """A sentence of the reasons that is no foul; filled in when it is printed."""

    phrase: PhraseKey
    words: Mapping[str, Word] = _NO_WORDS

    @property
    def text(self) -> Text:
        """The sentence in both languages."""
        return phrase_text(self.phrase, self.words)


class Next(NamedTuple):
    """What comes after the shot, if the player who may choose accepts.

    Attributes:
        shooter: Who shoots.
        cue_ball: From where.
        ball_on: Balls that may legally be hit first; empty if any may.
        options: What the chooser may choose; empty if nothing.
        chooser: Who chooses; None if there is nothing to choose.
    """

    shooter: Seat
    cue_ball: CueBallPlace = CueBallPlace.AS_IT_LIES
    ball_on: tuple[Ball, ...] = ()
    options: tuple[Option, ...] = ()
    chooser: Seat | None = None


_NOWHERE: Final[Mapping[Ball, Point]] = MappingProxyType({})


class Verdict(NamedTuple):
    """What the referee says about one shot.

    Attributes:
        shot: Its number.
        shooter: Who played it.
        legal: No foul of the shooter (and, where the game says so, all it asks).
        fouls: Every clause broken; one of them, `penalty`, is punished.
        pocketed: Object balls that dropped and stayed down, in order of time.
        jumped: Object balls that left the table.
        spot: Balls to be put back, and where.
        restore: Balls to be put back where they were before the shot.
        points: Of the shot, for each player.
        score: After it.
        next: What comes then.
        rack: How the rack stands.
        t_end: When all balls were at rest, seconds.
        deadline_t: Latest time of the next strike, seconds, or None.
        marks: What else `advance` must know.
        fouls_in_row: Consecutive fouls of each player after the shot, in the games
            that count them.
        carry: What the discipline's own `advance` must know beyond this (groups,
            pointers, debts); nobody else reads it.
        remarks: Reasons that are no foul.
        review: What a person must decide, as sentences.
        suspected: Fouls that a person must confirm before they count.
        confidence: Probability of the ruling over the doubtful events.
    """

    shot: int
    shooter: Seat
    legal: bool
    next: Next
    fouls: tuple[Foul, ...] = ()
    pocketed: tuple[Ball, ...] = ()
    jumped: tuple[Ball, ...] = ()
    spot: Mapping[Ball, Point] = _NOWHERE
    restore: Mapping[Ball, Point] = _NOWHERE
    points: Tally = NONE_YET
    score: Tally = NONE_YET
    rack: RackEnd = RackEnd.OPEN
    t_end: float = 0.0
    deadline_t: float | None = None
    marks: frozenset[Mark] = frozenset()
    fouls_in_row: Tally = NONE_YET
    carry: Mapping[str, Word] = _NO_WORDS
    remarks: tuple[Remark, ...] = ()
    review: tuple[Remark, ...] = ()
    suspected: tuple[Foul, ...] = ()
    confidence: float = 1.0

    @property
    def penalty(self) -> Foul | None:
        """The one foul that is punished, or None."""
        return severest(self.fouls)

    @property
    def warned(self) -> frozenset[Seat]:
        """The players who stand warned after the shot."""
        return frozenset(
            seat
            for seat, mark in ((Seat.A, Mark.WARNED_A), (Seat.B, Mark.WARNED_B))
            if mark in self.marks
        )

    @property
    def replay(self) -> bool:
        """Whether the shot is annulled and played again."""
        return Mark.REPLAY in self.marks

    @property
    def needs_review(self) -> bool:
        """Whether a person must decide something before the ruling stands."""
        return bool(self.review or self.suspected)

    @property
    def reasons(self) -> Text:
        """The whole ruling as sentences in English and Russian."""
        return join(
            [
                *(foul_text(foul) for foul in self.fouls),
                *(remark.text for remark in self.remarks),
            ]
        )

    @property
    def questions(self) -> tuple[Text, ...]:
        """What a person must decide, in English and Russian."""
        return (
            *(remark.text for remark in self.review),
            *(
                phrase_text(CONFIRM, {"clause": foul.clause.id})
                for foul in self.suspected
            ),
        )
