"""What goes wrong on the way to the page, as answers of HTTP."""

from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from adjudicator.errors import AdjudicatorError
from cueref.errors import UnknownGameError
from cueref.session.errors import EntryRefusedError, MatchRunningError, NoMatchError
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
    EntryRefusedError: 422,
    ExportError: 422,
    AdjudicatorError: 422,
    StoreError: 503,
}
"""The answer for each kind of error; the first kind that fits."""


def answer_errors(app: FastAPI) -> None:
    """Let an application answer the errors that a person can do something about."""
    for kind, status in STATUS.items():
        app.add_exception_handler(kind, _answering(status))


def _answering(status: int) -> Any:
    async def answer(_request: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"detail": " ".join(str(error).split())}, status)

    return answer
