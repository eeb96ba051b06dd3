"""How sure a calibration is: what speaks for and against the table that was found.

Each piece of evidence is a factor of at most one, so a single strong objection is
enough. The shapes and widths were set on rendered tables of the validation split; what
the number means is measured on those of the test split (docs/accuracy.md).
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import FloatArray
from calibration.noses import Noses
from calibration.pockets import PocketCheck
from calibration.pose import USUAL_CUSHION, USUAL_FOCAL_PER_DIAGONAL

_GOOD_FIT = 1.2
_GOOD_EDGE = 0.4
_GOOD_SUPPORT = 0.55
_GOOD_MIDDLE = 0.03
_NO_MIDDLE = 0.85
_GOOD_SPREAD_MM = 4.0
_GOOD_BLUR_MM = 20.0
_UNREAD = 0.93
"""Belief in noses that only their edges tell."""

_GOOD_GAP_MM = 5.0
_GOOD_MARGIN = 2.0
_DOUBTED, _AGREED = 0.12, 0.25
_CLEAR = 0.85
"""From here on what is seen leaves no doubt but the proportions."""
_MOST_SQUEEZE = 0.12
"""Recordings of another shape are stretched by so much."""
_STRETCHED = 0.7
"""Belief in a table that is clearly seen, in a picture that was stretched."""


@dataclass(frozen=True)
class Evidence:
    """What was measured of a table, each as a factor of the confidence, 0..1.

    Attributes:
        fit: Noses lie on straight lines behind one lens.
        edges: Noses stand out from the cloth.
        support: They are seen along most of the rails.
        cushions: Between the pockets there is cushion.
        pockets: Where pockets must be there is something else, in the middle too.
        shape: The camera and the cushions are of a usual kind.
        spread: The measured edges pin the corners down.
        sharpness: The noses are not blurred beyond what tells their place.
        agreement: The network sees the noses where their edges were measured.
        contradiction: Edges and network put the corners at one place, and no other
            way to tell noses from far edges explains the rails.
    """

    fit: float
    edges: float
    support: float
    cushions: float
    pockets: float
    shape: float
    spread: float
    sharpness: float
    agreement: float
    contradiction: float

    @property
    def confidence(self) -> float:
        """The product, 0..1."""
        factors = (
            self.fit,
            self.edges,
            self.support,
            self.cushions,
            self.pockets,
            self.shape,
            self.spread,
            self.sharpness,
            self.agreement,
            self.contradiction,
        )
        return float(np.clip(math.prod(factors), 0.0, 1.0))


def weigh(
    noses: Noses, pockets: PocketCheck, agreed: FloatArray, width_m: float
) -> Evidence:
    """Return the evidence for noses that were found.

    Args:
        noses: The noses.
        pockets: What is seen at the pockets' places.
        agreed: How likely the network holds each nose to be there, (4,).
        width_m: Width of the table, metres.
    """
    at_720p = noses.seen.residual_px * 1280 / max(noses.pose.size)
    second = float(np.sort(noses.strength)[1])
    off = [abs(value) for value in pockets.off_center if not math.isnan(value)]
    middle = math.exp(-((min(off) / _GOOD_MIDDLE) ** 2)) if off else _NO_MIDDLE
    spread = 1000 * width_m * float(noses.corner_spread.max())
    evidence = Evidence(
        fit=math.exp(-((at_720p / _GOOD_FIT) ** 2)),
        edges=min(1.0, second / _GOOD_EDGE),
        support=min(1.0, noses.support / _GOOD_SUPPORT),
        cushions=pockets.cushions**0.5,
        pockets=middle * pockets.count / 6,
        shape=_shape(noses),
        spread=math.exp(-((spread / _GOOD_SPREAD_MM) ** 2)),
        sharpness=math.exp(-((1000 * width_m * noses.blur / _GOOD_BLUR_MM) ** 2)),
        agreement=_agreement(noses, agreed),
        contradiction=_undisputed(noses, width_m),
    )
    squeeze = _beyond(noses.pose.squeeze, 0.01, 0.03)
    clear = evidence.confidence >= _CLEAR and abs(noses.pose.squeeze) <= _MOST_SQUEEZE
    if clear:
        squeeze = max(squeeze, _STRETCHED)
    return replace(evidence, shape=evidence.shape * squeeze)


def _agreement(noses: Noses, agreed: FloatArray) -> float:
    """Return belief by how likely the network holds the faintest nose it measured."""
    if math.isnan(noses.gap):
        return 1.0
    return float(np.clip((agreed.min() - _DOUBTED) / _AGREED, 0.0, 1.0))


def _undisputed(noses: Noses, width_m: float) -> float:
    """Return belief by how well two ways of measuring agree, and by the rival's."""
    if math.isnan(noses.gap):
        return _UNREAD
    gap = 1000 * width_m * noses.gap
    rival = 1 - math.exp(-max(0.0, noses.margin) / _GOOD_MARGIN)
    return math.exp(-((gap / _GOOD_GAP_MM) ** 2)) * rival


def _shape(noses: Noses) -> float:
    usual = USUAL_FOCAL_PER_DIAGONAL * math.hypot(*noses.pose.size)
    return _beyond(math.log(noses.cushion / USUAL_CUSHION), 0.6, 0.2) * _beyond(
        math.log(noses.pose.focal / usual), 0.7, 0.4
    )


def _beyond(value: float, free: float, width: float) -> float:
    """Return 1 up to `free`, then a falling bell of this width."""
    return math.exp(-0.5 * (max(0.0, abs(value) - free) / width) ** 2)


_ADVICE = {
    "fit": "the rails do not lie on straight lines: is it a pool table, seen whole?",
    "edges": "the noses of the cushions hardly stand out: light the rails better",
    "support": "too little of the rails is in view: clear people and things from them",
    "cushions": "between the pockets there is something else than cushion",
    "pockets": "there are no pockets where they must be",
    "shape": "no usual camera sees a table like this",
    "spread": "the edges hardly pin the corners down: zoom in or sharpen the picture",
    "contradiction": "shadows or stripes look like cushions: light the rails evenly",
    "agreement": "a rail looks like no rail: clear people and things from it",
    "sharpness": "the picture is blurred: focus the camera, or record at full size",
}


def advice(evidence: Evidence) -> str:
    """Return what speaks most against the table, for a person."""
    return _ADVICE[min(_ADVICE, key=lambda name: float(getattr(evidence, name)))]
