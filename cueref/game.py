"""Which game is played, by the name given on the command line."""

from adjudicator.balls import Discipline
from cueref.errors import UnknownGameError


def game_named(name: str) -> Discipline:
    """Return the discipline of this name; case, spaces and `_` do not matter.

    Raises:
        UnknownGameError: There is no such game.
    """
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    for discipline in Discipline:
        if discipline.value == wanted:
            return discipline
    games = ", ".join(discipline.value for discipline in Discipline)
    raise UnknownGameError(f"{name!r} is no game that is known: expected {games}")
