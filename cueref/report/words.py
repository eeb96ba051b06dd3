"""Words of the report in English and Russian, from the catalogue."""

from collections.abc import Mapping
from html import escape
from typing import Final

from adjudicator.balls import Discipline
from adjudicator.wording import Text
from cueref.locale.catalogue import text

WORDS: Final[Mapping[str, Text]] = {
    "title": text("Match report"),
    "score": text("Score sheet"),
    "all": text("All shots"),
    "filter": text("Which shots are shown"),
    "legend": text(
        "In the drawings a pale ball lay there before the shot, a solid one lies there "
        "after it; the numbers are the events in their order."
    ),
    "rack": text("Rack"),
    "racks": text("Racks"),
    "breaks": text("Break"),
    "winner": text("Won by"),
    "inning": text("Inning"),
    "balls_short": text("Balls"),
    "total": text("Total"),
    "ended": text("Ended by"),
    "foul": text("foul"),
    "safety": text("safety"),
    "miss": text("miss"),
    "points_made": text("Points"),
    "coming": text("Next"),
    "safeties": text("Safeties"),
    "rate": text("Shots that scored"),
    "run": text("Longest run"),
    "mean_speed": text("Average strike"),
    "duration": text("Strike to rest"),
    "travelled": text("Way of all balls"),
    "by_clause": text("Fouls by clause"),
    "heat": text("where balls came to rest, and what the pockets took"),
    "ball": text("Ball"),
    "way": text("Way"),
    "top_speed": text("Fastest"),
    "shots_moved": text("Shots in which it moved"),
    "by_ball": text("Every ball"),
    "doubtful": text("Weighed and left out"),
    "slow": text("Decisive moment, slowly"),
    "statistics": text("Statistics"),
    "shot": text("Shot"),
    "time": text("Time"),
    "player": text("Player"),
    "ruling": text("Ruling"),
    "pocketed": text("Pocketed"),
    "points": text("Score"),
    "shots": text("Shots"),
    "legal": text("Legal"),
    "fouls": text("Fouls"),
    "review": text("To be reviewed"),
    "balls": text("Balls pocketed"),
    "speed": text("Fastest strike"),
    "confidence": text("confidence"),
    "notes": text("About the recording"),
}

GAMES: Final[Mapping[Discipline, Text]] = {
    Discipline.EIGHT_BALL: text("Eight-ball"),
    Discipline.NINE_BALL: text("Nine-ball"),
    Discipline.STRAIGHT_POOL: text("Straight pool (14.1)"),
    Discipline.BONUS_BALL: text("Bonus Ball"),
    Discipline.PYRAMID: text("Russian pyramid"),
}

METRES: Final = text("{number} m")
SECONDS: Final = text("{number} s")
METRES_A_SECOND: Final = text("{number} m/s")
RECORDING: Final = text("{frames} pictures, {duration} s, {fps} a second")
TABLE: Final = text("{kind}: {length} × {width} m, residual {residual} mm")
DRAWING: Final = text("Shot {number}")


def both(said: Text) -> str:
    """Return both languages as HTML; the page shows one of them."""
    return (
        f'<span lang="en">{escape(said.en)}</span>'
        f'<span lang="ru">{escape(said.ru)}</span>'
    )


def percent(share: float) -> str:
    """Return a share in percent; nothing but certainty is 100 %."""
    return f"{100 * share:.0f}\u00a0%" if share in (0.0, 1.0) else _inside(100 * share)


def _inside(value: float) -> str:
    digits = 1 if value > 99 or value < 1 else 0
    return f"{min(max(value, 0.1), 99.9):.{digits}f}\u00a0%"
