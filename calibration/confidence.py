"""How sure a calibration is: the probability that its corners are within 3 mm.

Each figure of the evidence is turned into a doubt, 0 where nothing is wrong and growing
to a limit; a logistic function of their weighted sum is the confidence. The weights are
no opinion: `python -m benchmarks.calibration_confidence` fits them to rendered tables
of the validation split whose error is known, and writes weights/confidence.json.
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from calibration.evidence import Evidence

MODEL_FILE: Final = Path(__file__).with_name("weights") / "confidence.json"

_HELD_MM: Final = 20.0
"""A corner that moves no further without a rail is held by the others."""

_MOST: Final = 3.0
"""No single doubt counts more, in its own unit."""


@dataclass(frozen=True, slots=True)
class ConfidenceModel:
    """Weights of the doubts.

    Attributes:
        bias: Log odds where there is no doubt.
        weights: What each doubt takes off, by its name; none is negative.
        trusted: Confidence from which a calibration is accepted.
    """

    bias: float
    weights: dict[str, float]
    trusted: float

    def confidence(self, evidence: Evidence) -> float:
        """Return the probability that the map is right, 0..1."""
        each = doubts(evidence)
        total = sum(weight * each[name] for name, weight in self.weights.items())
        return 1 / (1 + math.exp(min(max(total - self.bias, -50.0), 50.0)))


@cache
def model() -> ConfidenceModel:
    """Return the model that is shipped."""
    read = json.loads(MODEL_FILE.read_text(encoding="utf-8"))
    return ConfidenceModel(read["bias"], read["weights"], read["trusted"])


def doubts(evidence: Evidence) -> dict[str, float]:
    """Return what speaks against a table, each 0 to 3."""
    e = evidence
    raw = {
        "residual": math.log1p(e.residual_px / 0.3),
        "faint": max(0.0, 0.4 - e.strength) / 0.2,
        "hidden": max(0.0, 0.7 - e.support) / 0.2,
        "cushions": (1 - e.cushions) / 0.1,
        "pockets": 6 - e.pockets,
        "middle": 1.0 if math.isnan(e.off_middle) else e.off_middle / 0.015,
        "cushion": max(0.0, abs(e.cushion) - 0.5) / 0.2,
        "focal": max(0.0, abs(e.focal) - 0.5) / 0.4,
        "squeeze": max(0.0, abs(e.squeeze) - 0.15) / 0.05,
        "spread": math.log1p(e.spread_mm / 0.5),
        "loose": max(0.0, e.spread_mm - 1.0) / 1.0,
        "blur": e.blur_mm / 15,
        "rails": math.log1p(e.rails_mm / 3),
        "parts": math.log1p(e.parts_mm / 1.5),
        "agreement": max(0.0, 0.8 - e.agreed) / 0.25,
        "unheld": _unheld(e.rails_mm, e.agreed),
        "gap": math.log1p(e.gap_mm / 2),
        "margin": math.exp(-max(0.0, e.margin) / 5) * 3,
        "lean": max(0.0, e.lean - 1.0),
        "misfit": math.log1p(e.misfit / 20),
        "overlap": (1 - e.overlap) / 0.1,
        "corners": (1 - e.corners) / 0.4,
        "middles": (1 - e.middles) / 0.4,
        "wrong": e.wrong / 0.3,
    }
    return {name: min(max(value, 0.0), _MOST) for name, value in raw.items()}


def _unheld(rails_mm: float, agreed: float) -> float:
    """Return the doubt about a nose that nobody sees and that no other rail holds."""
    free = math.log(max(rails_mm, 1.0) / _HELD_MM)
    return max(0.0, free) * max(0.0, 0.4 - agreed) / 0.2


_ADVICE: Final = {
    "residual": "the rails do not lie on straight lines: is it a pool table, whole?",
    "faint": "the noses of the cushions hardly stand out: light the rails better",
    "hidden": "too little of the rails is in view: clear people and things from them",
    "cushions": "between the pockets there is something else than cushion",
    "pockets": "there are no pockets where they must be",
    "middle": "the pockets of the long rails are not in their middles",
    "cushion": "the cushions are of no usual width",
    "focal": "no usual camera sees a table like this",
    "squeeze": "the picture is stretched: record at the camera's own proportions",
    "spread": "the edges hardly pin the corners down: zoom in or sharpen the picture",
    "loose": "the edges hardly pin the corners down: zoom in or sharpen the picture",
    "blur": "the picture is blurred: focus the camera, or record at full size",
    "rails": "one rail contradicts the others: clear people and things from it",
    "parts": "parts of the rails contradict the others: light them evenly",
    "agreement": "a rail looks like no rail: clear people and things from it",
    "unheld": "a rail is hidden: clear people and things from it",
    "gap": "shadows or stripes look like cushions: light the rails evenly",
    "margin": "shadows or stripes look like cushions: light the rails evenly",
    "misfit": "the rails contradict each other: clear people and things from them",
    "lean": "the rails contradict each other: clear people and things from them",
    "overlap": "it is not clear where the table is: clear things that look like one",
    "corners": "there are no pockets where they must be",
    "middles": "the pockets of the long rails are not in their middles",
    "wrong": "long and short rails cannot be told apart: is the whole table in view?",
}


def advice(evidence: Evidence) -> str:
    """Return what speaks most against the table, for a person."""
    each, weights = doubts(evidence), model().weights
    return _ADVICE[max(each, key=lambda name: weights.get(name, 0.0) * each[name])]
