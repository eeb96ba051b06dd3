"""Whether this machine can do what is asked of it, one check after another."""

import os
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import numpy as np

from cueref.errors import EXPECTED_ERRORS


class State(StrEnum):
    """How a check ended."""

    GOOD = "good"
    POOR = "poor"
    """It works, but not as it should."""
    BAD = "bad"
    """Something will fail."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check and how it ended.

    Attributes:
        name: What was looked at.
        state: How it is.
        found: What was found, and what to do where it is not good.
    """

    name: str
    state: State
    found: str


_FREE_GB: Final = 5.0
"""Free space under which a match of some hours may not fit."""

_LIVE_MS, _SLOW_MS = 35.0, 90.0
"""Time of one search of the table: up to the first live at 60 pictures a second."""

_PICTURE: Final = (540, 960, 3)


def examine(folder: Path) -> Iterator[Finding]:
    """Yield what every check finds; a check that breaks is a finding too.

    Args:
        folder: Where matches are stored; it need not exist.
    """
    checks: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("Python", _python),
        ("processor", _processor),
        ("codecs", _codecs),
        ("networks", _networks),
        ("speed", _speed),
        ("cameras", _cameras),
        ("database", lambda: _database(folder)),
        ("free disk", lambda: _disk(folder)),
    )
    for name, check in checks:
        try:
            yield check()
        except (*EXPECTED_ERRORS, OSError, ImportError, sqlite3.Error) as error:
            yield Finding(name, State.BAD, " ".join(str(error).split()))


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < (3, 11):  # noqa: UP036
        return Finding("Python", State.BAD, f"{version}; 3.11 or newer is needed")
    return Finding("Python", State.GOOD, version)


def _processor() -> Finding:
    cores = len(os.sched_getaffinity(0))
    if cores < 2:
        return Finding("processor", State.POOR, "1 core; live refereeing needs two")
    return Finding("processor", State.GOOD, f"{cores} cores")


def _codecs() -> Finding:
    import av

    missing = [
        name
        for name, mode in (("h264", "r"), ("hevc", "r"), ("mjpeg", "r"), ("h264", "w"))
        if not _has_codec(av, name, mode)
    ]
    version = f"FFmpeg of PyAV {av.__version__}"
    if missing:
        names = ", ".join(sorted(set(missing)))
        return Finding("codecs", State.BAD, f"{version} lacks {names}: reinstall av")
    return Finding("codecs", State.GOOD, f"{version}: H.264, H.265, motion JPEG")


def _has_codec(av: object, name: str, mode: str) -> bool:
    codec = getattr(av, "Codec")  # noqa: B009  # the stubs hide it
    try:
        codec(name, mode)
    except ValueError:
        return False
    return True


def _networks() -> Finding:
    from vision.appearance import AppearanceClassifier
    from vision.centre_network import CentreNetwork
    from vision.detector import OnnxBallDetector

    OnnxBallDetector()
    AppearanceClassifier()
    CentreNetwork()
    return Finding("networks", State.GOOD, "balls, centres and looks are there")


def _speed() -> Finding:
    from vision.detector import OnnxBallDetector

    detector = OnnxBallDetector()
    picture = np.full(_PICTURE, 90, np.uint8)
    detector.detect(picture, expected_radius_px=(8.0, 12.0))
    times = []
    for _ in range(5):
        started = time.perf_counter()
        detector.detect(picture, expected_radius_px=(8.0, 12.0))
        times.append(1000 * (time.perf_counter() - started))
    took = float(np.median(times))
    found = f"the table is searched in {took:.0f} ms"
    if took > _SLOW_MS:
        return Finding("speed", State.BAD, f"{found}: too slow for live refereeing")
    if took > _LIVE_MS:
        return Finding("speed", State.POOR, f"{found}: live at 30 pictures a second")
    return Finding("speed", State.GOOD, found)


def _cameras() -> Finding:
    found = sorted(str(path) for path in Path("/dev").glob("video*"))
    if not found:
        return Finding("cameras", State.POOR, "none at USB; a stream needs none")
    blocked = [path for path in found if not os.access(path, os.R_OK | os.W_OK)]
    if blocked:
        names = ", ".join(blocked)
        hint = "add this user to the group video"
        return Finding("cameras", State.BAD, f"{names} may not be opened: {hint}")
    return Finding("cameras", State.GOOD, ", ".join(found))


def _database(folder: Path) -> Finding:
    place = _existing(folder)
    with tempfile.TemporaryDirectory(dir=place) as work:
        base = sqlite3.connect(Path(work) / "check.db")
        try:
            (mode,) = base.execute("PRAGMA journal_mode=WAL").fetchone()
        finally:
            base.close()
    if mode != "wal":
        text = f"{place}: no write-ahead log on this disk; choose a local one"
        return Finding("database", State.POOR, text)
    return Finding("database", State.GOOD, f"SQLite {sqlite3.sqlite_version}, {place}")


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(_existing(folder)).free / 1e9
    if free < _FREE_GB:
        text = f"{free:.1f} GB: make room, or store fewer clips"
        return Finding("free disk", State.POOR, text)
    return Finding("free disk", State.GOOD, f"{free:.0f} GB")


def _existing(folder: Path) -> Path:
    while not folder.is_dir():
        folder = folder.parent
    return folder
