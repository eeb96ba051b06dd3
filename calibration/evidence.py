"""What was measured of a table that was found, as figures.

Every figure has its unit; what they are worth together says `calibration.confidence`.
"""

import math
from dataclasses import dataclass

import numpy as np

from calibration.arrays import FloatArray
from calibration.noses import Noses
from calibration.pockets import PocketCheck
from calibration.pose import USUAL_CUSHION, USUAL_FOCAL_PER_DIAGONAL
from calibration.stability import stability
from calibration.surface import Seen


@dataclass(frozen=True, slots=True)
class Evidence:
    """Figures of a table that was found.

    Attributes:
        residual_px: Of the noses' points, pixels of a picture 1280 wide.
        strength: Change of colour per pixel at the second faintest nose.
        support: Share of the rails on which the nose is seen.
        cushions: Share of the places between pockets that look like cushion, 0..1.
        pockets: How many of six places look like a pocket, 0..6.
        off_middle: How far a centre pocket is from the middle, table widths; not a
            number where no gap is seen.
        cushion: Logarithm of the cushions' width over the usual.
        focal: Logarithm of the focal length over the usual.
        squeeze: Logarithm by which the picture is stretched.
        spread_mm: Standard deviation of the worst corner by the points' scatter.
        blur_mm: Of the noses' edges.
        rails_mm: Largest move of a corner when a rail is left out.
        parts_mm: The same when a third of all rails is left out.
        agreed: How likely the nose network holds the faintest nose to be there, 0..1.
        gap_mm: Between edges and networks.
        margin: By how much noses are likelier than far edges, log likelihood.
        lean: By how much the worst edge is off as a whole, over what it may be.
        misfit: Of edges and map: half the sum of squared deviations, far ones less.
        overlap: Of the surface as mapped and as the locating network sees it, 0..1.
        corners: What that network says of a corner pocket at the second worst corner.
        middles: Of a centre pocket in the middle of a long rail.
        wrong: Of a centre pocket in the middle of a short rail.
    """

    residual_px: float
    strength: float
    support: float
    cushions: float
    pockets: float
    off_middle: float
    cushion: float
    focal: float
    squeeze: float
    spread_mm: float
    blur_mm: float
    rails_mm: float
    parts_mm: float
    agreed: float
    gap_mm: float
    margin: float
    lean: float
    misfit: float
    overlap: float
    corners: float
    middles: float
    wrong: float


def gathered(
    noses: Noses, pockets: PocketCheck, agreed: FloatArray, seen: Seen, width_m: float
) -> Evidence:
    """Return the evidence for noses that were found.

    Args:
        noses: The noses.
        pockets: What is seen at the pockets' places.
        agreed: How likely the network holds each nose to be there, (4,).
        seen: What the network that locates tables says.
        width_m: Width of the table, metres.
    """
    mm = 1000 * width_m
    usual = USUAL_FOCAL_PER_DIAGONAL * math.hypot(*noses.pose.size)
    off = [abs(value) for value in pockets.off_center if not math.isnan(value)]
    held = stability(noses.pose, noses.edges)
    return Evidence(
        residual_px=noses.seen.residual_px * 1280 / max(noses.pose.size),
        strength=float(np.sort(noses.strength)[1]),
        support=noses.support,
        cushions=pockets.cushions,
        pockets=pockets.count,
        off_middle=min(off, default=math.nan),
        cushion=math.log(noses.cushion / USUAL_CUSHION),
        focal=math.log(noses.pose.focal / usual),
        squeeze=noses.pose.squeeze,
        spread_mm=mm * float(noses.corner_spread.max()),
        blur_mm=mm * noses.blur,
        rails_mm=mm * float(held.rails.max()),
        parts_mm=mm * float(held.parts.max()),
        agreed=float(agreed.min()),
        gap_mm=mm * noses.gap,
        margin=noses.margin,
        lean=noses.lean,
        misfit=noses.misfit,
        overlap=seen.overlap,
        corners=seen.corners,
        middles=seen.middles,
        wrong=seen.wrong,
    )
