"""What is remembered of the analysis of a sample video."""

import json
from pathlib import Path
from typing import Any

from adjudicator.balls import Discipline
from cueref.analysis import analyze_recording
from cueref.evaluate.analysis_files import read_analysis
from cueref.options import AnalysisOptions
from cueref.pipeline.reading import read_shots

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_videos"
GOLDEN = Path(__file__).parent


def sample_names() -> list[str]:
    """Names of the sample videos that have a truth."""
    files = SAMPLES.glob("*.truth.json")
    return sorted(file.name.removesuffix(".truth.json") for file in files)


def analyzed(name: str, out: Path) -> dict[str, Any]:
    """Analyse a sample video and return what is to be remembered."""
    analyze_sample(name, out)
    return summary(out)


def analyze_sample(name: str, out: Path) -> None:
    """Analyse a sample video into a folder."""
    truth = json.loads((SAMPLES / f"{name}.truth.json").read_text(encoding="utf-8"))
    calls = SAMPLES / f"{name}.calls.jsonl"
    options = AnalysisOptions(
        game=Discipline(truth["game"]),
        out=out,
        calls=calls if calls.is_file() else None,
        head=truth["table"]["head_end"],
    )
    analyze_recording(str(SAMPLES / f"{name}.mp4"), options, read_shots)


def summary(folder: Path) -> dict[str, Any]:
    """Return the shots and rulings of an analysis, rounded."""
    analysis = read_analysis(folder)
    lines = (folder / "shots.jsonl").read_text(encoding="utf-8").splitlines()
    shots = [json.loads(line) for line in lines]
    return {
        "shots": [
            {
                "shot": shot["shot"],
                "t": [round(shot["t_start"], 3), round(shot["t_end"], 2)],
                "events": [_event(event) for event in shot["events"]],
                "before": _places(shot["before"]["balls"]),
                "after": _places(shot["after"]["balls"]),
                "ruling": _ruling(verdict),
            }
            for shot, verdict in zip(shots, analysis.verdicts, strict=True)
        ]
    }


def _event(event: dict[str, Any]) -> list[Any]:
    balls = event.get("balls", [event["ball"]] if "ball" in event else [])
    where = event.get("pocket") or event.get("rail") or event.get("line")
    return [event["type"], sorted(balls), where, round(event["t"], 3)]


def _places(balls: dict[str, list[float]]) -> dict[str, list[float]]:
    return {name: [round(x, 4), round(y, 4)] for name, (x, y) in balls.items()}


def _ruling(verdict: dict[str, Any]) -> dict[str, Any]:
    return {
        "status": verdict["status"],
        "legal": verdict["legal"],
        "fouls": [foul["clause"] for foul in verdict["fouls"]],
        "pocketed": verdict["pocketed"],
        "rack": verdict["rack"],
    }
