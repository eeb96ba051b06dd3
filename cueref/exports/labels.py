"""Pictures with labels from a stored match, for training and for other tools.

Each chosen frame of the recording is written as a picture; every ball that was seen
in it becomes a box. YOLO folders go straight into `cueref train`, corrected by hand
or not.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pyarrow.parquet
from numpy.typing import NDArray

from calibration.store import load_table
from calibration.table_calibration import TableCalibration
from cueref.errors import OutputError, StoredMatchError
from vision.frames import Frame, FrameSource
from vision.sources import open_source

FloatArray = NDArray[np.float64]

FORMATS: Final = ("yolo", "coco", "supervision")


@dataclass(frozen=True, slots=True, eq=False)
class FrameLabels:
    """The balls of one frame.

    Attributes:
        names: Of the balls.
        boxes_px: u0, v0, u1, v1, pixels, (n, 4).
    """

    names: tuple[str, ...]
    boxes_px: FloatArray


def labels_of(
    folder: Path, size: tuple[int, int], frames: range | None = None
) -> dict[int, FrameLabels]:
    """Return the balls seen in each frame of the shots of a match.

    Args:
        folder: Results of `cueref analyze`.
        size: Width and height of the recording, pixels.
        frames: Which; None takes all that the tracks cover.

    Raises:
        StoredMatchError: The tracks cannot be read.
        CalibrationError: The table is not of this picture.
    """
    path = folder / "tracks.parquet"
    try:
        rows = pyarrow.parquet.read_table(
            path, columns=["frame", "ball", "x", "y", "seen"]
        ).to_pylist()
    except (OSError, ValueError) as error:
        raise StoredMatchError(f"{path} cannot be read: {error}") from error
    by_frame: dict[int, dict[str, tuple[float, float]]] = defaultdict(dict)
    for row in rows:
        if row["seen"] and (frames is None or row["frame"] in frames):
            by_frame[row["frame"]][row["ball"]] = (row["x"], row["y"])
    calibration = load_table(folder / "table.json", image_size=size)
    return {
        frame: _labels(balls, calibration) for frame, balls in sorted(by_frame.items())
    }


def _labels(
    balls: Mapping[str, tuple[float, float]], calibration: TableCalibration
) -> FrameLabels:
    xy = np.array(list(balls.values()))
    uv, radius = calibration.uv_from_xy(xy), calibration.radius_px(xy)[:, None]
    return FrameLabels(tuple(balls), np.hstack([uv - radius, uv + radius]))


def write_labels(
    video: str,
    folder: Path,
    out: Path,
    kind: str,
    *,
    frames: range | None = None,
    every: int = 1,
    step: Callable[[int, int], None] = lambda _done, _all: None,
) -> int:
    """Write pictures and labels.

    Args:
        video: The recording that was analysed.
        folder: Its results.
        out: Folder to write into; it must be empty or new.
        kind: One of `FORMATS`.
        frames: Which frames; None takes all that the tracks cover.
        every: Every how many of them.
        step: Is told how many pictures are written, and of how many.

    Returns:
        How many pictures were written.

    Raises:
        OutputError: The folder holds something already.
    """
    if out.exists() and any(out.iterdir()):
        raise OutputError(f"{out} is not empty: choose a new folder")
    (out / "images").mkdir(parents=True)
    with open_source(video) as source:
        labels = labels_of(folder, source.size, frames)
        chosen = set(list(labels)[::every])
        written: list[tuple[str, tuple[int, ...], FrameLabels]] = []
        for frame in _frames(source, chosen):
            name = _write_picture(frame, out)
            written.append((name, frame.image_bgr.shape[:2], labels[frame.index]))
            step(len(written), len(chosen))
    _WRITERS[kind](out, written)
    return len(written)


def _frames(source: FrameSource, chosen: set[int]) -> Iterator[Frame]:
    if not chosen:
        return
    last = max(chosen)
    for frame in source:
        if frame.index in chosen:
            yield frame
        if frame.index >= last:
            return


def _write_picture(frame: Frame, out: Path) -> str:
    name = f"{frame.index:07d}"
    cv2.imwrite(str(out / "images" / f"{name}.png"), frame.image_bgr)
    return name


Written = Sequence[tuple[str, tuple[int, ...], FrameLabels]]


def _yolo(out: Path, written: Written) -> None:
    """One class, `ball`: centre and size as shares of the picture."""
    (out / "labels").mkdir()
    for name, (height, width), labels in written:
        box = labels.boxes_px
        centre = (box[:, :2] + box[:, 2:]) / 2 + 0.5
        rows = np.hstack([centre, box[:, 2:] - box[:, :2]])
        rows /= np.array([width, height, width, height])
        text = "".join("0 " + " ".join(f"{x:.6f}" for x in row) + "\n" for row in rows)
        (out / "labels" / f"{name}.txt").write_text(text, encoding="utf-8")
    (out / "data.yaml").write_text(
        "path: .\ntrain: images\nval: images\nnames:\n  0: ball\n", encoding="utf-8"
    )


def _coco(out: Path, written: Written) -> None:
    """The balls' names are the categories; files are named within `images`."""
    names = sorted({name for _, _, labels in written for name in labels.names})
    ids = {name: number for number, name in enumerate(names, start=1)}
    images: list[dict[str, Any]] = []
    boxes: list[dict[str, Any]] = []
    for number, (picture, (height, width), labels) in enumerate(written, start=1):
        file = f"{picture}.png"
        images.append(
            {"id": number, "file_name": file, "width": width, "height": height}
        )
        for name, (u0, v0, u1, v1) in zip(labels.names, labels.boxes_px, strict=True):
            sides = [float(u1 - u0), float(v1 - v0)]
            boxes.append(
                {
                    "id": len(boxes) + 1,
                    "image_id": number,
                    "category_id": ids[name],
                    "bbox": [round(float(u0), 2), round(float(v0), 2)]
                    + [round(side, 2) for side in sides],
                    "area": round(sides[0] * sides[1], 1),
                    "iscrowd": 0,
                }
            )
    categories = [{"id": ids[name], "name": name} for name in names]
    value = {"images": images, "annotations": boxes, "categories": categories}
    (out / "annotations.json").write_text(json.dumps(value), encoding="utf-8")


def _supervision(out: Path, written: Written) -> None:
    """One object a line with the fields of `supervision.Detections`."""
    names = sorted({name for _, _, labels in written for name in labels.names})
    ids = {name: number for number, name in enumerate(names)}
    lines = []
    for picture, _, labels in written:
        numbers = [ids[name] for name in labels.names]
        value = {
            "image": f"images/{picture}.png",
            "xyxy": labels.boxes_px.round(2).tolist(),
            "confidence": [1.0] * len(numbers),
            "class_id": numbers,
            "tracker_id": numbers,
            "data": {"class_name": list(labels.names)},
        }
        lines.append(json.dumps(value) + "\n")
    (out / "detections.jsonl").write_text("".join(lines), encoding="utf-8")


_WRITERS: Final = {"yolo": _yolo, "coco": _coco, "supervision": _supervision}
