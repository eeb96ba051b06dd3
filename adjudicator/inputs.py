"""What people say: calls, declarations, observations, choices, corrections.

Everything a camera cannot know comes in here, as one immutable `Entered` a shot.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.balls import Ball
from adjudicator.events import PocketName, Point, Rail
from adjudicator.players import Seat


class Declared(StrEnum):
    """What is declared before a shot."""

    SAFETY = "safety"
    PUSH_OUT = "push_out"
    FROZEN = "frozen"
    EXTENSION = "extension"


class Observed(StrEnum):
    """What a person saw, heard or said, that no camera decides.

    A `no_...` takes back what the camera suspects.
    """

    DOUBLE_HIT = "double_hit"
    NO_DOUBLE_HIT = "no_double_hit"
    PUSH = "push"
    NO_PUSH = "no_push"
    FOOT = "foot"
    TOUCH = "touch"
    NO_TOUCH = "no_touch"
    DELIBERATE_TOUCH = "deliberate_touch"
    MISCUE = "miscue"
    NOT_TIP = "not_tip"
    ILLEGAL_JUMP = "illegal_jump"
    MOVING = "moving"
    OUT_OF_TURN = "out_of_turn"
    DISTRACTION = "distraction"
    INTERFERENCE = "interference"
    NOT_RESTORABLE = "not_restorable"
    WARNING = "warning"
    NO_WARNING = "no_warning"
    SLOW_PLAY = "slow_play"
    STALEMATE = "stalemate"
    LOSS = "loss"
    LAG_REPEAT = "lag_repeat"
    LEGAL_HIT = "legal_hit"
    BAD_HIT = "bad_hit"
    SCORE_RECORDED = "score_recorded"
    FOUL = "foul"


class Option(StrEnum):
    """What a player may choose after a verdict."""

    ACCEPT = "accept"
    PASS_BACK = "pass_back"  # noqa: S105  # no password
    RERACK_SELF = "rerack_self"
    RERACK_OPPONENT = "rerack_opponent"
    IN_HAND = "in_hand"
    SPOT_8 = "spot_8"
    SPOT_NEAREST = "spot_nearest"
    BREAK = "break"
    CEDE = "cede"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A ball and pocket announced before a shot; no pocket means any."""

    ball: Ball
    pocket: PocketName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Something else announced before a shot."""

    what: Declared
    ball: Ball | None = None
    rail: Rail | None = None
    by: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Something that a person saw or did; no player means the shooter."""

    what: Observed
    player: Seat | None = None
    ball: Ball | None = None
    clause: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An option taken after a shot."""

    option: Option
    by: Seat | None = None
    ball: Ball | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule:
    """The referee's own ruling, in place of what the rules made of the events.

    Only what is given is replaced; everything that follows from it is derived
    again.

    Attributes:
        legal: Whether the shot is legal; true strikes out all fouls.
        fouls: Ids of the clauses that were broken.
        pocketed: Balls that count as dropped.
        shooter: Who shoots next.
        winner: Who wins the rack.
        points: Of the shot, for A and B.
        spot: Places of balls put back.
        by: Who ruled.
    """

    legal: bool | None = None
    fouls: tuple[str, ...] | None = None
    pocketed: tuple[Ball, ...] | None = None
    shooter: Seat | None = None
    winner: Seat | None = None
    points: tuple[int, int] | None = None
    spot: tuple[tuple[Ball, Point], ...] | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """Everything that people entered for one shot.

    Attributes:
        calls: Balls and pockets announced.
        declarations: Safety, push-out, frozen balls, extension.
        observations: What people saw.
        overrule: The referee's own ruling.
        undo: The shot never happened.
        replay: The shot is annulled and played again.
    """

    calls: tuple[Call, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    observations: tuple[Observation, ...] = ()
    overrule: Overrule | None = None
    undo: bool = False
    replay: bool = False

    def declared(self, what: Declared) -> bool:
        """Whether this was declared."""
        return self.declarations != () and any(
            said.what is what for said in self.declarations
        )

    def frozen(self) -> tuple[tuple[Ball, Rail | None], ...]:
        """Return the balls announced as frozen and, where said, to which rail."""
        return tuple(
            (said.ball, said.rail)
            for said in self.declarations
            if said.what is Declared.FROZEN and said.ball is not None
        )

    def observed(self, *what: Observed) -> Iterator[Observation]:
        """Yield the observations of these kinds."""
        for seen in self.observations:
            if seen.what in what:
                yield seen

    def saw(self, what: Observed, player: Seat | None = None) -> bool:
        """Whether this was observed, of this player or of no named player."""
        return bool(self.observations) and any(
            player is None or seen.player is None or seen.player is player
            for seen in self.observed(what)
        )


NOTHING_ENTERED = Entered()
"""A shot about which nobody said anything."""
