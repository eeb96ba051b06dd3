"""Truth files of clips: what an analysis of the video should find."""

import json
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.balls import BONUS, Ball, Discipline
from adjudicator.shot import ShotKind
from adjudicator.table import TableGeometry
from vision.synthesis.camera import Camera
from vision.synthesis.clip_plan import ClipPlan
from vision.synthesis.truth import event_to_json

Floats = NDArray[np.float64]


def frame_count(plan: ClipPlan, fps: Fraction) -> int:
    """Return how many frames a clip of a plan has."""
    return int(plan.duration * fps) + 1


def clip_truth(
    plan: ClipPlan, camera: Camera, fps: Fraction, exposure: float
) -> dict[str, Any]:
    """Return the truth of a clip as values that `json` can write.

    Args:
        plan: What happens.
        camera: Who looks.
        fps: Frames a second.
        exposure: Of a frame, seconds.
    """
    table = plan.table
    return {
        "fps": fps.numerator if fps.denominator == 1 else float(fps),
        "size": list(camera.size),
        "frames": frame_count(plan, fps),
        "table": {
            "length": table.length,
            "width": table.width,
            "ball_radius": table.ball_radius,
            "head_end": head_end(camera, table),
            "kind": table.kind.value,
        },
        "game": plan.discipline.value,
        "seed": plan.seed,
        "exposure": round(exposure, 6),
        "cue_ball": None if plan.cue_ball is None else plan.cue_ball.name,
        "balls_at_start": _layout(plan, 0.0),
        "balls_at_end": _layout(plan, plan.duration + 10.0),
        "uv_at_start": _uv(plan, camera, 0.0),
        "radius_px": round(_radius_px(camera, table), 3),
        "events": [event_to_json(event) for event in plan.events],
        "corners_uv": np.round(corners_uv(camera, table), 3).tolist(),
        "shots": [_shot(plan, number) for number in range(len(plan.strikes))],
        "rest_at": round(plan.motion.t_end, 6),
    }


def dump_truth(truth: dict[str, Any]) -> str:
    """Return truth as JSON text, one field a line and one event a line."""
    fields = [
        f'"{key}": {_lines(value) if key in ("events", "shots") else _line(value)}'
        for key, value in truth.items()
    ]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(values: list[Any]) -> str:
    return "[\n  " + ",\n  ".join(_line(value) for value in values) + "\n]"


_CALLED_GAMES: Final = (Discipline.EIGHT_BALL, Discipline.STRAIGHT_POOL)


def clip_calls(plan: ClipPlan) -> list[dict[str, Any]]:
    """Return what the players announce, as lines of a file of calls.

    Balls and pockets in eight-ball and straight pool (a safety where no pocket is
    meant); the bonus and its pocket in Bonus Ball.
    """
    lines: list[dict[str, Any]] = []
    for number, strike in enumerate(plan.strikes, start=1):
        called: dict[str, Any] = {"shot": number}
        if strike.target is not None and strike.pocket is not None:
            called |= {"ball": strike.target.name, "pocket": strike.pocket}
        else:
            called |= {"declare": "safety"}
        bonus = strike.target is BONUS and strike.pocket is not None
        in_called_game = plan.discipline in _CALLED_GAMES
        if bonus or (in_called_game and strike.kind is not ShotKind.BREAK):
            lines.append(called)
    return lines


def _shot(plan: ClipPlan, number: int) -> dict[str, Any]:
    """Return one shot's number, cue ball, times and layouts around it."""
    strikes = plan.strikes
    strike = strikes[number]
    limit = strikes[number + 1].t if number + 1 < len(strikes) else np.inf
    own = [
        event.t
        for event in plan.motion.events
        if strike.t <= event.t < limit and type(event).__name__ in _SHOT_EVENTS
    ]
    end = max(own)
    return {
        "shot": number + 1,
        "t_start": round(strike.t, 6),
        "t_end": round(end, 6),
        "kind": strike.kind.value,
        "cue_ball": strike.cue_ball.name,
        "before": _layout(plan, strike.t - 1e-3),
        "after": _layout(plan, end + 1e-3),
    }


_SHOT_EVENTS: Final = {"Strike", "Contact", "RailTouch", "Pocketed", "Rest", "OffTable"}


def _layout(plan: ClipPlan, t: float) -> dict[str, list[float]]:
    layout = plan.motion.layout(t)
    return {
        ball.name: [round(xy.x, 6), round(xy.y, 6)]
        for ball, xy in sorted(layout.balls.items(), key=_by_name)
    }


def _by_name(item: tuple[Ball, object]) -> tuple[int, str, int]:
    return item[0].sort_key


def _uv(plan: ClipPlan, camera: Camera, t: float) -> dict[str, list[float]]:
    layout = sorted(plan.motion.layout(t).balls.items(), key=_by_name)
    radius = plan.table.ball_radius
    xyz = np.array([[xy.x, xy.y, radius] for _, xy in layout])
    uv = camera.ball_images(xyz, radius)[0]
    return {
        ball.name: [round(float(u), 3), round(float(v), 3)]
        for (ball, _), (u, v) in zip(layout, uv, strict=True)
    }


def _radius_px(camera: Camera, table: TableGeometry) -> float:
    center = np.array([[0.0, 0.0, table.ball_radius]])
    return float(camera.ball_images(center, table.ball_radius)[1][0])


def corners_uv(camera: Camera, table: TableGeometry) -> Floats:
    """Return head-left, foot-left, foot-right, head-right at cloth level, (4, 2)."""
    x, y = table.length / 2, table.width / 2
    corners = np.array([[-x, y, 0], [x, y, 0], [x, -y, 0], [-x, -y, 0]], dtype=float)
    return camera.uv_from_xyz(corners)


def head_end(camera: Camera, table: TableGeometry) -> str:
    """Return at which side of the picture the head rail is."""
    ends = np.array([[-table.length / 2, 0.0, 0.0], [table.length / 2, 0.0, 0.0]])
    head, foot = camera.uv_from_xyz(ends)
    du, dv = head - foot
    if abs(du) >= abs(dv):
        return "left" if du < 0 else "right"
    return "top" if dv < 0 else "bottom"
