"""What every route asks for: the room, and a role that is high enough."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import Depends, HTTPException, Path, Request

from cueref.web.access import Access, Role, role_in
from cueref.web.room import Room
from cueref.web.schemas import Refused

REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    401: {"model": Refused, "description": "No token that is known"},
    403: {"model": Refused, "description": "Not with this role, or from another site"},
    413: {"model": Refused, "description": "The body is too large"},
    421: {"model": Refused, "description": "Another host was asked for"},
    429: {"model": Refused, "description": "Too many requests"},
    503: {"model": Refused, "description": "The store cannot be used"},
}
"""Answers that every route may give."""

MISSING: Final[dict[int | str, dict[str, Any]]] = {
    404: {"model": Refused, "description": "There is none"}
}
CONFLICT: Final[dict[int | str, dict[str, Any]]] = {
    409: {"model": Refused, "description": "Not in this state of the match"}
}
UNREADABLE: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Refused, "description": "The body is no JSON"},
    422: {"model": Refused, "description": "This cannot be entered; nothing changed"},
}


def room_of(request: Request) -> Room:
    """Return the room of the application."""
    room: Room = request.app.state.room
    return room


def needs(role: Role) -> Callable[[Request], Role]:
    """Return what lets through those who may do what a role may."""

    def check(request: Request) -> Role:
        access: Access = request.app.state.access
        given = role_in(request, access)
        if given is None:
            raise HTTPException(401, "show a token: scan the QR code to pair")
        if given < role:
            raise HTTPException(403, f"this is for a {role.name.lower()}")
        return given

    return check


InRoom = Annotated[Room, Depends(room_of)]
Viewer = Annotated[Role, Depends(needs(Role.VIEWER))]
Player = Annotated[Role, Depends(needs(Role.PLAYER))]
Referee = Annotated[Role, Depends(needs(Role.REFEREE))]

MatchId = Annotated[str, Path(pattern=r"^[A-Za-z0-9-]{1,40}$")]
Shot = Annotated[int, Path(ge=1, le=100_000)]
