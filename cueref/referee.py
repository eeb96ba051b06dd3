"""The referee of a recording: the rules folded over the shots, nothing ever raised.

A recording may begin in the middle of a rack, and the camera may take a ball for
another. Then the rules cannot go on from the shot before: the shot is judged from its
own layout, and a person is asked to look.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from adjudicator.balls import BALL_SETS, Discipline
from adjudicator.disciplines.registry import DISCIPLINES
from adjudicator.errors import AdjudicatorError
from adjudicator.inputs import NOTHING_ENTERED
from adjudicator.match import Match
from adjudicator.players import Seat
from adjudicator.settings import Settings
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.table import TableGeometry
from adjudicator.text.calls import Script
from adjudicator.text.verdicts import verdict_object
from adjudicator.verdict import Verdict
from adjudicator.wording import Text

_RACK_REACH: Final = 7.5
"""A rack lies within this many ball diameters of the foot spot."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says about one shot.

    Attributes:
        shot: The shot.
        verdict: What the rules make of it; None if they cannot be applied.
        doubts: What a person must look at beside the verdict's own questions.
        confidence: That the ruling stands.
    """

    shot: Shot
    verdict: Verdict | None
    doubts: tuple[Text, ...] = ()
    confidence: float = 1.0

    @property
    def is_called(self) -> bool:
        """Whether the ruling stands without a person."""
        verdict = self.verdict
        return verdict is not None and not verdict.needs_review and not self.doubts


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
        self._table = table
        self._script = script or Script()
        self._match: Match | None = None

    def judge(self, shot: Shot) -> Ruling:
        """Return the ruling on the next shot."""
        if self._discipline not in DISCIPLINES:
            return Ruling(shot, None, (_no_rules(self._discipline),), 0.0)
        doubts: list[Text] = []
        match = self._match or self._opened(shot)
        try:
            played = self._played(match, shot)
        except AdjudicatorError as error:
            doubts.append(_broken_chain(error))
            try:
                played = self._played(self._position(shot, match), shot)
            except AdjudicatorError as again:
                return Ruling(shot, None, (_not_judged(again),), 0.0)
        self._match = played
        last = played.last
        verdict = None if last is None else last.verdict
        return Ruling(shot, verdict, tuple(doubts), _confidence(shot))

    def _played(self, match: Match, shot: Shot) -> Match:
        entered = self._script.entered.get(shot.number, NOTHING_ENTERED)
        played = match.play(shot, entered)
        choice = self._script.choices.get(shot.number)
        return played if choice is None else played.choose(choice)

    def _opened(self, shot: Shot) -> Match:
        if shot.kind in (ShotKind.BREAK, ShotKind.LAG):
            return Match(self._discipline, self._script.settings)
        if shot.kind is None and is_racked(shot.before, self._discipline, self._table):
            return Match(self._discipline, self._script.settings)
        return self._position(shot, None)

    def _position(self, shot: Shot, match: Match | None) -> Match:
        """Return a match that goes on from what lies on the table."""
        settings: Settings = self._script.settings
        player = settings.breaker or Seat.A
        if match is not None and match.rulings:
            player = match.state.shooter
        settings = replace(settings, breaker=player)
        return Match(self._discipline, settings, position=shot.before)


def is_racked(layout: Layout, discipline: Discipline, table: TableGeometry) -> bool:
    """Whether the balls lie in a full rack, ready for the break."""
    balls = BALL_SETS[discipline]
    if len(layout.balls) < len(balls.balls):
        return False
    foot = table.foot_spot
    reach = _RACK_REACH * balls.diameter
    near = [
        xy
        for xy in layout.balls.values()
        if abs(xy.x - foot.x) < reach and abs(xy.y - foot.y) < reach
    ]
    return len(near) >= len(balls.balls) - 1


def ruling_object(ruling: Ruling) -> dict[str, Any]:
    """Return the JSON object of a ruling, as in verdicts.jsonl."""
    doubts = [{"en": text.en, "ru": text.ru} for text in ruling.doubts]
    if ruling.verdict is None:
        return _unruled(ruling, doubts)
    value: dict[str, Any] = verdict_object(
        ruling.verdict, ruling.shot, round(ruling.confidence, 4)
    )
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


def _confidence(shot: Shot) -> float:
    """Return the belief in the weakest evidence of the shot."""
    kept = (event.confidence for event in shot.events)
    left_out = (1 - event.confidence for event in shot.doubtful)
    return min((*kept, *left_out), default=1.0)


def _no_rules(discipline: Discipline) -> Text:
    return Text(
        f"The rules of {discipline.value} are not part of this version: a person must "
        "rule on the shot.",
        f"Правил {discipline.value} в этой версии нет: удар должен оценить человек.",
    )


def _broken_chain(error: AdjudicatorError) -> Text:
    return Text(
        f"The shot does not go on from the one before ({error}): it is judged from "
        "what lies on the table.",
        f"Удар не продолжает предыдущий ({error}): он оценён по положению шаров.",
    )


def _not_judged(error: AdjudicatorError) -> Text:
    return Text(
        f"The rules cannot be applied to the shot ({error}).",
        f"К удару нельзя применить правила ({error}).",
    )
