"""Routes of the page itself: its files, the video, pairing, the words."""

from importlib.resources import files
from typing import Final, Literal

from fastapi import APIRouter, HTTPException, Request, Response

from cueref.locale.catalogue import catalogue_json
from cueref.web.access import COOKIE, Access, role_in
from cueref.web.asking import MISSING, REFUSALS, UNREADABLE, InRoom, Viewer
from cueref.web.schemas import TokenBody, Whoami

router = APIRouter(responses=REFUSALS, tags=["page"])

_STATIC: Final = files("cueref.web") / "static"

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}

FILES: Final = frozenset(entry.name for entry in _STATIC.iterdir() if entry.is_file())
"""Names of the files of the page; nothing else can be asked for."""

_MONTH: Final = 30 * 24 * 3600


@router.get("/", include_in_schema=False)
def page() -> Response:
    """Return the page."""
    return _file("index.html")


@router.get("/overlay", include_in_schema=False)
def overlay() -> Response:
    """Return the transparent page for a broadcast."""
    return _file("overlay.html")


@router.get("/static/{name}", include_in_schema=False)
def static(name: str) -> Response:
    """Return one file of the page."""
    if name not in FILES:
        raise HTTPException(404, "there is no such file")
    return _file(name)


@router.get("/api/locale/{language}", responses=UNREADABLE)
def locale(language: Literal["en", "ru"]) -> Response:
    """Return the words of the page in one language."""
    return Response(catalogue_json(language), media_type="application/json")


@router.get(
    "/api/video.jpg",
    responses={**MISSING, 200: {"content": {"image/jpeg": {}}, "description": "JPEG"}},
)
def video(room: InRoom, _role: Viewer) -> Response:
    """Return the newest picture of the camera."""
    picture = room.album.newest
    if picture is None:
        raise HTTPException(404, "there is no picture yet")
    return Response(
        picture.jpeg,
        media_type="image/jpeg",
        headers={"x-cueref-t": f"{picture.t:.3f}"},
    )


@router.get("/api/me")
def whoami(request: Request) -> Whoami:
    """Return what whoever asks may do."""
    role = role_in(request, request.app.state.access)
    return Whoami(role="none" if role is None else role.name.lower())


@router.post("/api/pair", responses=UNREADABLE)
def pair(body: TokenBody, request: Request, response: Response) -> Whoami:
    """Exchange a token for a cookie, so that a tablet stays paired."""
    access: Access = request.app.state.access
    role = access.role_of(body.token)
    if role is None or body.token not in access.tokens.values():
        raise HTTPException(401, "this token is not known: scan the QR code again")
    response.set_cookie(
        COOKIE,
        body.token,
        max_age=_MONTH,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return Whoami(role=role.name.lower())


@router.get("/api/health")
def health(room: InRoom) -> dict[str, bool]:
    """Return whether the referee is at work; needs no token, tells nothing else."""
    return {"stored": bool(room.desk.view()["stored"])}


def _file(name: str) -> Response:
    kind = _TYPES[name.rpartition(".")[2]]
    return Response(
        (_STATIC / name).read_bytes(),
        media_type=kind,
        headers={"cache-control": "no-cache"},
    )
