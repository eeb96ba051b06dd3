"""Routes of what is stored: matches, shots, tracks, clips; export and import."""

from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from cueref.session.record import resumed
from cueref.store.export import export_match, import_match, parse_match
from cueref.web.asking import (
    CONFLICT,
    MISSING,
    REFUSALS,
    UNREADABLE,
    InRoom,
    MatchId,
    Referee,
    Shot,
    Viewer,
)
from cueref.web.schemas import Started

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["store"])


@router.get("/matches")
def matches(room: InRoom, _role: Viewer) -> list[dict[str, Any]]:
    """Return the newest matches."""
    return [
        {
            "id": row.id,
            "game": row.game,
            "players": row.setup.get("settings", {}).get("players", {}),
            "started_at": row.started_at,
            "ended_at": row.ended_at,
        }
        for row in room.store.matches()
    ]


@router.get(
    "/matches/{match}/export",
    responses={
        **MISSING,
        **UNREADABLE,
        200: {"content": {"application/x-ndjson": {}}, "description": "The match"},
    },
)
def export(match: MatchId, room: InRoom, _role: Viewer) -> Response:
    """Return a match as JSON Lines."""
    lines = export_match(room.store.load(match))
    return StreamingResponse(
        (f"{line}\n" for line in lines),
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{match}.jsonl"'},
    )


@router.post(
    "/matches/import",
    status_code=201,
    responses=CONFLICT | UNREADABLE,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    },
)
async def import_(request: Request, room: InRoom, _role: Referee) -> Started:
    """Store a match of JSON Lines, unless one of its id is there."""
    body = await request.body()
    return await run_in_threadpool(_import, body, room)


def _import(body: bytes, room: Any) -> Started:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise HTTPException(422, "expected UTF-8 text") from error
    log = parse_match(text.splitlines())
    if log.match.ended_at is None:
        raise HTTPException(422, "the match is not over: only ended ones are imported")
    resumed(log)
    import_match(room.store, log)
    return Started(match=log.match.id)


@router.get("/matches/{match}/shots", responses=MISSING | UNREADABLE)
def shots(match: MatchId, room: InRoom, _role: Viewer) -> list[dict[str, Any]]:
    """Return the stored shots of a match with their verdicts."""
    log = room.store.load(match)
    with_clips = room.media.shots_with_clips(match)
    return [
        {
            "shot": row.number,
            "at": row.at,
            "revision": row.revision,
            "clip": row.number in with_clips,
            "verdict": row.verdict,
        }
        for row in log.shots
    ]


@router.get("/matches/{match}/shots/{shot}/tracks", responses=MISSING | UNREADABLE)
def tracks(match: MatchId, shot: Shot, room: InRoom, _role: Viewer) -> dict[str, Any]:
    """Return the motion of the balls of a shot: t, x, y of each (seconds, metres)."""
    found = room.media.tracks(match, shot)
    return {
        ball.name: [
            [round(float(t), 4), round(float(x), 4), round(float(y), 4)]
            for t, (x, y) in zip(rows.t, rows.xy, strict=True)
        ]
        for ball, rows in found.items()
    }


@router.get(
    "/matches/{match}/shots/{shot}/clip.mp4",
    responses={
        **MISSING,
        **UNREADABLE,
        200: {"content": {"video/mp4": {}}, "description": "The clip"},
        206: {"content": {"video/mp4": {}}, "description": "A part of the clip"},
    },
)
def clip(
    match: MatchId, shot: Shot, request: Request, room: InRoom, _role: Viewer
) -> Response:
    """Return the decisive moment of a shot in slow motion."""
    mp4 = room.media.clip(match, shot)
    if mp4 is None:
        raise HTTPException(404, f"there is no clip of shot {shot}")
    return ranged(mp4, request.headers.get("range"))


def ranged(data: bytes, wanted: str | None) -> Response:
    """Return a video, or the part of it that a player asks for."""
    headers = {"accept-ranges": "bytes", "cache-control": "private, max-age=3600"}
    start, _, end = (wanted or "").removeprefix("bytes=").partition("-")
    if not start.isdigit() or len(start) > 12 or int(start) >= len(data):
        return Response(data, media_type="video/mp4", headers=headers)
    first = int(start)
    last = min(int(end), len(data) - 1) if end.isdigit() and len(end) <= 12 else None
    last = len(data) - 1 if last is None or last < first else last
    headers["content-range"] = f"bytes {first}-{last}/{len(data)}"
    part = data[first : last + 1]
    return Response(part, 206, media_type="video/mp4", headers=headers)
