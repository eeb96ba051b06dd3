"""`cueref detect`: balls and table in pictures, one JSON object a picture."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from calibration.errors import CalibrationError
from calibration.find import find_table
from calibration.table_calibration import TableCalibration
from cueref.cli import console
from cueref.errors import OutputExistsError
from vision.appearance import APPEARANCES, AppearanceClassifier
from vision.centre_network import CentreNetwork
from vision.detections import Detections
from vision.detector import SCORE_THRESHOLD, OnnxBallDetector
from vision.frames import Image
from vision.image_folder import find_images, read_image

BOX_COLOUR = (0, 0, 255)


def detect(
    pictures: Annotated[
        list[Path], typer.Argument(metavar="IMAGE|FOLDER...", help="Where to look.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="File to write; standard output if left out."),
    ] = None,
    draw: Annotated[
        Path | None, typer.Option(help="Folder for pictures with the balls marked.")
    ] = None,
    model: Annotated[
        Path | None, typer.Option(help="Weights to use instead of the shipped ones.")
    ] = None,
    score: Annotated[
        float, typer.Option(min=0.01, max=0.99, help="Least score of a ball.")
    ] = SCORE_THRESHOLD,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace an earlier file.")
    ] = False,
) -> None:
    """Find balls and the table in pictures; one JSON object a picture."""
    if out is not None and out.exists() and not overwrite:
        raise OutputExistsError(f"{out} is there already: --overwrite replaces it")
    paths = [path for place in pictures for path in find_images(place)]
    finder = _Finder(OnnxBallDetector(model, score_threshold=score))
    with console.progress() as progress:
        shown = progress.track(paths, description="pictures")
        lines = _found(finder, shown, draw)
        if out is None:
            for line in lines:
                console.data(line)
            return
        text = "".join(f"{line}\n" for line in lines)
    out.write_text(text, encoding="utf-8")
    console.say(f"{len(paths)} pictures, written to {out}")


class _Finder:
    """Everything that looks at one picture."""

    def __init__(self, detector: OnnxBallDetector) -> None:
        self._detector = detector
        self._classifier = AppearanceClassifier()
        self._centres = CentreNetwork()

    def look(self, image: Image) -> tuple[Detections, dict[str, Any]]:
        table = _table_in(image)
        balls = self._balls(image, table)
        return balls, {
            "size": [image.shape[1], image.shape[0]],
            "table": None
            if table is None
            else {"corners_uv": _rounded(table.corners_uv)},
            "balls": self._rows(image, balls, table),
            "occluders": [],
        }

    def _balls(self, image: Image, table: TableCalibration | None) -> Detections:
        if table is None:
            seen = self._detector.detect(image)
            return self._centres.refine(image, seen, seen.radius_px)[0]
        radii = table.radius_px(_points_on(table))
        seen = self._detector.detect(
            image,
            table.region_px(),
            expected_radius_px=(0.85 * float(radii.min()), 1.15 * float(radii.max())),
        )
        expected = table.radius_px(table.xy_from_uv(seen.uv))
        return self._centres.refine(image, seen, expected)[0]

    def _rows(
        self, image: Image, balls: Detections, table: TableCalibration | None
    ) -> list[dict[str, Any]]:
        looks = self._classifier.log_probability(image, balls.uv, balls.radius_px)
        places = None if table is None else table.xy_from_uv(balls.uv)
        rows = []
        for ball in range(len(balls)):
            best = int(looks[ball].argmax())
            row = {
                "uv": _rounded(balls.uv[ball]),
                "radius_px": round(float(balls.radius_px[ball]), 2),
                "score": round(float(balls.score[ball]), 3),
                "label": str(APPEARANCES[best]),
                "label_score": round(float(np.exp(looks[ball, best])), 3),
            }
            if np.any(balls.streak_px[ball]):
                row["streak_px"] = _rounded(balls.streak_px[ball])
            if places is not None:
                row["xy"] = _rounded(places[ball], 4)
            rows.append(row)
        return rows


def _found(finder: _Finder, paths: Iterable[Path], draw: Path | None) -> Iterator[str]:
    for path in paths:
        image = read_image(path)
        balls, record = finder.look(image)
        if draw is not None:
            draw.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(draw / f"{path.stem}.png"), _drawn(image, balls))
        yield json.dumps({"image": path.name} | record, ensure_ascii=False)


def _table_in(image: Image) -> TableCalibration | None:
    try:
        return find_table([image])
    except CalibrationError:
        return None


def _points_on(table: TableCalibration) -> np.ndarray[Any, np.dtype[np.float64]]:
    half = np.array([table.table.length, table.table.width]) / 2
    return np.array([[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]]) * half


def _rounded(values: Any, digits: int = 2) -> Any:
    return np.round(np.asarray(values, dtype=np.float64), digits).tolist()


def _drawn(image: Image, balls: Detections) -> Image:
    picture = image.copy()
    for ball in range(len(balls)):
        half = balls.radius_px[ball] + np.abs(balls.streak_px[ball]) / 2
        low = np.rint(balls.uv[ball] - half).astype(int).tolist()
        high = np.rint(balls.uv[ball] + half).astype(int).tolist()
        cv2.rectangle(picture, low, high, BOX_COLOUR, 1)
    return picture
