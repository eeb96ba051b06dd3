"""A recording judged shot by shot: whatever it shows, every shot gets a verdict."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from adjudicator.balls import Discipline
from adjudicator.errors import InvalidShotError
from adjudicator.inputs import NOTHING_ENTERED, Choice, Entered
from adjudicator.match import Match, Ruling
from adjudicator.phrases import CHOICE_VOID
from adjudicator.settings import DEFAULT_SETTINGS, Settings
from adjudicator.shot import Shot
from adjudicator.verdict import Remark


def rule_shots(
    game: Discipline,
    shots: Iterable[Shot],
    entries: Mapping[int, Entered] | None = None,
    settings: Settings = DEFAULT_SETTINGS,
    choices: Mapping[int, Choice] | None = None,
) -> Iterator[Ruling]:
    """Yield the ruling on each shot of a recording, in order.

    The layouts seen are the truth. A shot that does not follow from the one before
    is judged from its own layout, one that contradicts itself is left to a person,
    a choice that cannot be taken is asked about; nothing is raised, and nothing is
    half applied.

    Args:
        game: Which rules apply.
        shots: Of the recording.
        entries: What people entered, by number of the shot.
        settings: Of the match.
        choices: What players chose, by number of the shot before.
    """
    match: Match | None = None
    for shot in shots:
        if match is None:
            match = Match.beginning(game, settings, shot, lenient=True)
        entered = (entries or {}).get(shot.number, NOTHING_ENTERED)
        choice = (choices or {}).get(shot.number)
        match = record(match, shot, entered, choice)
        yield match.rulings[-1]


def record(
    match: Match,
    shot: Shot,
    entered: Entered = NOTHING_ENTERED,
    choice: Choice | None = None,
) -> Match:
    """Return a lenient match after one more shot and the choice made after it."""
    match = match.play(shot, entered)
    if choice is None:
        return match
    try:
        return match.choose(choice)
    except InvalidShotError as error:
        return _asked(match, Remark(CHOICE_VOID, {"reason": str(error)}))


def _asked(match: Match, question: Remark) -> Match:
    """Return the match whose last verdict asks one more question."""
    last = match.rulings[-1]
    verdict = last.verdict
    if verdict is not None:
        verdict = verdict._replace(review=(*verdict.review, question))
    return replace(match, rulings=(*match.rulings[:-1], replace(last, verdict=verdict)))
