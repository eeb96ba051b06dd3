"""Motions as small JSON: piece coefficients, so that no reader needs the simulator."""

import json
from dataclasses import asdict
from typing import Any, Final

import numpy as np

from adjudicator.balls import Ball
from adjudicator.table import PocketShape, TableGeometry, TableKind
from vision.synthesis.errors import InvalidMotionError
from vision.synthesis.motion import Motion
from vision.synthesis.trajectory import Trajectory
from vision.synthesis.truth import event_from_json, event_to_json

_SCHEMA: Final = "cueref-motion/1"
_COLUMNS: Final = ("p", "v", "a", "w", "b")
_DECIMALS: Final = 10


def motion_to_json(motion: Motion) -> dict[str, Any]:
    """Return a motion as values that `json` can write; exact to 0.1 nanometre."""
    return {
        "schema": _SCHEMA,
        "table": asdict(motion.table),
        "cue_ball": None if motion.cue_ball is None else motion.cue_ball.name,
        "t_end": motion.t_end,
        "balls": [ball.name for ball in motion.balls],
        "start_orientations": np.round(motion.start_orientations, 6).tolist(),
        "paths": [_path_to_json(path) for path in motion.trajectories],
        "events": [event_to_json(event, digits=12) for event in motion.events],
    }


def motion_from_json(data: dict[str, Any]) -> Motion:
    """Return the motion that `motion_to_json` wrote.

    Raises:
        InvalidMotionError: The data is not of this schema.
    """
    if data.get("schema") != _SCHEMA:
        raise InvalidMotionError(
            f"expected schema {_SCHEMA!r}, got {data.get('schema')!r}"
        )
    sizes = dict(data["table"])
    sizes["kind"] = TableKind(sizes["kind"])
    sizes["corner"] = PocketShape(**sizes["corner"])
    sizes["center"] = PocketShape(**sizes["center"])
    cue_ball = data["cue_ball"]
    return Motion(
        TableGeometry(**sizes),
        tuple(Ball(name) for name in data["balls"]),
        tuple(_path_from_json(path) for path in data["paths"]),
        np.array(data["start_orientations"]),
        tuple(event_from_json(event) for event in data["events"]),
        float(data["t_end"]),
        None if cue_ball is None else Ball(cue_ball),
    )


def dump_motion(motion: Motion) -> str:
    """Return a motion as one line of JSON text."""
    return json.dumps(motion_to_json(motion), separators=(",", ":"))


def load_motion(text: str) -> Motion:
    """Return the motion of a text that `dump_motion` wrote."""
    return motion_from_json(json.loads(text))


def _path_to_json(path: Trajectory) -> dict[str, Any]:
    columns = {
        name: np.round(getattr(path, name), _DECIMALS).tolist() for name in _COLUMNS
    }
    return {"t": path.t.tolist(), "state": path.state.tolist(), **columns}


def _path_from_json(data: dict[str, Any]) -> Trajectory:
    return Trajectory(
        np.array(data["t"]),
        np.array(data["p"]),
        np.array(data["v"]),
        np.array(data["a"]),
        np.array(data["w"]),
        np.array(data["b"]),
        np.array(data["state"], dtype=np.int8),
    )
