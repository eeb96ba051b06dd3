"""tracks.parquet: one row per ball and frame, written shot by shot."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

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

    def __init__(self, path: Path) -> None:
        """Start the file."""
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
