"""Routes of the match in progress: how it stands, and everything people enter."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Query
from pydantic import BaseModel

from adjudicator.balls import Discipline
from cueref.session.setup import read_setup
from cueref.session.view import verdict_view
from cueref.web.access import Role
from cueref.web.asking import (
    CONFLICT,
    MISSING,
    REFUSALS,
    UNREADABLE,
    InRoom,
    Player,
    Referee,
    Shot,
    Viewer,
)
from cueref.web.games import games_object
from cueref.web.schemas import (
    PLAYERS_OWN,
    Entered,
    EntryBody,
    Key,
    MatchBody,
    ReviewBody,
    Started,
    WithdrawBody,
)

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["match"])

_KEY: Final = "The sender's own name for it: sent again, it counts once"


@router.get("/state")
def state(room: InRoom, _role: Viewer) -> dict[str, Any]:
    """Return the match, the balls, and whether the table is observed."""
    return {**room.snapshot(), "seq": room.hub.seq, "run": room.hub.run}


@router.get("/games")
def games(_role: Viewer) -> dict[str, Any]:
    """Return what can be played and entered, with names in both languages."""
    return games_object()


@router.post("/match", status_code=201, responses=CONFLICT | UNREADABLE)
def start(body: MatchBody, room: InRoom, _role: Referee) -> Started:
    """Begin a match."""
    content = body.model_dump(mode="json", exclude_unset=True)
    content.pop("game")
    setup = read_setup(Discipline(body.game).value, content)
    return Started(match=room.start(setup))


@router.post("/match/entries", status_code=201, responses=CONFLICT | UNREADABLE)
def enter(
    body: EntryBody,
    room: InRoom,
    role: Player,
    key: Annotated[Key | None, Query(description=_KEY)] = None,
) -> Entered:
    """Enter a call, a declaration, a choice, an observation, a correction."""
    if role < Role.REFEREE and not _is_players_own(body, room):
        raise HTTPException(403, "this is for a referee")
    number = room.desk.enter(
        content_of(body), role.name.lower(), key, late=role is Role.REFEREE
    )
    return Entered(entry=number)


@router.post(
    "/match/shots/{shot}/review", status_code=201, responses=CONFLICT | UNREADABLE
)
def review(shot: Shot, body: ReviewBody, room: InRoom, role: Referee) -> Entered:
    """Confirm or reject a ruling that asks a person."""
    author = role.name.lower()
    return Entered(entry=room.desk.review(shot, body.answer, body.fouls, author))


@router.get("/match/shots/{shot}", responses=CONFLICT | MISSING | UNREADABLE)
def shot(shot: Shot, room: InRoom, _role: Viewer) -> dict[str, Any]:
    """Return the ruling on one shot with its questions and layouts."""
    play = room.desk.play
    if shot > len(play.rulings):
        raise HTTPException(404, f"there is no shot {shot}")
    has_clip = shot in room.media.shots_with_clips(room.desk.match or "")
    return {**verdict_view(play, shot), "clip": has_clip}


@router.get("/match/log", responses=CONFLICT)
def log(room: InRoom, _role: Viewer) -> dict[str, Any]:
    """Return the entries that stand and the shots as they were seen."""
    return room.desk.log()


def content_of(body: BaseModel) -> dict[str, Any]:
    """Return the object of an entry: what was not given is left out."""
    return body.model_dump(mode="json", exclude_none=True)


def _is_players_own(body: BaseModel, room: Any) -> bool:
    """Whether a player may enter this; he may withdraw what a player entered."""
    if isinstance(body, WithdrawBody):
        entries = {entry.number: entry for entry in room.desk.play.entries}
        entry = entries.get(body.withdraw)
        return entry is not None and entry.author == Role.PLAYER.name.lower()
    return isinstance(body, PLAYERS_OWN)
