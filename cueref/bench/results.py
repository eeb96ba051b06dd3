"""What a measurement found, as JSON, and beside another one."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from cueref.errors import RefereeError

SCHEMA: Final = "cueref-bench/1"


@dataclass(frozen=True, slots=True)
class Stage:
    """Processor time of one stage.

    Attributes:
        name: Of the stage.
        calls: How often it was called.
        median_ms: Of one call.
        p95_ms: Of one call.
        ms_per_frame: All calls over all frames.
    """

    name: str
    calls: int
    median_ms: float
    p95_ms: float
    ms_per_frame: float


@dataclass(frozen=True, slots=True)
class Bench:
    """One measurement of one recording.

    Attributes:
        video: Name of the recording.
        size: Width and height, pixels.
        fps: Pictures a second, on average.
        frames: Number of pictures.
        moving: Part of the frames in which balls were measured because of changes.
        shots: Shots read.
        decode_ms: Decoding alone, wall time a frame.
        decode_cpu_ms: Decoding alone, processor time a frame.
        table_s: Finding the table, wall time.
        first_frame_s: From the start of the analysis until a frame was looked at,
            with the table known.
        whole_ms: The pipeline, wall time a frame.
        whole_cpu_ms: The pipeline, processor time of all threads a frame.
        cores: Processor cores of the machine.
        peak_mb: Peak memory of the process, MiB.
        stages: Processor time by stage, on the pipeline's thread.
    """

    video: str
    size: tuple[int, int]
    fps: float
    frames: int
    moving: float
    shots: int
    decode_ms: float
    decode_cpu_ms: float
    table_s: float
    first_frame_s: float
    whole_ms: float
    whole_cpu_ms: float
    cores: int
    peak_mb: float
    stages: tuple[Stage, ...]

    @property
    def ratio(self) -> float:
        """Wall time over that of decoding alone."""
        return self.whole_ms / self.decode_ms

    @property
    def cpu_ratio(self) -> float:
        """Processor time over that of decoding alone."""
        return self.whole_cpu_ms / self.decode_cpu_ms

    @property
    def looked_fps(self) -> float:
        """Frames analysed a second."""
        return 1000 / self.whole_ms

    @property
    def cpu_share(self) -> float:
        """Part of all cores that the pipeline used."""
        return self.whole_cpu_ms / self.whole_ms / self.cores

    def to_object(self) -> dict[str, Any]:
        """Return the JSON object."""
        derived = {
            "ratio": self.ratio,
            "cpu_ratio": self.cpu_ratio,
            "looked_fps": self.looked_fps,
            "cpu_share": self.cpu_share,
        }
        return {"schema": SCHEMA, **_rounded(asdict(self) | derived)}


def compared(now: Bench, stored: Mapping[str, Any]) -> dict[str, float]:
    """Return this run over a stored one; below 1 is faster or smaller.

    Times are divided by those of decoding in the same run first, so that the speed of
    the machine drops out.

    Args:
        now: This run.
        stored: The JSON object of another.
    """
    ratios = {
        "whole": now.ratio / float(stored["ratio"]),
        "whole, processor": now.cpu_ratio / float(stored["cpu_ratio"]),
        "memory": now.peak_mb / float(stored["peak_mb"]),
    }
    before = {stage["name"]: stage for stage in stored["stages"]}
    for stage in now.stages:
        if stage.name in before and before[stage.name]["ms_per_frame"] > 0:
            then = before[stage.name]["ms_per_frame"] / stored["decode_cpu_ms"]
            ratios[stage.name] = stage.ms_per_frame / now.decode_cpu_ms / then
    return ratios


def read_bench(path: Path) -> dict[str, Any]:
    """Return a stored run.

    Raises:
        RefereeError: The file is none.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RefereeError(f"{path} cannot be read as a stored run: {error}") from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise RefereeError(f"{path} is no stored run of `cueref bench` ({SCHEMA})")
    return value


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    return value
