"""What the page must know of each game: balls, fouls, what can be entered."""

from functools import cache
from typing import Any, Final

from adjudicator.balls import BALL_SETS, Discipline
from adjudicator.clause import CLAUSES, How, register, sentences
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.inputs import Observed, Option
from adjudicator.settings import SWITCH_VALUES, BreakOrder
from adjudicator.table import TABLES, TableGeometry
from adjudicator.wording import ball_en, ball_ru
from cueref.ball_colours import colour_of, css, short_name

_PREFIXES: Final = {
    Discipline.EIGHT_BALL: ("eight", "pool"),
    Discipline.NINE_BALL: ("nine", "pool"),
    Discipline.STRAIGHT_POOL: ("straight", "pool"),
    Discipline.BONUS_BALL: ("bonus",),
    Discipline.PYRAMID: ("pyramid",),
}


@cache
def games_object() -> dict[str, Any]:
    """Return what can be played and entered, with names in both languages."""
    assert len(DISCIPLINES) == len(Discipline)  # noqa: S101  # all clauses are loaded
    return {
        "games": {game.value: _game(game) for game in Discipline},
        "observed": [seen.value for seen in Observed],
        "options": [option.value for option in Option],
        "break_orders": [order.value for order in BreakOrder],
        "switches": {name: list(values) for name, values in SWITCH_VALUES.items()},
        "tables": {kind.value: table_object(table) for kind, table in TABLES.items()},
    }


def _game(game: Discipline) -> dict[str, Any]:
    balls = {}
    for ball in BALL_SETS[game].balls:
        colour = colour_of(ball)
        balls[ball.name] = {
            "en": ball_en(ball.name),
            "ru": ball_ru(ball.name),
            "short": short_name(ball),
            "body": colour.css,
            "ink": css(colour.ink),
            "striped": colour.is_striped,
        }
    return {"balls": balls, "fouls": _fouls(game)}


def _fouls(game: Discipline) -> list[dict[str, str]]:
    """Return the clauses that can be broken in a game, or that a person applies."""
    by_people = {
        key
        for key, places in register().items()
        if any(place.how is How.ENTERED for place in places)
    }
    return [
        {"clause": key, "en": clause.en, "ru": clause.ru}
        for key, clause in CLAUSES.items()
        if key.partition(".")[0] in _PREFIXES[game]
        and (key in by_people or sentences(key) != (clause.en, clause.ru))
    ]


def table_object(table: TableGeometry) -> dict[str, Any]:
    """Return the shape of a table for drawing, metres."""
    return {
        "length": table.length,
        "width": table.width,
        "ball_radius": table.ball_radius,
        "head_string_x": table.head_string_x,
        "pockets": [
            {"name": p.name.value, "xy": list(p.center), "radius": p.radius}
            for p in table.pockets
        ],
        "noses": [
            {"start": list(n.start), "end": list(n.end), "normal": list(n.normal)}
            for n in table.noses
        ],
    }
