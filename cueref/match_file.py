"""match.json: what was analysed, with which table, camera and software."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.balls import Discipline
from calibration.table_calibration import TableCalibration
from cueref import __version__

SCHEMA: Final = "cueref/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInfo:
    """What is known of one analysed recording.

    Attributes:
        source: Name of the recording.
        game: The discipline.
        size: Width and height of the picture, pixels.
        fps: Average pictures per second.
        frames: Pictures read.
        duration: Time of the last picture, seconds.
        calibration: Where the table is.
        model: Name of the detector's weights.
        complete: Whether the recording was read to its end.
        warnings: What was wrong with it, one line each.
    """

    source: str
    game: Discipline
    size: tuple[int, int]
    fps: float
    frames: int
    duration: float
    calibration: TableCalibration
    model: str
    complete: bool = True
    warnings: tuple[str, ...] = ()


def match_json(info: MatchInfo) -> Mapping[str, Any]:
    """Return the object of match.json."""
    calibration = info.calibration
    table = calibration.table
    return {
        "schema": SCHEMA,
        "source": info.source,
        "game": info.game.value,
        "size": list(info.size),
        "fps": round(info.fps, 6),
        "frames": info.frames,
        "duration": round(info.duration, 6),
        "complete": info.complete,
        "table": {
            "kind": table.kind.value,
            "length": table.length,
            "width": table.width,
            "ball_radius": table.ball_radius,
            "head_end": calibration.head_end,
        },
        "calibration": {
            "corners_uv": [
                [round(float(u), 3), round(float(v), 3)]
                for u, v in calibration.corners_uv
            ],
            "residual_px": round(calibration.residual_px, 4),
            "residual_mm": round(calibration.residual_mm, 4),
            "confidence": round(calibration.confidence, 4),
            "head_end_known": calibration.head_end_known,
        },
        "software": __version__,
        "model": info.model,
        "warnings": list(info.warnings),
    }
