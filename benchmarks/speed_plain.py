"""The plain way: `ultralytics` predict and ByteTrack on every picture, to compare with.

    python -m benchmarks.speed_plain VIDEO [--frames 100] [--network yolo11n.yaml]

Run it with the extra `train` installed (and `lap`, which ByteTrack asks for). The
network is the smallest of its family; its weights do not matter for its speed, so
random ones will do. Prints one JSON object: decoding alone and the whole loop, wall and
processor milliseconds a picture, beside which `cueref bench VIDEO` can be laid.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import av


def pictures(video: str) -> Iterable[Any]:
    """Yield the pictures of a video, blue, green, red."""
    with av.open(video) as container:
        for frame in container.decode(video=0):
            yield frame.to_ndarray(format="bgr24")


def decoded(video: str) -> Iterable[Any]:
    """Yield the pictures of a video as they are decoded."""
    with av.open(video) as container:
        yield from container.decode(video=0)


def timed(frames: Iterable[Any], look: Callable[[Any], Any]) -> dict[str, float]:
    """Look at every picture; return milliseconds for one."""
    wall, processor, count = time.perf_counter(), time.process_time(), 0
    for frame in frames:
        look(frame)
        count += 1
    return {
        "ms": round(1000 * (time.perf_counter() - wall) / count, 2),
        "processor_ms": round(1000 * (time.process_time() - processor) / count, 2),
    }


def main() -> None:
    """Measure the loop on one recording."""
    from ultralytics import YOLO

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("video")
    parser.add_argument("--frames", type=int, default=100)
    parser.add_argument("--network", default="yolo11n.yaml")
    chosen = parser.parse_args()
    network = YOLO(chosen.network)

    def track(image: Any) -> None:
        network.track(image, persist=True, tracker="bytetrack.yaml", verbose=False)

    for image in islice(pictures(chosen.video), 3):
        track(image)
    alone = timed(islice(decoded(chosen.video), chosen.frames), lambda _: None)
    whole = timed(islice(pictures(chosen.video), chosen.frames), track)
    ratio = whole["processor_ms"] / alone["processor_ms"]
    found = {"network": chosen.network, "decoding": alone, "whole": whole}
    print(json.dumps({**found, "ratio": round(ratio, 1)}, indent=1))


if __name__ == "__main__":
    main()
