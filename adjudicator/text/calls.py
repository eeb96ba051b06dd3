"""What people entered, as JSON objects, and back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from dataclasses import fields as fields_of
from typing import Any, Final

from adjudicator.clause import CLAUSES
from adjudicator.errors import NotationError
from adjudicator.events import PocketName, Rail
from adjudicator.inputs import (
    NOTHING_ENTERED,
    Call,
    Choice,
    Declaration,
    Declared,
    Entered,
    Observation,
    Observed,
    Option,
    Overrule,
)
from adjudicator.players import Seat
from adjudicator.settings import DEFAULT_SETTINGS, BreakOrder, Settings, Switches
from adjudicator.text.events import Object
from adjudicator.text.fields import Fields, as_ball

_SWITCHES: Final = frozenset(item.name for item in fields_of(Switches))


@dataclass(frozen=True, slots=True)
class Script:
    """Everything entered for a recording.

    Attributes:
        settings: Of the match.
        entered: By number of the shot.
        choices: By number of the shot after which they were made.
    """

    settings: Settings = DEFAULT_SETTINGS
    entered: Mapping[int, Entered] = field(default_factory=dict)
    choices: Mapping[int, Choice] = field(default_factory=dict)


def read_settings(settings: Fields) -> Settings:
    """Return the settings of a JSON object."""
    names = settings.below("players")
    players = {
        seat: names.text(seat.value) if seat.value in names else seat.value
        for seat in Seat
    }
    given = settings.below("switches")
    switches: dict[str, Any] = {}
    for name in given.names():
        if name not in _SWITCHES:
            raise given.fail(name, "there is no such switch")
        switches[name] = given.raw(name)
    breaker: Seat | None = Seat.A
    if "breaker" in settings.names():
        breaker = settings.choice("breaker", Seat) if "breaker" in settings else None
    left = settings.choice("lag_left", Seat) if "lag_left" in settings else Seat.A
    order = None
    if "break_order" in settings:
        order = settings.choice("break_order", BreakOrder)
    try:
        return Settings(
            players=players,
            breaker=breaker,
            racks_to=settings.maybe("racks_to", settings.whole),
            target=settings.maybe("target", settings.whole),
            break_order=order,
            switches=Switches(**switches),
            live=settings.flag("live"),
            lag_left=left,
            individual="individual" not in settings or settings.flag("individual"),
            call_at=(
                settings.number("call_at")
                if "call_at" in settings
                else DEFAULT_SETTINGS.call_at
            ),
        )
    except NotationError as error:
        raise NotationError(f"{settings.where}: {error}") from error


def settings_object(settings: Settings) -> Object:
    """Return the JSON object of the settings; the table travels with the match."""
    usual = Switches()
    changed = {
        item.name: getattr(settings.switches, item.name)
        for item in fields_of(Switches)
        if getattr(settings.switches, item.name) != getattr(usual, item.name)
    }
    order = settings.break_order
    return {
        "players": {seat.value: name for seat, name in settings.players.items()},
        "breaker": None if settings.breaker is None else settings.breaker.value,
        "racks_to": settings.racks_to,
        "target": settings.target,
        "break_order": None if order is None else order.value,
        "switches": changed,
        "live": settings.live,
        "lag_left": settings.lag_left.value,
        "individual": settings.individual,
        "call_at": settings.call_at,
    }


def read_lines(lines: Iterator[tuple[str, object]]) -> Script:
    """Return the script of JSON objects, each with its place in the text.

    Raises:
        NotationError: Where and what is wrong.
    """
    settings = DEFAULT_SETTINGS
    entered: dict[int, Entered] = {}
    choices: dict[int, Choice] = {}
    for where, content in lines:
        line = Fields(content, where)
        if "settings" in line:
            settings = read_settings(line.below("settings"))
        elif "choose" in line:
            choices[line.whole("after_shot")] = _choice(line)
        elif "schema" not in line:
            number = line.whole("shot")
            entered[number] = _merged(entered.get(number, NOTHING_ENTERED), line)
    return Script(settings, entered, choices)


def _choice(line: Fields) -> Choice:
    return Choice(
        option=line.choice("choose", Option),
        by=line.choice("by", Seat) if "by" in line else None,
        ball=line.maybe("ball", line.ball),
    )


def _merged(entered: Entered, line: Fields) -> Entered:
    ball = line.maybe("ball", line.ball)
    if "declare" in line:
        said = Declaration(
            what=line.choice("declare", Declared),
            ball=ball,
            rail=line.choice("rail", Rail) if "rail" in line else None,
            by=line.choice("by", Seat) if "by" in line else None,
        )
        return replace(entered, declarations=(*entered.declarations, said))
    if "observed" in line:
        seen = Observation(
            what=line.choice("observed", Observed),
            player=line.choice("player", Seat) if "player" in line else None,
            ball=ball,
            clause=_clause_id(line, "clause") if "clause" in line else None,
        )
        return replace(entered, observations=(*entered.observations, seen))
    if "overrule" in line:
        by = line.maybe("by", line.text)
        return replace(entered, overrule=_overrule(line.below("overrule"), by))
    if "undo" in line:
        return replace(entered, undo=line.flag("undo"))
    if "replay" in line:
        return replace(entered, replay=line.flag("replay"))
    if ball is None:
        raise NotationError(
            f"{line.where}: expected a call (ball, pocket), declare, observed, "
            "overrule, undo, replay, choose or settings"
        )
    pocket = line.choice("pocket", PocketName) if "pocket" in line else None
    return replace(entered, calls=(*entered.calls, Call(ball=ball, pocket=pocket)))


def _clause_id(fields: Fields, name: str) -> str:
    clause_id = fields.text(name)
    if clause_id not in CLAUSES:
        raise fields.fail(name, f"there is no clause {clause_id!r}")
    return clause_id


def _overrule(given: Fields, by: str | None) -> Overrule:
    fouls = None
    if "fouls" in given:
        fouls = tuple(
            _clause_id(
                one if isinstance(one, Fields) else Fields({"clause": one}, where),
                "clause",
            )
            for where, one in _foul_entries(given)
        )
    spots = given.below("spot")
    points = given.below("points")
    return Overrule(
        legal=given.flag("legal") if "legal" in given else None,
        fouls=fouls,
        pocketed=given.balls("pocketed") if "pocketed" in given else None,
        shooter=given.choice("shooter", Seat) if "shooter" in given else None,
        winner=given.choice("winner", Seat) if "winner" in given else None,
        points=((points.whole("A"), points.whole("B")) if "points" in given else None),
        spot=(
            tuple(
                (as_ball(spots, name, name), spots.point(name))
                for name in spots.names()
            )
            if "spot" in given
            else None
        ),
        by=by,
    )


def _foul_entries(given: Fields) -> Iterator[tuple[str, object]]:
    for index, one in enumerate(given.items("fouls")):
        where = f"{given.where}, fouls[{index}]"
        yield where, Fields(one, where) if isinstance(one, dict) else one


def entered_objects(number: int, entered: Entered) -> list[Object]:
    """Return the JSON objects, one a line, of what was entered for a shot."""
    lines: list[Object] = []
    for call in entered.calls:
        pocket = None if call.pocket is None else call.pocket.value
        lines.append({"ball": call.ball.name, "pocket": pocket})
    lines += [_declaration_object(said) for said in entered.declarations]
    lines += [_observation_object(seen) for seen in entered.observations]
    if entered.overrule is not None:
        lines.append(_overrule_object(entered.overrule))
    if entered.undo:
        lines.append({"undo": True})
    if entered.replay:
        lines.append({"replay": True})
    return [{"shot": number, **_present(line)} for line in lines]


def _present(line: Object) -> Object:
    return {name: value for name, value in line.items() if value is not None}


def _declaration_object(said: Declaration) -> Object:
    return {
        "declare": said.what.value,
        "ball": None if said.ball is None else said.ball.name,
        "rail": None if said.rail is None else said.rail.value,
        "by": None if said.by is None else said.by.value,
    }


def _observation_object(seen: Observation) -> Object:
    return {
        "observed": seen.what.value,
        "player": None if seen.player is None else seen.player.value,
        "ball": None if seen.ball is None else seen.ball.name,
        "clause": seen.clause,
    }


def _overrule_object(rule: Overrule) -> Object:
    content: Object = {
        "legal": rule.legal,
        "fouls": None if rule.fouls is None else list(rule.fouls),
        "pocketed": (
            None if rule.pocketed is None else [ball.name for ball in rule.pocketed]
        ),
        "shooter": None if rule.shooter is None else rule.shooter.value,
        "winner": None if rule.winner is None else rule.winner.value,
        "points": (
            None if rule.points is None else {"A": rule.points[0], "B": rule.points[1]}
        ),
        "spot": (
            None
            if rule.spot is None
            else {ball.name: [xy.x, xy.y] for ball, xy in rule.spot}
        ),
    }
    return {"overrule": _present(content), "by": rule.by}


def choice_object(number: int, choice: Choice) -> Object:
    """Return the JSON object of a choice after a shot."""
    return _present(
        {
            "after_shot": number,
            "choose": choice.option.value,
            "by": None if choice.by is None else choice.by.value,
            "ball": None if choice.ball is None else choice.ball.name,
        }
    )
