"""Truth files: of rendered clips (exact times) and of real ones (labelled by eye)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration import homography
from cueref.errors import TruthError
from cueref.evaluate.analysis_files import StoredAnalysis
from cueref.evaluate.happenings import (
    OPPOSITE,
    Happening,
    happening,
    pocket_at,
    rail_at,
)

Places = Mapping[str, tuple[float, float]]

_POCKET_SECONDS: Final = 0.1
"""A ball may be called pocketed so much too early or too late."""

_SLACK_FRAMES: Final = 1.0
"""An event may be off by one frame, or by the doubt of the label where that is more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueShot:
    """One shot of a rendered clip.

    Attributes:
        t_start: Of the strike, seconds.
        t_end: Of rest, seconds.
        kind: "break", "shot" or "lag".
        cue_ball: Ball that is struck.
        before: Where the balls lie before it, metres.
        after: Where they lie after it.
    """

    t_start: float
    t_end: float
    kind: str
    cue_ball: str | None
    before: Places
    after: Places


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What really happened in one clip, in the frame of the analysis.

    Attributes:
        name: Of the clip.
        is_exact: Whether times and places are exact (a rendered clip).
        fps: Pictures per second.
        events: In order of time.
        shots: Of the clip.
        has_all_contacts: False where a pack hides contacts.
        is_turned: Whether the analysis has the head rail at the wrong end.
        objects: Events of a rendered clip as they are in the file.
        game: The discipline, if the file names it.
        rail_after_contact: What a person saw, if the file says so.
        length: Of the table, metres, if the file says so.
    """

    name: str
    is_exact: bool
    fps: float
    events: tuple[Happening, ...]
    shots: tuple[TrueShot, ...]
    has_all_contacts: bool = True
    is_turned: bool = False
    objects: tuple[Mapping[str, Any], ...] = ()
    game: str | None = None
    rail_after_contact: bool | None = None
    length: float | None = None


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object of a truth file.

    Raises:
        TruthError: The file is missing or no truth.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TruthError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise TruthError(f"{path} is not JSON: {error}") from error
    if not isinstance(value, dict) or "events" not in value:
        raise TruthError(f"{path} is no truth: it has no field 'events'")
    return value


def read_truth(path: Path, value: Mapping[str, Any], analysis: StoredAnalysis) -> Truth:
    """Return a truth in the table frame of an analysis.

    Args:
        path: Of the file, for messages.
        value: Its JSON object.
        analysis: Gives the picture's place on the table, for labels in pixels.

    Raises:
        TruthError: A field is missing or wrong.
    """
    name = path.name.removesuffix(".json").removesuffix(".truth")
    try:
        if "balls_start" in value:
            return _labelled(name, value, analysis)
        return _rendered(name, value, analysis)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        kind = type(error).__name__
        raise TruthError(
            f"{path}: a field is missing or wrong ({kind}: {error})"
        ) from (error)


def _rendered(name: str, value: Mapping[str, Any], analysis: StoredAnalysis) -> Truth:
    frame = 1.0 / float(value["fps"])
    events = []
    for event in value["events"]:
        slack = _POCKET_SECONDS if event["type"] == "pocketed" else frame
        events.append(happening(event, slack, slack))
    head_end = value["table"].get("head_end", analysis.head_end)
    is_turned = head_end != analysis.head_end
    shots = tuple(_true_shot(shot, is_turned) for shot in _shots_of(value))
    return Truth(
        name=name,
        is_exact=True,
        fps=float(value["fps"]),
        events=tuple(e.turned() if is_turned else e for e in events),
        shots=shots,
        is_turned=is_turned,
        objects=tuple(_turned_object(e) if is_turned else e for e in value["events"]),
        game=value.get("game"),
        length=value["table"].get("length"),
    )


def _shots_of(value: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the shots of a rendered clip; all of it is one if it lists none."""
    if "shots" in value:
        return list(value["shots"])
    times = [float(e.get("t_to", e["t"])) for e in value["events"]]
    strikes = [float(e["t"]) for e in value["events"] if e["type"] == "strike"]
    return [
        {
            "t_start": min(strikes, default=min(times, default=0.0)),
            "t_end": max(times, default=0.0),
            "kind": "shot",
            "cue_ball": value.get("cue_ball"),
            "before": value["balls_at_start"],
            "after": value["balls_at_end"],
        }
    ]


def _true_shot(shot: Mapping[str, Any], is_turned: bool) -> TrueShot:  # noqa: FBT001
    sign = -1.0 if is_turned else 1.0

    def places(of: Mapping[str, Any]) -> Places:
        return {ball: (sign * xy[0], sign * xy[1]) for ball, xy in of.items()}

    return TrueShot(
        t_start=float(shot["t_start"]),
        t_end=float(shot["t_end"]),
        kind=str(shot.get("kind", "shot")),
        cue_ball=shot.get("cue_ball"),
        before=places(shot["before"]),
        after=places(shot["after"]),
    )


def _turned_object(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event object with rails and pockets of the turned table."""
    turned = dict(event)
    named = happening(event).turned()
    for key, new in (("rail", named.rail), ("pocket", named.pocket)):
        if new is not None:
            turned[key] = new
    if "toward" in turned:
        turned["toward"] = OPPOSITE[turned["toward"]]
    if isinstance(turned.get("xy"), list):
        turned["xy"] = [-turned["xy"][0], -turned["xy"][1]]
    elif isinstance(turned.get("xy"), dict):
        turned["xy"] = {ball: [-x, -y] for ball, (x, y) in turned["xy"].items()}
    if turned.get("direction") is not None:
        turned["direction"] = [-turned["direction"][0], -turned["direction"][1]]
    return turned


def _labelled(name: str, value: Mapping[str, Any], analysis: StoredAnalysis) -> Truth:
    fps = float(value["fps"])
    labels = [e for e in value["events"] if e["type"] != "cut"]
    events = tuple(_label(event, fps, analysis.head_end) for event in labels)
    strikes = [e.t for e in events if e.kind == "strike"]
    shot = TrueShot(
        t_start=min(strikes, default=0.0),
        t_end=max((e.t_to for e in events), default=0.0),
        kind="break" if _shows_break(value) else "shot",
        cue_ball="cue",
        before=_labelled_places(value, "start", analysis),
        after=_labelled_places(value, "end", analysis),
    )
    return Truth(
        name=name,
        is_exact=False,
        fps=fps,
        events=events,
        shots=(shot,),
        has_all_contacts=bool(value.get("contacts_complete", True)),
        rail_after_contact=value.get("rail_after_contact"),
    )


def _shows_break(value: Mapping[str, Any]) -> bool:
    """Whether the name of a labelled clip says that it shows a break."""
    return Path(str(value.get("clip", ""))).stem.endswith("_break")


def _label(event: Mapping[str, Any], fps: float, head_end: str) -> Happening:
    frame = float(event["frame"])
    slack = max(float(event.get("plus_minus", 0.0)), _SLACK_FRAMES) / fps
    pocket, rail = event.get("pocket"), event.get("rail")
    plain = {
        **{k: event[k] for k in ("type", "ball", "balls", "jaw", "sure") if k in event},
        "t": frame / fps,
        "pocket": None if pocket is None else pocket_at(pocket, head_end),
        "rail": None if rail is None else rail_at(rail, head_end),
    }
    seen = happening(plain, slack, slack)
    if seen.kind != "pocketed":
        return seen
    # From the lip to out of sight: a ball is pocketed somewhere on this way.
    lip = float(event.get("lip_frame", event.get("falls_frame", frame))) / fps
    return replace(
        seen,
        t_from=min(lip, seen.t_from) - _POCKET_SECONDS,
        t_to=seen.t_to + _POCKET_SECONDS,
    )


def _labelled_places(
    value: Mapping[str, Any], moment: str, analysis: StoredAnalysis
) -> Places:
    balls = value[f"balls_{moment}"]
    if not balls:
        return {}
    uv = np.array([ball["uv"] for ball in balls], dtype=np.float64)
    corners = value.get("table", {}).get("corners_by_frame")
    if corners is not None:
        uv = _in_first_picture(uv, corners, int(value[f"{moment}_frame"]))
    xy = analysis.xy_from_uv(uv.tolist())
    return {
        str(ball["name"]): (float(x), float(y))
        for ball, (x, y) in zip(balls, xy, strict=True)
    }


def _in_first_picture(
    uv: NDArray[np.float64], corners: Mapping[str, Any], frame: int
) -> NDArray[np.float64]:
    """Return where points of a picture of a moving camera lie in its first one."""
    frames = sorted(map(int, corners))
    near = min(frames, key=lambda one: abs(one - frame))
    first_from_near = homography.fit(
        np.array(corners[str(near)], dtype=np.float64),
        np.array(corners[str(frames[0])], dtype=np.float64),
    )
    return np.asarray(homography.apply(first_from_near, uv))
