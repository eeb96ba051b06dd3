"""A match: the fold of rulings over shots.

Nothing is stored that follows from the shots and from what people entered, so a
ruling can be replaced, a shot taken back or the whole judged again by other
settings, and everything after it follows.

    match = Match.beginning(Discipline.NINE_BALL, settings, first_shot)
    match = match.play(shot, Entered(calls=..., declarations=..., observations=...))
    match.last.verdict                  what the referee says about it
    match = match.choose(Choice(option=Option.PASS_BACK))     if `match.waiting`
    match.standing(layout)              is the rack right, do spotted balls stand?

A person corrects what was said: `amend` replaces the entries of one shot (a call, a
safety, a push seen; `push` confirms a suspicion of the camera, `no_push` rejects it),
`overrule` puts a ruling of his own in place of the verdict, `undo` takes the last shot
back. Each judges the later shots again, and returns a new match.

A match of a recording is `lenient`: see `adjudicator.recording`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.balls import BALL_SETS, Discipline
from adjudicator.disciplines.registry import DISCIPLINES, Rules
from adjudicator.errors import InvalidShotError
from adjudicator.inputs import NOTHING_ENTERED, Choice, Entered, Overrule
from adjudicator.players import Seat
from adjudicator.rack_check import is_racked
from adjudicator.resync import Resynced, guessed, resynced
from adjudicator.review import reviewed
from adjudicator.ruling import unjudged, unjudged_ruled
from adjudicator.settings import DEFAULT_SETTINGS, Settings
from adjudicator.shot import Layout, Shot, ShotKind
from adjudicator.state import Phase, State
from adjudicator.text.calls import Script
from adjudicator.validity import refuse_impossible
from adjudicator.verdict import Mark, Remark, Verdict


@dataclass(frozen=True, slots=True)
class Ruling:
    """One shot of a match with everything said about it.

    Attributes:
        before: What was true before the shot.
        shot: The shot.
        entered: What people said about it.
        verdict: The ruling; None if the shot was taken back.
        choice: The option taken after it; None accepts.
    """

    before: State
    shot: Shot
    entered: Entered
    verdict: Verdict | None
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match in progress, immutable: every step returns a new one.

    Attributes:
        discipline: The game.
        settings: Agreed before it.
        position: Where it started, if not with a break.
        rulings: One for each shot, in order.
        lenient: Whether the layouts seen are the truth, as in a recording: a shot
            that does not follow from the one before is judged from its own layout,
            one that cannot be judged at all is left to a person. Otherwise such
            shots are refused.
    """

    discipline: Discipline
    settings: Settings = DEFAULT_SETTINGS
    position: Layout | None = None
    rulings: tuple[Ruling, ...] = ()
    lenient: bool = False

    @staticmethod
    def beginning(
        discipline: Discipline,
        settings: Settings,
        first: Shot | None,
        *,
        lenient: bool = False,
    ) -> "Match":
        """Return a match before its first shot: a lag, a break, or in the middle.

        Args:
            discipline: The game.
            settings: Agreed before it.
            first: The first shot. Unless it is a lag or a break by its kind, or all
                object balls are on the table, the match starts from its position.
            lenient: Whether the layouts seen are the truth.
        """
        match = Match(discipline, settings, lenient=lenient)
        if first is None or first.kind is ShotKind.BREAK:
            return match
        if first.kind is ShotKind.LAG:
            return replace(match, settings=replace(settings, breaker=None))
        lying = first.before.balls.keys()
        full = len(BALL_SETS[discipline].object_balls)
        whole = not lying or len([b for b in lying if not b.is_cue_ball]) >= full
        if lenient:
            whole = is_racked(first.before, discipline, settings.geometry(discipline))
        if first.kind is None and whole:
            return match
        return replace(match, position=guessed(first, discipline))

    @property
    def rules(self) -> Rules[Any]:
        """The rules of the game."""
        return DISCIPLINES[self.discipline]

    @property
    def state(self) -> State:
        """What is true now; an open choice counts as accepted."""
        if not self.rulings:
            start: State = self.rules.opening(self.settings, self.position)
            return start
        return _after(self.rules, self.rulings[-1])

    @property
    def last(self) -> Ruling | None:
        """The last ruling, or None before the first shot."""
        return self.rulings[-1] if self.rulings else None

    @property
    def waiting(self) -> Verdict | None:
        """The last verdict while it leaves a choice open, or None."""
        last = self.last
        if last is None or last.verdict is None or last.choice is not None:
            return None
        return last.verdict if last.verdict.next.options else None

    @property
    def winner(self) -> Seat | None:
        """Who won the match, or None while it goes on."""
        return self.state.winner

    def standing(self, layout: Layout) -> tuple[Remark, ...]:
        """Return what is wrong with how the balls stand before the next shot.

        They were racked wrongly, or put back where they do not belong; the sentence
        is in the `text` of each.

        Args:
            layout: Seen now, at rest.
        """
        return self.rules.standing(self.state, layout)

    def play(self, shot: Shot, entered: Entered = NOTHING_ENTERED) -> "Match":
        """Return the match after one more shot.

        Raises:
            InvalidShotError: The shot contradicts itself or the state, or the
                match is over; never in a lenient match.
        """
        state = self.state
        if entered.undo:
            return self._with(Ruling(state, shot, entered, None))
        try:
            state, remarks = self._before(state, shot)
            verdict = reviewed(self.rules.judge, state, shot, entered, self.discipline)
        except InvalidShotError as error:
            if not self.lenient:
                raise
            verdict, remarks = unjudged(state, shot, str(error)), ()
            if entered.overrule is not None:
                verdict = unjudged_ruled(verdict, entered.overrule)
        if remarks and entered.overrule is None:
            verdict = verdict._replace(review=(*remarks, *verdict.review))
        return self._with(Ruling(state, shot, entered, verdict))

    def _with(self, ruling: Ruling) -> "Match":
        return replace(self, rulings=(*self.rulings, ruling))

    def _before(self, state: State, shot: Shot) -> Resynced:
        """Return the state that a shot is judged from, or refuse the shot."""
        over = state.phase is Phase.OVER
        if over and not self.lenient:
            raise InvalidShotError(
                f"shot {shot.number}: the match is over, player {state.winner} has "
                "won it"
            )
        found = resynced(state, shot, self.discipline, self._fresh)
        if found.remarks and not self.lenient:
            found = Resynced(state)
        refuse_impossible(found.state, shot, self.discipline)
        return found

    def _fresh(self) -> State:
        breaker = self.settings.breaker or Seat.A
        fresh: State = self.rules.opening(replace(self.settings, breaker=breaker))
        return fresh

    def choose(self, choice: Choice) -> "Match":
        """Return the match after the choice that the last verdict left open.

        Raises:
            InvalidShotError: There is nothing to choose, not this, or not by him.
        """
        last = self.last
        if last is None or last.verdict is None:
            raise InvalidShotError("there is no verdict to choose after")
        coming = last.verdict.next
        if choice.option not in coming.options:
            raise InvalidShotError(
                f"after shot {last.shot.number} {choice.option.value} cannot be "
                f"chosen: {', '.join(o.value for o in coming.options) or 'nothing'} can"
            )
        if choice.by is not None and choice.by is not coming.chooser:
            raise InvalidShotError(
                f"after shot {last.shot.number} player {coming.chooser} chooses, not "
                f"{choice.by}"
            )
        return replace(self, rulings=(*self.rulings[:-1], replace(last, choice=choice)))

    def follow(self, shots: Iterable[Shot], script: Script) -> "Match":
        """Return the match after shots with everything entered for them.

        A choice is taken before the next shot; none means that the position is
        accepted.

        Raises:
            InvalidShotError: A shot contradicts itself or the state, or something
                was chosen that could not be.
        """
        match = self
        for shot in shots:
            match = match.play(shot, script.entered.get(shot.number, NOTHING_ENTERED))
            choice = script.choices.get(shot.number)
            if choice is not None:
                match = match.choose(choice)
        return match

    def undo(self) -> "Match":
        """Return the match without its last shot."""
        return replace(self, rulings=self.rulings[:-1])

    def amend(self, number: int, entered: Entered) -> "Match":
        """Return the match with other entries for one shot, judged again.

        Args:
            number: Of the shot.
            entered: In place of what was entered for it.

        Raises:
            InvalidShotError: No such shot, or a later one no longer fits.
        """
        if all(ruling.shot.number != number for ruling in self.rulings):
            raise InvalidShotError(f"there is no shot {number} in this match")
        return self.replayed(
            (
                ruling.shot,
                entered if ruling.shot.number == number else ruling.entered,
                ruling.choice,
            )
            for ruling in self.rulings
        )

    def overrule(self, number: int, overrule: Overrule) -> "Match":
        """Return the match in which a referee's ruling replaces one verdict."""
        found = next((r for r in self.rulings if r.shot.number == number), None)
        entered = NOTHING_ENTERED if found is None else found.entered
        return self.amend(number, replace(entered, overrule=overrule))

    def replayed(self, turns: Iterable[tuple[Shot, Entered, Choice | None]]) -> "Match":
        """Return the match judged anew from shots, entries and choices.

        A choice that the new verdict no longer offers is dropped.
        """
        match: Match = replace(self, rulings=())
        for shot, entered, choice in turns:
            match = match.play(shot, entered)
            waiting = match.waiting
            if choice is None or waiting is None:
                continue
            if choice.by not in (None, waiting.next.chooser):
                choice = replace(choice, by=None)
            if choice.option in waiting.next.options:
                match = match.choose(choice)
        return match


def _after(rules: Rules[Any], ruling: Ruling) -> State:
    if ruling.verdict is None or Mark.UNJUDGED in ruling.verdict.marks:
        return ruling.before
    state: State = rules.advance(ruling.before, ruling.verdict, ruling.choice)
    return state
