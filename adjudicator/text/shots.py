"""Shots and layouts as JSON objects, and back."""

from typing import Any

from adjudicator.balls import Ball
from adjudicator.errors import InvalidShotError, NotationError
from adjudicator.events import Rail
from adjudicator.shot import Gap, Layout, Shot, ShotKind
from adjudicator.text.events import Object, event_object, names, read_event
from adjudicator.text.fields import Fields, as_ball


def layout_object(layout: Layout) -> Object:
    """Return the JSON object of a layout."""
    content: Object = {
        "balls": {ball.name: [xy.x, xy.y] for ball, xy in layout.balls.items()}
    }
    if layout.frozen_rail:
        content["frozen_rail"] = {
            ball.name: rail.value for ball, rail in layout.frozen_rail.items()
        }
    if layout.frozen_pairs:
        pairs = sorted(layout.frozen_pairs)
        content["frozen_pairs"] = [[ball.name for ball in pair] for pair in pairs]
    if layout.uncertain:
        content["uncertain"] = names(layout.uncertain)
    return content


def read_layout(fields: Fields) -> Layout:
    """Return the layout of a JSON object."""
    places = fields.below("balls")
    rails = fields.below("frozen_rail")
    pairs = set()
    for pair in fields.items("frozen_pairs"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise fields.fail("frozen_pairs", f"expected pairs of balls, got {pair!r}")
        one, two = sorted(as_ball(fields, "frozen_pairs", name) for name in pair)
        pairs.add((one, two))
    return Layout(
        balls={
            as_ball(places, name, name): places.point(name) for name in places.names()
        },
        frozen_rail={
            as_ball(rails, name, name): rails.choice(name, Rail)
            for name in rails.names()
        },
        frozen_pairs=frozenset(pairs),
        uncertain=frozenset(fields.balls("uncertain")),
    )


def shot_object(shot: Shot) -> Object:
    """Return the JSON object of a shot."""
    content: Object = {"shot": shot.number, "t_start": shot.t_start}
    content["t_end"] = shot.t_end
    if shot.frame_start is not None:
        content["frame_start"] = shot.frame_start
    if shot.frame_end is not None:
        content["frame_end"] = shot.frame_end
    content["cue_ball"] = None if shot.cue_ball is None else shot.cue_ball.name
    if shot.kind is not None:
        content["kind"] = shot.kind.value
    if shot.moving_at_strike:
        content["moving_at_strike"] = names(shot.moving_at_strike)
    if shot.replayed:
        content["replayed"] = True
    content["before"] = layout_object(shot.before)
    content["events"] = [event_object(event) for event in shot.events]
    content["doubtful"] = [event_object(event) for event in shot.doubtful]
    content["after"] = layout_object(shot.after)
    content["not_seen"] = [[gap.t_from, gap.t_to, gap.why] for gap in shot.not_seen]
    if shot.identity:
        content["identity"] = {
            ball.name: dict(belief) for ball, belief in shot.identity.items()
        }
    if shot.other_names:
        content["other_names"] = [
            [p, {ball.name: really.name for ball, really in names.items()}]
            for p, names in shot.other_names
        ]
    return content


def read_shot(content: object, where: str) -> Shot:
    """Return the shot of a JSON object.

    Raises:
        NotationError: A field is missing or is not what it should be.
        InvalidShotError: The shot contradicts itself.
    """
    fields = Fields(content, where)
    try:
        return Shot(
            number=fields.whole("shot"),
            t_start=fields.number("t_start"),
            t_end=fields.number("t_end"),
            frame_start=fields.maybe("frame_start", fields.whole),
            frame_end=fields.maybe("frame_end", fields.whole),
            cue_ball=fields.maybe("cue_ball", fields.ball),
            before=read_layout(fields.below("before")),
            events=_events(fields, "events"),
            doubtful=_events(fields, "doubtful"),
            after=read_layout(fields.below("after")),
            not_seen=tuple(_gap(fields, gap) for gap in fields.items("not_seen")),
            kind=fields.choice("kind", ShotKind) if "kind" in fields else None,
            moving_at_strike=frozenset(fields.balls("moving_at_strike")),
            replayed=fields.flag("replayed"),
            identity=_identity(fields.below("identity")),
            other_names=tuple(
                _other_names(fields, one) for one in fields.items("other_names")
            ),
        )
    except InvalidShotError as error:
        raise InvalidShotError(f"{where}: {error}") from error


def _events(fields: Fields, name: str) -> tuple[Any, ...]:
    return tuple(
        read_event(one, f"{fields.where}, {name}[{index}]")
        for index, one in enumerate(fields.items(name))
    )


def _gap(fields: Fields, gap: object) -> Gap:
    match gap:
        case [int() | float() as start, int() | float() as end, str() as why]:
            return Gap(float(start), float(end), why)
        case _:
            raise NotationError(
                f"{fields.where}, field not_seen: expected [from, to, why], got {gap!r}"
            )


def _identity(fields: Fields) -> dict[Ball, dict[str, float]]:
    found = {}
    for name in fields.names():
        belief = fields.below(name)
        found[as_ball(fields, name, name)] = {
            other: belief.number(other) for other in belief.names()
        }
    return found


def _other_names(fields: Fields, one: object) -> tuple[float, dict[Ball, Ball]]:
    match one:
        case [int() | float() as p, dict() as names]:
            return float(p), {
                as_ball(fields, "other_names", ball): as_ball(
                    fields, "other_names", really
                )
                for ball, really in names.items()
            }
        case _:
            raise NotationError(
                f"{fields.where}, field other_names: expected [probability, names], "
                f"got {one!r}"
            )
