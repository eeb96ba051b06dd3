"""The twelve penalties of pyramid (clause 27.1), each with its evidence."""

from typing import Final

from adjudicator.balls import COLORED_BALL
from adjudicator.clause import CLAUSES, Evidence, Foul, applies, clause, entered
from adjudicator.disciplines.pyramid_near import may_be_push, near_stroke
from adjudicator.disciplines.pyramid_rack import over_house_line, was_warned
from adjudicator.disciplines.pyramid_reading import Reading
from adjudicator.disciplines.pyramid_slow import preparation
from adjudicator.events import Event, PickedUp, Placed, Touched
from adjudicator.facts import Facts
from adjudicator.inputs import Observed

_SPOKEN: Final = (Observed.PUSH, Observed.NO_PUSH, Observed.DOUBLE_HIT)
"""What a person says of a stroke at a near ball."""


def _strike(facts: Facts) -> tuple[Event, ...]:
    return () if facts.strike is None else (facts.strike,)


@clause(
    "pyramid.27.1.1",
    en="{t:s}: {ball:ball} was struck and touched no other ball, pyramid.4.3",
    ru="{t:s}: биток ({ball:ball}) не коснулся ни одного шара, pyramid.4.3",
)
@applies("pyramid.4.1", "pyramid.4.3", "pyramid.19.2.n")
def no_contact(case: Reading) -> Evidence:
    """The cue ball hits no other ball."""
    cue_ball = case.facts.cue_ball
    name = "cue" if cue_ball is None else cue_ball.name
    return Evidence(_strike(case.facts), {"t": case.facts.shot.t_start, "ball": name})


@clause(
    "pyramid.27.1.2",
    en="{t:s}: the break was not legal, {clause}",
    ru="{t:s}: разбой неправильный, {clause}",
)
@applies("pyramid.11.1", "pyramid.12.1.a")
def illegal_break(case: Reading) -> Evidence | None:
    """The break is played with a wrong ball, from a wrong place, or to no effect."""
    why = broken_by(case)
    if why is None:
        return None
    return Evidence(_strike(case.facts), {"t": case.facts.shot.t_start, "clause": why})


@applies("pyramid.11.2", "pyramid.11.3.c", "pyramid.11.3.d")
def broken_by(case: Reading) -> str | None:
    """Return the clause that a break fell short of, or None."""
    if case.facts.cue_ball is not COLORED_BALL:
        return "pyramid.11.2"
    if over_house_line(case.state, case.facts) is not None and was_warned(
        case.state, case.facts
    ):
        return "pyramid.11.3.d"
    return None if case.completed else "pyramid.12.1.a"


@clause(
    "pyramid.27.1.3",
    en="{t:s}: struck while {balls:balls} still moved, pyramid.14.2",
    ru="{t:s}: удар сделан, пока двигались: {balls:balls}, pyramid.14.2",
)
@applies("pyramid.14.2")
def balls_moving(case: Reading) -> Evidence:
    """The stroke is made before every ball has stopped."""
    moving = case.facts.shot.moving_at_strike
    names = tuple([ball.name for ball in sorted(moving)])
    return Evidence(_strike(case.facts), {"t": case.facts.shot.t_start, "balls": names})


@clause(
    "pyramid.27.1.6",
    en="{t:s}: {ball:ball} was touched ({by}) and moved {mm} mm, pyramid.17",
    ru="{t:s}: {ball:ball} задет ({by:by}) и сдвинут на {mm} мм, pyramid.17",
)
@applies("pyramid.11.4", "pyramid.11.5.b", "pyramid.17")
def touched(case: Reading) -> Evidence | None:
    """Anything but the tip touches a ball.

    Any touch is forbidden; one that moves nothing is asked about all the same, for it
    is seen less surely.
    """
    facts = case.facts
    said = facts.entered
    spoken = (Observed.NO_TOUCH, Observed.TOUCH, Observed.DELIBERATE_TOUCH)
    if next(said.observed(*spoken), None):
        return None
    touches = [touch for touch in facts.touches if not _allowed(touch, case)]
    if not touches:
        return None
    worst = max(touches, key=lambda touch: touch.moved)
    noticeable = case.state.settings.switches.noticeable_move_mm / 1000
    return Evidence(
        (worst,),
        {
            "t": worst.t,
            "ball": worst.ball.name,
            "by": worst.by,
            "mm": round(worst.moved * 1000),
        },
        sure=worst.moved >= noticeable,
    )


@applies("pyramid.11.5.a", "pyramid.23.1")
def _allowed(touch: Touched, case: Reading) -> bool:
    """Whether a touch only places the ball of the break, or one that is put back."""
    if touch.t >= case.facts.shot.t_start:
        return False
    if case.breaking and touch.ball is case.facts.cue_ball:
        return True
    return any(
        isinstance(event, Placed | PickedUp) and event.ball is touch.ball
        for event in case.facts.between
    )


@clause(
    "pyramid.27.1.8",
    en="{t:s}: {hit:ball} lay {gap} mm away, and the cue ball followed it {mm} mm, "
    "pyramid.19.2.0",
    ru="{t:s}: {hit:ball} в {gap} мм, биток прошёл за ним {mm} мм, pyramid.19.2.0",
)
@applies("pyramid.19.1", "pyramid.19.2.1", "pyramid.19.2.2")
def push_at_near_ball(case: Reading) -> Evidence | None:
    """A stroke at a near ball that neither its angle nor the follow clears."""
    said = case.facts.entered
    if not case.steps or (said.observations and next(said.observed(*_SPOKEN), None)):
        return None
    table = case.state.table
    stroke = near_stroke(case.facts, case.steps[0], table, case.state.settings.switches)
    if stroke is None or not may_be_push(stroke, table.ball_radius):
        return None
    follow = "?" if stroke.follow is None else round(stroke.follow * 1000)
    return Evidence(
        (*_strike(case.facts), stroke.contact),
        {
            "t": case.facts.shot.t_start,
            "hit": stroke.hit.name,
            "gap": round(stroke.gap * 1000),
            "mm": follow,
        },
        sure=False,
    )


@clause(
    "pyramid.27.1.9",
    en="{t:s}: after that contact no ball dropped, and none did with rails and the "
    "centre line what completes a shot, pyramid.20.f",
    ru="{t:s}: после соударения ни один шар не упал, и борта с центральной линией не "
    "сыграны, как нужно, pyramid.20.f",
)
@applies("pyramid.20.f")
def not_completed(case: Reading) -> Evidence | None:
    """After the contact nothing happens that completes a shot."""
    if not case.steps or case.completed:
        return None
    first = case.steps[0].event
    return Evidence((first,), {"t": first.t})


@clause(
    "pyramid.27.1.10",
    en="{t:s}: {balls:balls} left the table, pyramid.22bis.3",
    ru="{t:s}: за бортом: {balls:balls}, pyramid.22bis.3",
)
@applies("pyramid.22bis.1", "pyramid.22bis.2.a", "pyramid.22bis.2.b", "pyramid.22bis.3")
def ball_off(case: Reading) -> Evidence:
    """Any ball, the cue ball too, leaves the table and does not come back by itself."""
    off = case.facts.off
    events = tuple(off.values())
    names = tuple([ball.name for ball in off])
    return Evidence(events, {"t": events[0].t, "balls": names})


@clause(
    "pyramid.27.1.11",
    en="{t:s}: the shot came {n} s after the time allowed had begun, pyramid.24.2",
    ru="{t:s}: удар сделан через {n} с после начала отсчёта, pyramid.24.2",
)
@applies("pyramid.24.2")
def too_slow(case: Reading) -> Evidence | None:
    """The limit is exceeded after a warning.

    If only the referee itself announced it, a person must say that the player was not
    down for the shot already.
    """
    prepared = preparation(case.state, case.facts)
    if prepared is None or not prepared.is_late():
        return None
    t = case.facts.shot.t_start
    return Evidence(
        _strike(case.facts),
        {"t": t, "n": round(t - prepared.start)},
        sure=case.facts.entered.saw(Observed.WARNING, case.state.shooter),
    )


OBSERVED: Final[dict[Observed, str]] = {
    Observed.MOVING: "pyramid.27.1.3",
    Observed.NOT_TIP: "pyramid.27.1.4",
    Observed.MISCUE: "pyramid.27.1.4",
    Observed.ILLEGAL_JUMP: "pyramid.27.1.4",
    Observed.FOOT: "pyramid.27.1.5",
    Observed.TOUCH: "pyramid.27.1.6",
    Observed.DELIBERATE_TOUCH: "pyramid.27.1.6",
    Observed.DOUBLE_HIT: "pyramid.27.1.7",
    Observed.PUSH: "pyramid.27.1.8",
    Observed.OUT_OF_TURN: "pyramid.27.1.12",
    Observed.DISTRACTION: "pyramid.27.1.12",
}
"""Which penalty an observation calls for."""

for _what, _id in OBSERVED.items():
    entered(f"observed: {_what}", _id)
entered("observed: not_tip", "pyramid.15")
entered("observed: foot", "pyramid.16")
entered("observed: double_hit", "pyramid.18")
entered("observed: push", "pyramid.19.1")
entered("observed: out_of_turn, player", "pyramid.26.1")
entered("observed: touch, player (the one not shooting)", "pyramid.26.2")
entered("observed: foul, clause", "pyramid.27.1.11")


@applies("pyramid.26.1", "pyramid.26.2")
def observed_penalties(case: Reading) -> tuple[Foul, ...]:
    """Return the penalties that people entered, each with its offender."""
    found = []
    shooter = case.state.shooter
    for seen in case.facts.entered.observations:
        by = None if seen.player is shooter else seen.player
        if seen.what is Observed.FOUL:
            clause_id = seen.clause
        elif seen.what is Observed.INTERFERENCE and seen.player is not None:
            clause_id = "pyramid.27.1.12"
        else:
            clause_id = OBSERVED.get(seen.what)
        if clause_id == "pyramid.27.1.6" and by is not None:
            clause_id = "pyramid.27.1.12"
        if clause_id is not None:
            found.append(Foul(CLAUSES[clause_id], by=by))
    return tuple(found)


def once_each(fouls: tuple[Foul, ...]) -> tuple[Foul, ...]:
    """Return the fouls without a second one of a clause by the same player."""
    kept: dict[tuple[str, object], Foul] = {}
    for foul in fouls:
        kept.setdefault((foul.clause.id, foul.by), foul)
    return tuple(kept.values())
