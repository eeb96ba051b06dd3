"""The referee of a recording: the rules folded over the shots, nothing ever raised.

A recording may begin in the middle of a rack, and the camera may take a ball for
another. The layouts seen are the truth then: the shot is judged from what lies on the
table, and a person is asked to look.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from adjudicator.balls import Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.errors import InvalidShotError
from adjudicator.inputs import NOTHING_ENTERED
from adjudicator.match import Match
from adjudicator.shot import Shot
from adjudicator.table import TableGeometry
from adjudicator.text.calls import Script
from adjudicator.text.verdicts import verdict_object
from adjudicator.verdict import Verdict
from adjudicator.wording import Text
from cueref.locale.catalogue import filled, text

_NOTHING_TO_HIT: Final = text(
    "No object ball was seen on the table before the shot: a person must rule on it."
)
_NO_RULES: Final = text(
    "The rules of {game} are not part of this version: a person must rule on the shot."
)
_NO_SUCH_CHOICE: Final = text("A choice that was entered cannot be made ({error}).")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says about one shot.

    Attributes:
        shot: The shot.
        verdict: What the rules make of it; None if they cannot be applied.
        doubts: What a person must look at beside the verdict's own questions.
    """

    shot: Shot
    verdict: Verdict | None
    doubts: tuple[Text, ...] = ()

    @property
    def is_called(self) -> bool:
        """Whether the ruling stands without a person."""
        verdict = self.verdict
        return verdict is not None and not verdict.needs_review and not self.doubts

    @property
    def confidence(self) -> float:
        """That the ruling stands."""
        return 0.0 if self.verdict is None else self.verdict.confidence


class Referee:
    """Judges the shots of one recording in their order."""

    def __init__(
        self, discipline: Discipline, table: TableGeometry, script: Script | None = None
    ) -> None:
        """Start before the first shot.

        Args:
            discipline: The game.
            table: The table in view.
            script: Settings, calls and choices that people entered.
        """
        self._discipline = discipline
        self._script = script or Script()
        self._settings = replace(self._script.settings, table=table)
        self._match: Match | None = None

    def judge(self, shot: Shot) -> Ruling:
        """Return the ruling on the next shot."""
        if self._discipline not in DISCIPLINES:
            return Ruling(shot, None, (filled(_NO_RULES, game=self._discipline.value),))
        if not any(ball is not shot.cue_ball for ball in shot.before.balls):
            return Ruling(shot, None, (_NOTHING_TO_HIT,))
        match = self._match or Match.beginning(
            self._discipline, self._settings, shot, lenient=True
        )
        entered = self._script.entered.get(shot.number, NOTHING_ENTERED)
        match = match.play(shot, entered)
        verdict = None if match.last is None else match.last.verdict
        doubts: tuple[Text, ...] = ()
        choice = self._script.choices.get(shot.number)
        if choice is not None:
            try:
                match = match.choose(choice)
            except InvalidShotError as error:
                doubts = (filled(_NO_SUCH_CHOICE, error=str(error)),)
        self._match = match
        return Ruling(shot, verdict, doubts)


def ruling_object(ruling: Ruling) -> dict[str, Any]:
    """Return the JSON object of a ruling, as in verdicts.jsonl."""
    doubts = [{"en": text.en, "ru": text.ru} for text in ruling.doubts]
    if ruling.verdict is None:
        return _unruled(ruling, doubts)
    value: dict[str, Any] = verdict_object(ruling.verdict, ruling.shot)
    value["review"] = [*value["review"], *doubts]
    if doubts:
        value["status"] = "review"
    return value


def reasons_of(ruling: Ruling) -> Text:
    """Return why the ruling is what it is, in both languages."""
    texts: Iterable[Text] = ruling.doubts
    if ruling.verdict is not None:
        texts = (ruling.verdict.reasons, *ruling.verdict.questions, *ruling.doubts)
    parts = [text for text in texts if text.en]
    return Text(" ".join(p.en for p in parts), " ".join(p.ru for p in parts))


def _unruled(ruling: Ruling, doubts: list[dict[str, str]]) -> dict[str, Any]:
    return {
        "shot": ruling.shot.number,
        "status": "review",
        "confidence": 0.0,
        "legal": None,
        "fouls": [],
        "pocketed": [event.ball.name for event in ruling.shot.pocketed],
        "points": {"A": 0, "B": 0},
        "score": {"A": 0, "B": 0},
        "shooter": None,
        "next": None,
        "rack": "open",
        "deadline_t": None,
        "reasons": {"en": "", "ru": ""},
        "review": doubts,
    }
