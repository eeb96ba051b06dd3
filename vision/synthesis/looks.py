"""How one place looks: cloth, rails, floor, balls, lamps. Drawn once a scene."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudicator.table import TableGeometry, TableKind
from vision.synthesis.ball_looks import BallSetLook, SetKind, draw_ball_set
from vision.synthesis.colours import RGB, shifted, variant_rng
from vision.synthesis.lamp_looks import draw_lamps
from vision.synthesis.light import Lamps
from vision.synthesis.seeds import Split, draw_variant


@dataclass(frozen=True, slots=True)
class ClothLook:
    """The cloth of bed and cushions.

    Attributes:
        rgb: sRGB.
        grain: Fine noise, as a share.
        blotch: Wear in large patches, as a share.
        chalk: Chalk marks a square metre.
        lines: Which lines are drawn: head, foot, box, d, long, rack.
        line_rgb: Their colour.
        line: Their width, metres.
        spot_rgb: Colour of the spots.
        spot: Their radius, metres; 0 for none.
        logo: Text printed on the cloth, or nothing.
        markers: Whether printed markers lie on the rails.
    """

    rgb: RGB
    grain: float
    blotch: float
    chalk: float
    lines: tuple[str, ...]
    line_rgb: RGB
    line: float
    spot_rgb: RGB
    spot: float
    logo: str
    markers: bool


@dataclass(frozen=True, slots=True)
class RailLook:
    """Cushions, wood, sights and pockets.

    Attributes:
        rgb: Of the frame.
        veins: Strength of the wood's grain.
        width: From nose to the outer edge, metres.
        cushion: Width of the cushion's top, metres.
        round: Rounding of the outer corners, metres.
        sights: dots, diamonds or none.
        sight_rgb: Their colour.
        sight: Their size, metres.
        corners: plain, caps (one material over the corner) or rings.
        corner_rgb: Their colour.
        trim_rgb: A strip between cushion and frame; None for a dark joint.
        pocket: black, slats, net or leather.
        pocket_rgb: What is seen in the pocket.
        rim: Width of the rim around a pocket, metres.
        rim_rgb: Its colour.
        text: Printed on the rails, or nothing.
    """

    rgb: RGB
    veins: float
    width: float
    cushion: float
    round: float
    sights: str
    sight_rgb: RGB
    sight: float
    corners: str
    corner_rgb: RGB
    trim_rgb: RGB | None
    pocket: str
    pocket_rgb: RGB
    rim: float
    rim_rgb: RGB
    text: str


@dataclass(frozen=True, slots=True)
class FloorLook:
    """What surrounds the table.

    Attributes:
        kind: plain, carpet, boards, tiles or waves.
        rgb: First colour.
        other_rgb: Second colour.
        light: Irradiance over that of the cloth.
    """

    kind: str
    rgb: RGB
    other_rgb: RGB
    light: float


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that one place looks like.

    Attributes:
        cloth: The cloth.
        rails: Cushions, frame, pockets.
        floor: The surroundings.
        balls: Paint of every ball of the set.
        set_kind: Which kind of set it is.
        lamps: The light.
        texture_seed: Of everything irregular: grain, chalk, veins.
    """

    cloth: ClothLook
    rails: RailLook
    floor: FloorLook
    balls: BallSetLook
    set_kind: SetKind
    lamps: Lamps
    texture_seed: int


_CLOTHS: Final[tuple[tuple[RGB, float], ...]] = (
    ((0, 122, 86), 2.0),
    ((20, 104, 40), 1.5),
    ((16, 128, 10), 1.0),
    ((24, 150, 130), 1.5),
    ((46, 132, 190), 2.0),
    ((28, 150, 206), 1.2),
    ((30, 74, 140), 1.2),
    ((26, 44, 84), 0.6),
    ((156, 156, 148), 1.2),
    ((90, 92, 94), 0.7),
    ((174, 30, 74), 0.8),
    ((160, 24, 32), 0.9),
    ((88, 44, 120), 0.6),
    ((186, 158, 112), 0.7),
    ((42, 40, 44), 0.6),
    ((118, 152, 132), 1.2),
    ((66, 96, 58), 0.5),
    ((110, 66, 40), 0.3),
    ((214, 96, 40), 0.2),
)
_FRAMES: Final[tuple[RGB, ...]] = (
    (28, 28, 30),
    (46, 46, 46),
    (96, 56, 30),
    (60, 28, 20),
    (120, 30, 34),
    (150, 104, 60),
    (84, 44, 26),
    (110, 108, 104),
    (190, 150, 104),
    (24, 24, 34),
    (200, 200, 196),
)
_FLOORS: Final[tuple[RGB, ...]] = (
    (20, 20, 24),
    (60, 62, 66),
    (30, 48, 66),
    (40, 56, 110),
    (120, 30, 34),
    (214, 196, 160),
    (150, 110, 70),
    (90, 84, 76),
    (34, 60, 44),
    (12, 12, 12),
    (180, 180, 176),
)
_WORDS: Final = (
    "CUE",
    "ARENA",
    "PRO",
    "MASTERS",
    "CLUB 147",
    "OPEN",
    "STAR",
    "TOUR",
    "8",
)


def set_kinds_for(table: TableGeometry) -> tuple[SetKind, ...]:
    """Return the ball sets that are played on a table, most likely first."""
    if table.ball_radius > 0.031:
        return (SetKind.PYRAMID,)
    if table.kind is TableKind.SNOOKER_12FT or table.corner.jaw_radius > 0.05:
        return (SetKind.SNOOKER, SetKind.ENGLISH, SetKind.SNOOKER)
    return (SetKind.POOL, SetKind.POOL, SetKind.POOL, SetKind.BONUS, SetKind.ENGLISH)


def draw_look(
    rng: np.random.Generator,
    split: Split,
    table: TableGeometry,
    set_kind: SetKind | None = None,
) -> Look:
    """Draw a look that belongs to a split.

    Args:
        rng: Draws.
        split: Whose variants may be used.
        table: The table it is for.
        set_kind: Of the balls; None draws one that is played on the table.
    """
    if set_kind is None:
        kinds = set_kinds_for(table)
        set_kind = kinds[int(rng.integers(len(kinds)))]
    snooker = set_kind is SetKind.SNOOKER
    return Look(
        cloth=_draw_cloth(rng, draw_variant(split, rng), snooker=snooker),
        rails=_draw_rails(rng, draw_variant(split, rng), table, set_kind),
        floor=_draw_floor(rng, draw_variant(split, rng)),
        balls=draw_ball_set(set_kind, draw_variant(split, rng)),
        set_kind=set_kind,
        lamps=draw_lamps(rng, draw_variant(split, rng), table),
        texture_seed=int(rng.integers(2**31)),
    )


def _draw_cloth(rng: np.random.Generator, variant: int, *, snooker: bool) -> ClothLook:
    weights = np.array([weight for _, weight in _CLOTHS])
    if snooker:
        weights[:4] *= 3
    base = _CLOTHS[int(rng.choice(len(_CLOTHS), p=weights / weights.sum()))][0]
    rgb = shifted(base, variant_rng(f"cloth-{base}", variant), hue=8, strength=0.14)
    choices = ((), (), ("head",), ("head", "foot"), ("head", "box"), ("long", "head"))
    lines = choices[int(rng.integers(len(choices)))]
    if snooker and rng.random() < 0.8:
        lines = ("head", "d")
    if rng.random() < 0.15:
        lines = (*lines, "rack")
    dark = rng.random() < 0.4
    return ClothLook(
        rgb=rgb,
        grain=float(0.003 + 0.05 * rng.random() ** 2),
        blotch=float(rng.uniform(0.0, 0.045)),
        chalk=float(rng.choice([0, 1, 4, 12, 30], p=[0.3, 0.25, 0.2, 0.15, 0.1])),
        lines=lines,
        line_rgb=(30, 30, 30) if dark else (225, 225, 220),
        line=float(rng.uniform(0.0015, 0.004)),
        spot_rgb=(20, 20, 20) if rng.random() < 0.6 else (230, 230, 225),
        spot=float(rng.choice([0, 0.004, 0.007, 0.012])),
        logo=str(rng.choice(_WORDS)) if rng.random() < 0.12 else "",
        markers=bool(rng.random() < 0.12),
    )


def _draw_rails(
    rng: np.random.Generator,
    variant: int,
    table: TableGeometry,
    set_kind: SetKind,
) -> RailLook:
    make = variant_rng("rails", variant * 100 + int(rng.integers(12)))
    frame = shifted(_FRAMES[int(make.integers(len(_FRAMES)))], make, strength=0.2)
    scale = table.width / 1.27
    pockets = ["black", "black", "slats", "net"]
    if set_kind in (SetKind.SNOOKER, SetKind.PYRAMID):
        pockets = ["net", "leather", "leather", "black", "black"]
    pocket = pockets[int(make.integers(len(pockets)))]
    leathers = ((226, 214, 200), (120, 80, 50), (40, 34, 30))
    metals = ((170, 170, 176), (60, 60, 62), (196, 160, 90), (224, 150, 120), frame)
    metal = metals[int(make.integers(len(metals)))]
    red, green, blue = (int(v) for v in make.integers(8, 40, 3))
    dark: RGB = (red, green, blue)
    return RailLook(
        rgb=frame,
        veins=float(make.uniform(0, 0.35)) if max(frame) - min(frame) > 15 else 0.04,
        width=float(make.uniform(0.11, 0.19)) * min(1.0, max(scale, 0.55)),
        cushion=float(make.uniform(0.04, 0.055)) * min(1.0, max(scale, 0.7)),
        round=float(make.choice([0.005, 0.03, 0.08, 0.12])),
        sights=str(make.choice(["dots", "diamonds", "dots", "none"])),
        sight_rgb=(235, 235, 230) if make.random() < 0.8 else (196, 160, 90),
        sight=float(make.uniform(0.005, 0.012)),
        corners=str(make.choice(["plain", "caps", "rings"])),
        corner_rgb=metal,
        trim_rgb=(220, 220, 220) if make.random() < 0.15 else None,
        pocket=pocket,
        pocket_rgb=leathers[int(make.integers(3))] if pocket == "leather" else dark,
        rim=float(make.choice([0.0, 0.012, 0.022, 0.03])),
        rim_rgb=metal if make.random() < 0.4 else dark,
        text=str(make.choice(_WORDS)) if make.random() < 0.2 else "",
    )


def _draw_floor(rng: np.random.Generator, variant: int) -> FloorLook:
    make = variant_rng("floor", variant * 100 + int(rng.integers(12)))
    first, second = (
        shifted(_FLOORS[int(make.integers(len(_FLOORS)))], make, strength=0.2)
        for _ in range(2)
    )
    kinds = ("plain", "carpet", "boards", "tiles", "waves", "carpet", "plain")
    return FloorLook(
        kind=str(make.choice(kinds)),
        rgb=first,
        other_rgb=second,
        light=float(rng.choice([0.01, 0.06, 0.2, 0.5, 0.9])) * rng.uniform(0.6, 1.1),
    )
