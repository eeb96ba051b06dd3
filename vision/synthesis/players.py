"""Players and their tools, drawn at random: cues, hands, arms, heads, racks, chalk."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudicator.table import TableGeometry
from vision.synthesis.colours import RGB, shifted
from vision.synthesis.occluders import Occluder, Part

Floats = NDArray[np.float64]

_SKINS: Final[tuple[RGB, ...]] = (
    (232, 190, 165),
    (224, 172, 140),
    (198, 140, 104),
    (150, 100, 70),
    (98, 64, 46),
    (66, 44, 34),
)
_CLOTHES: Final[tuple[RGB, ...]] = (
    (20, 20, 24),
    (240, 240, 238),
    (40, 50, 90),
    (120, 20, 30),
    (90, 30, 60),
    (70, 90, 70),
    (130, 130, 136),
    (30, 90, 140),
    (180, 150, 40),
)
_WOODS: Final[tuple[RGB, ...]] = (
    (222, 184, 130),
    (206, 160, 104),
    (236, 208, 164),
    (40, 40, 44),
    (180, 120, 70),
)
_BUTTS: Final[tuple[RGB, ...]] = (
    (60, 26, 16),
    (24, 24, 26),
    (120, 60, 30),
    (20, 40, 90),
)
_CHALKS: Final[tuple[RGB, ...]] = (
    (50, 120, 190),
    (40, 150, 120),
    (150, 130, 90),
    (30, 60, 120),
)

CUE_LENGTH: Final = 1.46


def draw_cue(
    rng: np.random.Generator,
    tip: Floats,
    toward: Floats,
    *,
    elevation: float | None = None,
    speed: float = 0.0,
    exposure: float = 0.0,
    seed: int | None = None,
) -> Occluder:
    """Return a cue.

    Args:
        rng: Draws its colours.
        tip: Where the tip is, metres, shape (3,).
        toward: Unit vector in which the cue points, table frame, shape (2,).
        elevation: Of the butt, radians; None draws a usual one.
        speed: Along its axis, m/s.
        exposure: Seconds.
        seed: Of colours and texture; the same for every frame of a clip.
    """
    own = rng if seed is None else np.random.default_rng(seed)
    rise = own.uniform(0.04, 0.12) if elevation is None else elevation
    axis = np.array(
        [-toward[0] * np.cos(rise), -toward[1] * np.cos(rise), np.sin(rise)]
    )
    shaft = shifted(_WOODS[int(own.choice(5, p=[0.35, 0.25, 0.2, 0.08, 0.12]))], own)
    butt = shifted(_BUTTS[int(own.integers(len(_BUTTS)))], own)
    leather = _CHALKS[int(own.integers(4))] if own.random() < 0.7 else (90, 60, 40)
    white = (236, 230, 214) if own.random() < 0.8 else shaft
    joint = own.uniform(0.65, 0.8)
    pieces = (
        (0.0, 0.006, 0.0058, 0.0062, leather, 0.0),
        (0.006, 0.025, 0.0062, 0.0063, white, 0.1),
        (0.025, joint, 0.0063, 0.0102, shaft, 0.12),
        (joint, joint + 0.02, 0.0104, 0.0106, (200, 190, 160), 0.2),
        (joint + 0.02, CUE_LENGTH, 0.0106, 0.0148, butt, 0.1),
    )
    parts = tuple(
        Part(
            np.array([tip + start * axis, tip + end * axis]),
            np.array([thin, thick]),
            rgb,
            gloss=gloss,
            speckle=0.03,
        )
        for start, end, thin, thick, rgb, gloss in pieces[::-1]
    )
    ends = np.array([tip, tip + CUE_LENGTH * axis])
    travel = -axis * speed * exposure
    return Occluder("cue", parts, travel, ends, int(own.integers(2**31)))


def draw_hand(
    rng: np.random.Generator,
    place: Floats,
    toward: Floats,
    pose: str,
    *,
    height: float = 0.02,
    reach: float = 0.7,
) -> Occluder:
    """Return a hand with its arm.

    Args:
        rng: Draws pose and colours.
        place: Middle of the knuckles, metres, shape (2,).
        toward: Unit vector from the wrist to the fingers, shape (2,).
        pose: bridge, open or fist.
        height: Of the fingers above the cloth, metres.
        reach: From the knuckles to where the arm leaves the table, metres.
    """
    skin = shifted(_SKINS[int(rng.integers(len(_SKINS)))], rng, strength=0.08)
    glove = (24, 24, 28) if rng.random() < 0.12 else skin
    forward = np.array([toward[0], toward[1], 0.0])
    left = np.array([-toward[1], toward[0], 0.0])
    knuckles = np.array([place[0], place[1], height + 0.02])
    wrist = knuckles - 0.085 * forward + [0, 0, 0.02]
    parts = _arm(rng, wrist, forward, left, skin, reach)
    palm = np.array([wrist, knuckles - 0.03 * forward, knuckles - 0.012 * forward])
    parts.append(Part(palm, np.array([0.03, 0.038, 0.036]), glove))
    side = float(rng.choice([-1, 1]))
    spread = {"bridge": 0.34, "open": 0.24, "fist": 0.08}[pose]
    length = {"bridge": 0.07, "open": 0.085, "fist": 0.03}[pose]
    for finger in range(4):
        turn = (finger - 1.5) * spread * rng.uniform(0.6, 1.2)
        ray = forward * np.cos(turn) + left * np.sin(turn)
        root = knuckles + left * (finger - 1.5) * 0.019
        long = length * (1 - 0.09 * abs(finger - 1.3)) * rng.uniform(0.7, 1.1)
        bend = root + ray * long * 0.55
        tip = root + ray * long + [0, 0, -0.015]
        radii = np.array([0.0105, 0.0095, 0.0075])
        parts.append(Part(np.array([root, bend, tip]), radii, glove))
    thumb = forward * rng.uniform(0.4, 0.9) + left * side * rng.uniform(0.5, 0.9)
    root = knuckles - 0.05 * forward + left * side * 0.028
    tips = np.array([root, root + thumb * 0.05, root + thumb * 0.07 + forward * 0.01])
    parts.append(Part(tips, np.array([0.013, 0.011, 0.008]), glove))
    return Occluder("hand", tuple(parts), np.zeros(3), None, int(rng.integers(2**31)))


def _arm(
    rng: np.random.Generator,
    wrist: Floats,
    forward: Floats,
    left: Floats,
    skin: RGB,
    reach: float,
) -> list[Part]:
    bend = rng.normal(0, 0.25)
    back = -forward * np.cos(bend) + left * np.sin(bend)
    elbow = wrist + 0.26 * back + [0, 0, rng.uniform(0.02, 0.15)]
    bend = rng.normal(0, 0.25)
    back = -forward * np.cos(bend) + left * np.sin(bend)
    shoulder = elbow + max(0.32, reach - 0.3) * back + [0, 0, rng.uniform(0.05, 0.25)]
    cloth = shifted(_CLOTHES[int(rng.integers(len(_CLOTHES)))], rng)
    start = float(rng.choice([0.05, 0.15, 0.6, 1.0]))
    cuff = wrist + start * (elbow - wrist)
    parts = [
        Part(
            np.array([elbow, shoulder]), np.array([0.055, 0.085]), cloth, speckle=0.05
        ),
        Part(np.array([wrist, cuff]), np.array([0.027, 0.03 + 0.012 * start]), skin),
    ]
    if start < 1:
        sleeve = np.array([cuff, elbow])
        wide = 0.04 + 0.008 * rng.random()
        parts.insert(1, Part(sleeve, np.array([wide, 0.056]), cloth, speckle=0.05))
    if rng.random() < 0.15:
        watch = wrist + 0.08 * (cuff - wrist)
        parts.append(Part(watch[None], np.array([0.024]), (30, 30, 34), gloss=0.3))
    return parts


def draw_body(
    rng: np.random.Generator, place: Floats, inward: Floats
) -> tuple[Occluder, ...]:
    """Return shoulders and a head that lean over the edge of the table.

    Args:
        rng: Draws colours.
        place: Where the shoulders are, metres, shape (2,).
        inward: Unit vector toward the table, shape (2,).
    """
    cloth = shifted(_CLOTHES[int(rng.integers(len(_CLOTHES)))], rng)
    hair = ((40, 28, 20), (20, 18, 18), (150, 120, 80), (110, 70, 40), (170, 168, 166))
    side = np.array([-inward[1], inward[0]])
    height = rng.uniform(0.2, 0.55)
    ends = [place + side * 0.17, place - side * 0.17, place - inward * 0.35]
    points = np.array([[*end, height - 0.1 * (n == 2)] for n, end in enumerate(ends)])
    torso = Part(points[[0, 1]], np.array([0.11, 0.11]), cloth, speckle=0.06)
    back = Part(points[[0, 2, 1]], np.array([0.12, 0.16, 0.12]), cloth, speckle=0.06)
    head = np.array([[*(place + inward * rng.uniform(0.08, 0.2)), height + 0.12]])
    rgb = shifted(hair[int(rng.integers(len(hair)))], rng)
    crown = Part(head, np.array([0.1]), rgb, speckle=0.25)
    seed = int(rng.integers(2**31))
    return (
        Occluder("body", (back, torso), np.zeros(3), None, seed),
        Occluder("head", (crown,), np.zeros(3), None, seed + 1),
    )


def draw_chalk(rng: np.random.Generator, place: Floats, height: float) -> Occluder:
    """Return a cube of chalk.

    Args:
        rng: Draws turn and colour.
        place: Metres, shape (2,).
        height: Of what it lies on, metres.
    """
    turn = rng.uniform(0, np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 0.011 @ axes + place
    top = np.column_stack([square, np.full(4, height + 0.022)])
    foot = np.column_stack([square, np.full(4, height)])
    rgb = shifted(_CHALKS[int(rng.integers(len(_CHALKS)))], rng)
    deep = (int(rgb[0] * 0.7), int(rgb[1] * 0.7), int(rgb[2] * 0.7))
    none = np.zeros(4)
    hollow = top[:1] * 0 + np.array([[*place, height + 0.022]])
    parts = [Part(foot, none, deep, filled=True), Part(top, none, rgb, filled=True)]
    if rng.random() < 0.7:
        parts.append(Part(hollow, np.array([0.006]), deep))
    return Occluder("chalk", tuple(parts), np.zeros(3), None, int(rng.integers(2**31)))


def draw_clutter(rng: np.random.Generator, place: Floats, height: float) -> Occluder:
    """Return a thing that lies about: coaster, coin, glass, bottle top, phone.

    Args:
        rng: Draws which, and its colours.
        place: Metres, shape (2,).
        height: Of what it lies on, metres.
    """
    choice = rng.random()
    spot = np.array([[*place, height]])
    rgb = shifted(_CLOTHES[int(rng.integers(len(_CLOTHES)))], rng, hue=40)
    other = shifted(_CLOTHES[int(rng.integers(len(_CLOTHES)))], rng, hue=40)
    none = np.zeros(1)
    if choice < 0.35:  # coaster or coin
        radius = rng.uniform(0.01, 0.05)
        parts = [Part(spot, none + radius, rgb, gloss=-0.4, speckle=0.03)]
        parts.append(Part(spot, none + radius * rng.uniform(0.3, 0.8), other))
    elif choice < 0.65:  # a glass or a bottle from above
        radius = rng.uniform(0.015, 0.04)
        top = spot + np.array([0, 0, rng.uniform(0.08, 0.2)])
        glass = Part(np.concatenate([spot, top]), np.full(2, radius), rgb, gloss=0.2)
        parts = [glass, Part(top, none + radius * 0.8, other, gloss=0.5)]
    else:  # a phone, a card, a towel
        turn = rng.uniform(0, np.pi)
        half = rng.uniform(0.02, 0.08, 2)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ axes + place
        points = np.column_stack([square, np.full(4, height + 0.008)])
        parts = [Part(points, np.zeros(4), rgb, filled=True)]
    return Occluder(
        "clutter", tuple(parts), np.zeros(3), None, int(rng.integers(2**31))
    )


def draw_rack(
    rng: np.random.Generator, table: TableGeometry, place: Floats, turn: float
) -> Occluder:
    """Return a triangle or a diamond of wood or plastic.

    Args:
        rng: Draws kind and colour.
        table: Whose balls fit into it.
        place: Its middle, metres, shape (2,).
        turn: Radians.
    """
    radius = table.ball_radius
    if rng.random() < 0.7:
        corners = np.array([[-5.9, 0], [4.4, 5.9], [4.4, -5.9]]) * radius
    else:
        corners = np.array([[-5.4, 0], [0, 3.2], [5.4, 0], [0, -3.2]]) * radius
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    ring = np.concatenate([corners, corners[:1]]) @ spin + place
    points = np.column_stack([ring, np.full(len(ring), radius)])
    colours = ((20, 20, 22), (120, 70, 36), (30, 60, 120), (150, 20, 30))
    rgb = shifted(colours[int(rng.integers(4))], rng)
    thick = np.full(len(points), rng.uniform(0.006, 0.013))
    part = Part(points, thick, rgb, gloss=0.15)
    return Occluder("rack", (part,), np.zeros(3), None, int(rng.integers(2**31)))


def draw_bridge(rng: np.random.Generator, tip: Floats, toward: Floats) -> Occluder:
    """Return a mechanical bridge.

    Args:
        rng: Draws colours.
        tip: Middle of its head, metres, shape (2,).
        toward: Unit vector from the handle to the head, shape (2,).
    """
    side = np.array([-toward[1], toward[0]])
    start = np.array([*tip, 0.03])
    pole = np.array([start, start + np.array([*(-toward * 1.4), 0.12])])
    head = np.array([[*(tip - side * 0.06), 0.02], start, [*(tip + side * 0.06), 0.02]])
    rgb = shifted(_WOODS[int(rng.integers(len(_WOODS)))], rng)
    parts = (
        Part(pole, np.array([0.009, 0.011]), rgb, gloss=0.1),
        Part(head, np.full(3, 0.011), (190, 150, 60), gloss=0.2),
    )
    return Occluder("bridge", parts, np.zeros(3), None, int(rng.integers(2**31)))
