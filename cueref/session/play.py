"""The match as a fold: shots seen and words entered in, rulings out; pure.

Whatever comes in last, the rulings are those that the whole log gives from its
beginning; only what can have changed is judged again.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final

from adjudicator.balls import Discipline
from adjudicator.disciplines.bonus_state import TARGET as BONUS_TARGET
from adjudicator.disciplines.straight_state import USUAL_TARGET
from adjudicator.errors import InvalidShotError
from adjudicator.inputs import NOTHING_ENTERED, Choice
from adjudicator.match import Match, Ruling
from adjudicator.players import Seat, Tally
from adjudicator.shot import Layout, Shot
from adjudicator.state import Phase, State
from cueref.session.corrections import NONE, corrected
from cueref.session.entries import Entry, Said, put_together, shot_of
from cueref.session.errors import EntryRefusedError
from cueref.session.setup import MatchSetup

_BY_POINTS: Final = (Discipline.STRAIGHT_POOL, Discipline.BONUS_BALL)
"""Games whose score counts points of the match, not racks."""

_NO_SHOT: Final = Shot(
    number=0, t_start=0, t_end=0, before=Layout({}), after=Layout({})
)


@dataclass(frozen=True, slots=True)
class Play:
    """A match in progress, immutable.

    Attributes:
        setup: What was agreed.
        shots: As they were seen, numbered from 1 without a gap.
        entries: What people entered, in order.
        rulings: One for each shot.
        said: What the entries say together.
    """

    setup: MatchSetup
    shots: tuple[Shot, ...] = ()
    entries: tuple[Entry, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    said: Said = field(default_factory=lambda: put_together(()))

    @property
    def coming(self) -> int:
        """Number of the next shot."""
        return len(self.shots) + 1

    @property
    def state(self) -> Any:
        """What is true now; an open choice counts as accepted."""
        return self._corrected(self._match().state, len(self.rulings))

    @property
    def waiting(self) -> Ruling | None:
        """The last ruling while it leaves a choice open, or None."""
        if not self.rulings or self._match().waiting is None:
            return None
        return self.rulings[-1]

    @property
    def winner(self) -> Seat | None:
        """Who won the match, or None while it goes on."""
        winner: Seat | None = self.state.winner
        return winner

    def ruling(self, number: int) -> Ruling:
        """Return the ruling on one shot.

        Raises:
            EntryRefusedError: There is no such shot.
        """
        if not 1 <= number <= len(self.rulings):
            raise EntryRefusedError(f"there is no shot {number} in this match")
        return self.rulings[number - 1]

    def with_shot(self, shot: Shot) -> "Play":
        """Return the match after one more shot.

        Args:
            shot: Numbered as the next one.
        """
        assert shot.number == self.coming  # noqa: S101  # numbered by the caller
        return replace(self, shots=(*self.shots, shot))._judged(len(self.shots))

    def with_entry(self, entry: Entry) -> "Play":
        """Return the match after one more entry.

        Raises:
            EntryRefusedError: It cannot be read, or cannot be now.
        """
        said = put_together((*self.entries, entry))
        play = replace(self, entries=(*self.entries, entry), said=said)
        about = shot_of(self._meant(entry))
        if about is None or about > len(self.shots):
            return play
        return play._judged(max(0, about - 1))

    @staticmethod
    def of(
        setup: MatchSetup, shots: tuple[Shot, ...], entries: tuple[Entry, ...]
    ) -> "Play":
        """Return the match of a whole log."""
        return Play(setup, shots, entries, (), put_together(entries))._judged(0)

    def check_choice(self, choice: Choice) -> None:
        """Refuse a choice that the last verdict does not leave open.

        Raises:
            EntryRefusedError: There is nothing to choose, not this, or not by him.
        """
        try:
            self._match().choose(choice)
        except InvalidShotError as error:
            raise EntryRefusedError(str(error)) from error

    def _meant(self, entry: Entry) -> Any:
        """Return the body that says which shot changes: of what was withdrawn, too."""
        withdrawn = entry.body.get("withdraw")
        for other in self.entries:
            if other.number == withdrawn:
                return other.body
        return entry.body

    def _judged(self, start: int) -> "Play":
        """Return the match with the shots from an index on judged anew."""
        play = replace(self, rulings=self.rulings[:start])
        for shot in self.shots[start:]:
            play = replace(play, rulings=(*play.rulings, play._ruling(shot)))
        return play

    def _ruling(self, shot: Shot) -> Ruling:
        said = self.said
        shot = corrected(shot, said.corrections.get(shot.number, NONE))
        match = self._match(shot)
        if len(self.rulings) in said.scores:
            state = self._corrected(match.state, len(self.rulings))
            override = Ruling(state, _NO_SHOT, NOTHING_ENTERED, None)
            match = replace(match, rulings=(*match.rulings, override))
        entered = said.script.entered.get(shot.number, NOTHING_ENTERED)
        match = match.play(shot, entered)
        choice = said.script.choices.get(shot.number)
        if choice is not None:
            match = _chosen(match, choice)
        return match.rulings[-1]

    def _match(self, first: Shot | None = None) -> Match:
        if self.shots:
            first = corrected(self.shots[0], self.said.corrections.get(1, NONE))
        setup = self.setup
        match = Match.beginning(setup.game, setup.settings, first, lenient=True)
        return replace(match, rulings=self.rulings)

    def _corrected(self, state: State, after: int) -> State:
        score = self.said.scores.get(after)
        return state if score is None else _with_score(state, score, self.setup)


def _chosen(match: Match, choice: Choice) -> Match:
    """Return the match after a choice; one that is no longer offered is dropped."""
    waiting = match.waiting
    if waiting is None or choice.option not in waiting.next.options:
        return match
    if choice.by not in (None, waiting.next.chooser):
        choice = replace(choice, by=None)
    return match.choose(choice)


def _with_score(state: State, score: Tally, setup: MatchSetup) -> State:
    """Return the state with a score that a person put right."""
    by_points = setup.game in _BY_POINTS
    state = replace(state, **{"score" if by_points else "racks": score})  # type: ignore[arg-type]  # both are tallies
    target = target_of(setup)
    leader = score.leader
    if target is None or leader is None or score.of(leader) < target:
        return state
    return replace(state, phase=Phase.OVER, winner=leader)


def target_of(setup: MatchSetup) -> int | None:
    """Return how many points or racks win the match; None plays on without end."""
    if setup.game is Discipline.BONUS_BALL:
        return setup.settings.target or BONUS_TARGET
    if setup.game is Discipline.STRAIGHT_POOL:
        return setup.settings.target or USUAL_TARGET
    return setup.settings.racks_to
