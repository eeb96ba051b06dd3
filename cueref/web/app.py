"""The application that answers the page and club software."""

from collections.abc import Collection
from typing import Any, Final

from fastapi import FastAPI

from cueref import __version__
from cueref.web import routes_match, routes_page, routes_store, socket
from cueref.web.access import OPEN, Access
from cueref.web.errors import answer_errors
from cueref.web.guard import LOOPBACK, Guard
from cueref.web.room import Room

_ABOUT: Final = """
One table, one match at a time. `GET /api/state` is everything; `/api/live` is a
WebSocket of events with running numbers: connect with `?run=...&since=...` of the last
event seen to get what was missed, or the whole state (`snapshot`) where that is no
longer known. Times are seconds of the match, places metres in the table frame.
A token goes into `Authorization: Bearer ...`.
"""


def create_app(
    room: Room,
    access: Access = OPEN,
    hosts: Collection[str] = LOOPBACK,
    **limits: float,
) -> FastAPI:
    """Return the application of one room.

    Args:
        room: The table.
        access: Who may do what.
        hosts: Names that the page is reached under.
        limits: Of requests, as `Guard` takes them.
    """
    app = FastAPI(
        title="Cueref",
        version=__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.room, app.state.access = room, access
    for part in (routes_match, routes_store, routes_page, socket):
        app.include_router(part.router)
    answer_errors(app)
    guard: Any = Guard
    app.add_middleware(guard, hosts=hosts, **limits)
    return app
