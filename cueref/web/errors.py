"""What goes wrong on the way to the page, as answers of HTTP."""

import json
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from adjudicator.errors import AdjudicatorError
from cueref.errors import UnknownGameError
from cueref.session.errors import MatchRunningError, NoMatchError, SessionError
from cueref.store.errors import (
    ExportError,
    MatchExistsError,
    StoreError,
    UnknownMatchError,
)

STATUS: Final[dict[type[Exception], int]] = {
    NoMatchError: 409,
    MatchRunningError: 409,
    MatchExistsError: 409,
    UnknownMatchError: 404,
    UnknownGameError: 422,
    SessionError: 422,
    ExportError: 422,
    AdjudicatorError: 422,
    StoreError: 503,
}
"""The answer for each kind of error; the nearest kind counts."""


_MOST_NAMED: Final = 3
"""Mistakes of one body that are named."""


def answer_errors(app: FastAPI) -> None:
    """Let an application answer the errors that a person can do something about."""
    app.add_exception_handler(RequestValidationError, _unreadable)
    for kind, status in STATUS.items():
        app.add_exception_handler(kind, _answering(status))


async def _unreadable(_request: Request, error: Any) -> Response:
    """Say what is wrong with a request, without sending back what was in it."""
    mistakes = [
        f"{'.'.join(str(part)[:40] for part in mistake['loc'])}: {mistake['msg']}"
        for mistake in error.errors()[:_MOST_NAMED]
    ]
    # Plain ASCII: what was sent may hold characters that no text can.
    body = json.dumps({"detail": "; ".join(mistakes)})
    return Response(body, 422, media_type="application/json")


def _answering(status: int) -> Any:
    async def answer(_request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"detail": " ".join(str(error).split())}, status)

    return answer
