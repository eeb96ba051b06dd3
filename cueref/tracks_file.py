"""tracks.parquet: one row per ball and frame, written shot by shot."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from adjudicator.balls import Ball
from cueref.records import TrackRows

SCHEMA: Final = pa.schema(
    [
        ("shot", pa.int32()),
        ("frame", pa.int64()),
        ("t", pa.float64()),
        ("ball", pa.string()),
        ("x", pa.float64()),
        ("y", pa.float64()),
        ("vx", pa.float32()),
        ("vy", pa.float32()),
        ("sigma_xy", pa.float32()),
        ("seen", pa.bool_()),
    ]
)


class TracksFile:
    """Appends the tracks of one shot after another."""

    def __init__(self, path: Path | BinaryIO) -> None:
        """Start the file, or write to one that is open."""
        self._writer: Any = pq.ParquetWriter(path, SCHEMA, compression="zstd")

    def write(self, shot: int, tracks: Mapping[Ball, TrackRows]) -> None:
        """Append the tracks of one shot, in order of frame and ball name."""
        balls = sorted(ball for ball, rows in tracks.items() if len(rows))
        if not balls:
            return
        rows = [tracks[ball] for ball in balls]
        names = np.concatenate([np.full(len(r), k) for k, r in enumerate(rows)])
        frame = np.concatenate([r.frame for r in rows])
        order = np.lexsort((names, frame))
        xy = np.concatenate([r.xy for r in rows])[order]
        velocity = np.concatenate([r.velocity for r in rows])[order]
        table = pa.table(
            {
                "shot": np.full(len(order), shot, np.int32),
                "frame": frame[order],
                "t": np.concatenate([r.t for r in rows])[order],
                "ball": pa.array([balls[k].name for k in names[order]]),
                "x": xy[:, 0],
                "y": xy[:, 1],
                "vx": velocity[:, 0].astype(np.float32),
                "vy": velocity[:, 1].astype(np.float32),
                "sigma_xy": np.concatenate([r.sigma_xy for r in rows])[order].astype(
                    np.float32
                ),
                "seen": np.concatenate([r.seen for r in rows])[order],
            },
            schema=SCHEMA,
        )
        self._writer.write_table(table)

    def close(self) -> None:
        """Write the index; without it the file cannot be read."""
        self._writer.close()


class StoredTracks:
    """Reads the tracks of single shots back from a finished file."""

    def __init__(self, path: Path | BinaryIO) -> None:
        """Find out which group of rows belongs to which shot."""
        self._path = path
        self._groups: dict[int, int] = {}
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                numbers = file.read_row_group(group, columns=["shot"])["shot"]
                self._groups[numbers[0].as_py()] = group

    def of(self, shot: int) -> dict[Ball, TrackRows]:
        """Return the motion of the balls of one shot; empty if nothing is stored."""
        if shot not in self._groups:
            return {}
        with pq.ParquetFile(self._path) as file:
            columns = file.read_row_group(self._groups[shot]).to_pydict()
        return _by_ball(columns)


def _by_ball(columns: Mapping[str, list[Any]]) -> dict[Ball, TrackRows]:
    names = np.array(columns["ball"])
    frame = np.array(columns["frame"], dtype=np.int64)
    t = np.array(columns["t"], dtype=np.float64)
    xy = np.column_stack([columns["x"], columns["y"]]).astype(np.float64)
    velocity = np.column_stack([columns["vx"], columns["vy"]]).astype(np.float64)
    sigma = np.array(columns["sigma_xy"], dtype=np.float64)
    seen = np.array(columns["seen"], dtype=np.bool_)
    tracks = {}
    for name in dict.fromkeys(columns["ball"]):
        own = names == name
        tracks[Ball(name)] = TrackRows(
            frame[own], t[own], xy[own], velocity[own], sigma[own], seen[own]
        )
    return tracks
