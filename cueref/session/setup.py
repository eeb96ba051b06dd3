"""What is agreed before a match, with its table, as JSON and back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from adjudicator.balls import Discipline
from adjudicator.errors import AdjudicatorError
from adjudicator.settings import Settings
from adjudicator.table import TABLES, TableGeometry, TableKind
from adjudicator.text.calls import read_settings, settings_object
from adjudicator.text.fields import Fields
from cueref.game import game_named
from cueref.session.errors import EntryRefusedError

LONGEST_NAME: Final = 40
"""Letters of a player's name."""

MOST_RACKS: Final = 99
MOST_POINTS: Final = 2000

_USUAL_TABLE: Final = {Discipline.PYRAMID: TableKind.PYRAMID_12FT}


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """A game, its settings, and the table that it is played on."""

    game: Discipline
    settings: Settings

    @property
    def table(self) -> TableGeometry:
        """The table."""
        assert self.settings.table is not None  # noqa: S101  # see `match_setup`
        return self.settings.table


def match_setup(
    game: Discipline, settings: Settings, table: TableGeometry | None = None
) -> MatchSetup:
    """Return a setup of a live match.

    Args:
        game: The discipline.
        settings: Agreed before it.
        table: In view; None takes the settings' own, or the usual one of the game.
    """
    usual = TABLES[_USUAL_TABLE.get(game, TableKind.POOL_9FT)]
    table = table or settings.table or usual
    return MatchSetup(game, replace(settings, table=table, live=True))


def setup_object(setup: MatchSetup) -> dict[str, Any]:
    """Return the JSON object of a setup."""
    table = setup.table
    return {
        "settings": settings_object(setup.settings),
        "table": {
            "kind": table.kind.value,
            "length": table.length,
            "width": table.width,
            "ball_radius": table.ball_radius,
        },
    }


def read_setup(game: str, content: Mapping[str, Any]) -> MatchSetup:
    """Return the setup of a game and a JSON object.

    Raises:
        EntryRefusedError: Something in it cannot be; the message names it.
        UnknownGameError: There is no such game.
    """
    discipline = game_named(game)
    try:
        fields = Fields(dict(content), "match")
        settings = read_settings(fields.below("settings"))
        table = _table(fields.below("table")) if "table" in fields else None
    except (AdjudicatorError, ValueError) as error:
        raise EntryRefusedError(str(error)) from error
    _check(settings)
    return match_setup(discipline, settings, table)


def _table(fields: Fields) -> TableGeometry:
    kind = TableKind.POOL_9FT
    if "kind" in fields:
        kind = fields.choice("kind", TableKind)
    known = TABLES.get(kind, TABLES[TableKind.POOL_9FT])
    sizes = {
        name: fields.number(name)
        for name in ("length", "width", "ball_radius")
        if name in fields
    }
    return replace(known, kind=kind, **sizes)  # type: ignore[arg-type]  # all floats


def _check(settings: Settings) -> None:
    for seat, name in settings.players.items():
        if not 0 < len(name.strip()) <= LONGEST_NAME or not name.isprintable():
            raise EntryRefusedError(
                f"the name of player {seat} must have 1 to {LONGEST_NAME} letters"
            )
    for what, number, most in (
        ("racks_to", settings.racks_to, MOST_RACKS),
        ("target", settings.target, MOST_POINTS),
    ):
        if number is not None and not 1 <= number <= most:
            raise EntryRefusedError(f"{what} must lie between 1 and {most}")
    if not 0.5 <= settings.call_at <= 1:
        raise EntryRefusedError("call_at must lie between 0.5 and 1")
