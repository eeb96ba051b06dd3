"""What may be sent to the interface, and what the documents of it say."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from adjudicator.balls import Discipline
from adjudicator.events import PocketName, Rail
from adjudicator.inputs import Declared, Observed, Option
from adjudicator.players import Seat
from adjudicator.settings import BreakOrder
from adjudicator.table import TableKind

ShotNumber = Annotated[int, Field(ge=1, le=100_000, strict=True)]
BallName = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9]{1,8}(-[0-9]{1,4})?$", max_length=13),
]
ClauseId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9.]{1,24}$")]
PlayerName = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Points = Annotated[int, Field(ge=-10_000, le=10_000, strict=True)]
Metres = Annotated[float, Field(ge=-5, le=5, allow_inf_nan=False)]
Flag = Annotated[bool, Field(strict=True)]
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", use_enum_values=True)


class CallBody(_Body):
    """A ball, and where it is to drop, announced before a shot."""

    shot: ShotNumber
    ball: BallName
    pocket: PocketName | None = None


class DeclareBody(_Body):
    """Safety, push-out, a frozen ball or an extension, before a shot."""

    shot: ShotNumber
    declare: Declared
    ball: BallName | None = None
    rail: Rail | None = None
    by: Seat | None = None


class ObservedBody(_Body):
    """What a person saw that no camera decides: a double hit, a foot, a touch."""

    shot: ShotNumber
    observed: Observed
    player: Seat | None = None
    ball: BallName | None = None
    clause: ClauseId | None = None


class ChooseBody(_Body):
    """An option taken after a shot."""

    after_shot: ShotNumber
    choose: Option
    by: Seat | None = None
    ball: BallName | None = None


class TallyBody(_Body):
    """A number for each player."""

    A: Points
    B: Points


class OverruleContent(_Body):
    """The referee's own ruling; only what is given is replaced."""

    legal: Flag | None = None
    fouls: Annotated[list[ClauseId], Field(max_length=10)] | None = None
    pocketed: Annotated[list[BallName], Field(max_length=16)] | None = None
    shooter: Seat | None = None
    winner: Seat | None = None
    points: TallyBody | None = None
    spot: (
        Annotated[dict[BallName, tuple[Metres, Metres]], Field(max_length=16)] | None
    ) = None


class OverruleBody(_Body):
    """A ruling in place of the one made."""

    shot: ShotNumber
    overrule: OverruleContent


class UndoBody(_Body):
    """A shot that never happened, or did after all."""

    shot: ShotNumber
    undo: Flag


class ReplayBody(_Body):
    """A shot that is annulled and played again."""

    shot: ShotNumber
    replay: Flag


class NameBody(_Body):
    """Which ball it really was, by the name it was seen under."""

    shot: ShotNumber
    name: Annotated[dict[BallName, BallName], Field(min_length=1, max_length=16)]


class EventBody(_Body):
    """Whether an event of a shot happened."""

    shot: ShotNumber
    event: Annotated[int, Field(ge=0, le=1000, strict=True)]
    happened: Flag


class DoubtfulBody(_Body):
    """Whether an event that was left out of a shot happened."""

    shot: ShotNumber
    doubtful: Annotated[int, Field(ge=0, le=1000, strict=True)]
    happened: Flag


class ScoreBody(_Body):
    """The score as it really is after a shot; 0 is before the first."""

    after_shot: Annotated[int, Field(ge=0, le=100_000, strict=True)]
    score: TallyBody


class WithdrawBody(_Body):
    """An earlier entry was a mistake."""

    withdraw: Annotated[int, Field(ge=1, le=1_000_000, strict=True)]


class PauseBody(_Body):
    """The match stands still, or goes on."""

    pause: Flag


class PutBackBody(_Body):
    """Every page shows where each ball lay before the last shot, or no longer."""

    put_back: Flag


class EndBody(_Body):
    """The match is over."""

    end: Literal[True]


EntryBody = (
    CallBody
    | DeclareBody
    | ObservedBody
    | ChooseBody
    | OverruleBody
    | UndoBody
    | ReplayBody
    | NameBody
    | EventBody
    | DoubtfulBody
    | ScoreBody
    | WithdrawBody
    | PauseBody
    | PutBackBody
    | EndBody
)

PLAYERS_OWN = (CallBody, DeclareBody, ChooseBody, PauseBody, PutBackBody)
"""What a player may enter; the rest is the referee's."""


class ReviewBody(_Body):
    """The answer to a ruling that asks.

    `confirm` lets it stand; `reject` rules otherwise. A shot that was ruled legal is
    rejected with the clauses that were broken.
    """

    answer: Literal["confirm", "reject"]
    fouls: Annotated[list[ClauseId], Field(max_length=10)] = []


class TableBody(_Body):
    """A table; sizes in metres."""

    kind: TableKind


class SettingsBody(_Body):
    """What is agreed before a match."""

    players: dict[Seat, PlayerName] = {}
    breaker: Seat | None = Seat.A
    racks_to: Annotated[int, Field(ge=1, le=99, strict=True)] | None = None
    target: Annotated[int, Field(ge=1, le=2000, strict=True)] | None = None
    break_order: BreakOrder | None = None
    switches: Annotated[
        dict[
            Annotated[str, StringConstraints(max_length=60)],
            Flag | int | Annotated[str, StringConstraints(max_length=60)],
        ],
        Field(max_length=60),
    ] = {}


class MatchBody(_Body):
    """A match to begin."""

    game: Discipline
    settings: SettingsBody = SettingsBody()
    table: TableBody | None = None


class TokenBody(_Body):
    """A token that was read off a QR code."""

    token: Annotated[str, StringConstraints(min_length=1, max_length=128)]


class Started(BaseModel):
    """The id of a match."""

    match: str


class Entered(BaseModel):
    """The number of an entry."""

    entry: int


class Whoami(BaseModel):
    """What whoever asks may do."""

    role: str


class Refused(BaseModel):
    """Why a request was refused."""

    detail: Any
