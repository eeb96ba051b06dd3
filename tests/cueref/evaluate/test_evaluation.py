"""An analysis scored against truth: perfect, and wrong in one thing at a time."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adjudicator.balls import CUE_BALL, Ball
from adjudicator.events import Contact, Event, Point, RackOpened, Rail, RailTouch
from adjudicator.shot import Layout, Shot
from adjudicator.text.calls import Script
from adjudicator.text.events import event_object
from cueref.analysis import analyze_recording
from cueref.cli import main as cli
from cueref.errors import TruthError
from cueref.evaluate.evaluation import evaluate_clip
from cueref.evaluate.scores import ClipScore, total
from tests.cueref.table_clip import (
    ONE,
    TWO,
    FakePipeline,
    calibration,
    clip,
    options,
    shot,
)
from tracking.events.naming import renamed


def truth_of(shots: list[Shot], **changes: Any) -> dict[str, Any]:
    """The truth of a rendered clip that shows these shots."""

    def places(layout: Layout) -> dict[str, list[float]]:
        return {ball.name: list(xy) for ball, xy in layout.balls.items()}

    return {
        "fps": 25,
        "size": [320, 180],
        "table": {"head_end": "left"},
        "game": "nine-ball",
        "cue_ball": "cue",
        "balls_at_start": places(shots[0].before),
        "balls_at_end": places(shots[-1].after),
        "events": [event_object(e) for s in shots for e in s.events],
        "shots": [
            {
                "shot": s.number,
                "t_start": s.t_start,
                "t_end": s.t_end,
                "kind": "shot",
                "cue_ball": "cue",
                "before": places(s.before),
                "after": places(s.after),
            }
            for s in shots
        ],
        **changes,
    }


Score = Callable[..., ClipScore]


@pytest.fixture
def score(tmp_path: Path) -> Score:
    """Analyse a clip whose pipeline sees `seen`, and score it against a truth."""

    def run(truth: dict[str, Any], *seen: Shot) -> ClipScore:
        chosen = options(tmp_path, overwrite=True)
        analyze_recording(str(clip(tmp_path)), chosen, FakePipeline(*seen))
        file = tmp_path / "match.truth.json"
        file.write_text(json.dumps(truth))
        return evaluate_clip(tmp_path / "out", file, Script())

    return run


def test_a_perfect_analysis_is_perfect(score: Score) -> None:
    shots = [shot(1, 0.2), replace(shot(2, 1.3, pot=False), before=shot().after)]
    hit = Contact(t=1.7, balls=(CUE_BALL, TWO), xy=(Point(0.7, -0.4), Point(0.8, -0.4)))
    shots[1] = replace(shots[1], events=(shots[1].events[0], hit), after=shot().after)
    result = score(truth_of(shots), *shots)
    assert result.shots.f1 == 1
    assert {kind: count.f1 for kind, count in result.events.items()} == {
        "contact": 1,
        "rail": 1,
        "pocketed": 1,
        "break_contact": None,
        "break_rail": None,
    }
    for share in (result.first_contact, result.rail_after_contact, result.verdicts):
        assert (share.right, share.of) == (2, 2)
    assert (result.named.right, result.named.of) == (7, 7)
    assert max(result.before_mm + result.after_mm) < 0.01
    assert result.times_ms == pytest.approx([0, 0, 0])
    assert result.remarks == ()


def test_a_missed_rail_is_missed_and_changes_the_ruling(score: Score) -> None:
    true = shot(pot=False)
    touch = RailTouch(t=1.2, ball=ONE, rail=Rail.FOOT, xy=Point(1.24, 0.3))
    result = score(truth_of([replace(true, events=(*true.events, touch))]), true)
    assert result.events["rail"].missed == 1
    assert result.rail_after_contact.right == 0
    assert result.verdicts.right == 0
    assert any("missed: rail 1 foot" in remark for remark in result.remarks)


def test_an_invented_contact_is_extra(score: Score) -> None:
    true = shot()
    invented = Contact(t=1.3, balls=(TWO, Ball("9")))
    result = score(truth_of([true]), replace(true, events=(*true.events, invented)))
    assert result.events["contact"].extra == 1
    assert result.events["contact"].f1 == pytest.approx(2 / 3)
    assert any("extra: contact 2, 9" in remark for remark in result.remarks)


@pytest.mark.parametrize(("late", "right"), [(0.039, 1), (0.041, 0)])
def test_an_event_may_be_one_frame_late(score: Score, late: float, right: int) -> None:
    true = shot(pot=False)
    contact = replace(true.events[1], t=true.events[1].t + late)
    result = score(truth_of([true]), replace(true, events=(true.events[0], contact)))
    assert result.events["contact"].right == right


def test_a_wrong_name_is_one_fault_not_many(score: Score) -> None:
    true = shot()

    def renamed(layout: Layout) -> Layout:
        swap = {Ball("1"): Ball("3")}
        return Layout({swap.get(b, b): xy for b, xy in layout.balls.items()})

    events = (
        true.events[0],
        replace(true.events[1], balls=(CUE_BALL, Ball("3"))),
        true.events[2],
        replace(true.events[3], ball=Ball("3")),
    )
    seen = replace(
        true, before=renamed(true.before), after=renamed(true.after), events=events
    )
    result = score(truth_of([true]), seen)
    assert result.events["contact"].f1 == 1
    assert result.events["pocketed"].f1 == 1
    assert (result.named.right, result.named.of) == (3, 4)
    assert result.verdicts.right == 0


def test_balls_that_look_the_same_may_change_names(score: Score) -> None:
    true = shot()
    names = {Ball("1"): Ball("purple-1"), Ball("2"): Ball("purple-2")}
    value = truth_of([_renamed(true, names)], game="bonus-ball")
    other = {Ball("1"): Ball("purple-2"), Ball("2"): Ball("purple-1")}
    result = score(value, _renamed(true, other))
    assert (result.named.right, result.named.of) == (4, 4)
    assert result.events["contact"].f1 == 1
    assert result.events["pocketed"].f1 == 1


def _renamed(shot: Shot, names: dict[Ball, Ball]) -> Shot:
    def layout(of: Layout) -> Layout:
        return Layout({names.get(b, b): xy for b, xy in of.balls.items()})

    return replace(
        shot,
        before=layout(shot.before),
        after=layout(shot.after),
        events=tuple(renamed(event, names) for event in shot.events),
    )


def test_breaks_are_counted_apart(score: Score) -> None:
    true = shot()
    value = truth_of([true])
    value["shots"][0]["kind"] = "break"
    result = score(value, true)
    assert result.events["contact"].f1 is None
    assert result.events["break_contact"].right == 1
    assert result.events["rail"].f1 is None
    assert (result.first_contact.of, result.break_first_contact.of) == (0, 1)
    assert result.break_first_contact.right == 1


def test_contacts_inside_a_rack_are_told_by_its_opening(score: Score) -> None:
    true = shot()
    inside = Contact(t=true.events[1].t + 0.001, balls=(ONE, TWO))
    opened = RackOpened(
        t=true.events[1].t + 0.003,
        t_to=true.events[1].t + 0.01,
        balls=frozenset({ONE, TWO}),
    )
    seen = replace(true, events=tuple(sorted((*true.events, opened), key=_time)))
    told = replace(true, events=tuple(sorted((*true.events, inside), key=_time)))
    result = score(truth_of([told]), seen)
    assert result.events["contact"].missed == 0


def _time(event: Event) -> float:
    return event.t


def test_the_wrong_head_end_is_said_and_scored_in_the_right_frame(
    score: Score,
) -> None:
    true = shot()
    value = truth_of([true], table={"head_end": "right"})
    for event in value["events"]:
        for key, other in (("rail", "right"), ("pocket", "head-right")):
            if key in event:
                event[key] = other
    for one in value["shots"]:
        for when in ("before", "after"):
            one[when] = {b: [-x, -y] for b, (x, y) in one[when].items()}
    result = score(value, true)
    assert result.events["rail"].f1 == 1
    assert result.events["pocketed"].f1 == 1
    assert max(result.before_mm) < 0.01
    assert "head rail at the wrong end" in result.remarks


def test_a_table_of_another_size_is_said(score: Score) -> None:
    true = shot()
    size = {"head_end": "left", "length": 2.54}
    assert score(truth_of([true], table=size), true).remarks == ()
    other = score(truth_of([true], table={**size, "length": 2.24}), true)
    assert other.remarks == ("table 2.54 m long, not 2.24 m",)


def test_what_is_called_is_counted_apart_and_a_shot_that_was_none_is_called_wrongly(
    score: Score,
) -> None:
    true = shot()
    result = score(truth_of([true]), true)
    assert (result.called.right, result.called.of) == (1, 1)
    hit = Contact(t=1.7, balls=(CUE_BALL, TWO), xy=(Point(0.7, -0.4), Point(0.8, -0.4)))
    more = shot(2, 1.3, pot=False)
    more = replace(more, before=true.after, events=(more.events[0], hit))
    result = score(truth_of([true]), true, more)
    assert (result.called.right, result.called.of) == (1, 2)
    assert (result.verdicts.right, result.verdicts.of) == (1, 1)


def test_a_shot_that_was_not_seen_is_missed(score: Score) -> None:
    result = score(truth_of([shot()]))
    assert (result.shots.right, result.shots.missed) == (0, 1)
    assert (result.first_contact.right, result.first_contact.of) == (0, 1)


def _label(name: str, xy: tuple[float, float]) -> dict[str, Any]:
    uv = calibration().uv_from_xy(np.array([xy]))[0]
    return {"name": name, "uv": [float(uv[0]), float(uv[1])]}


def test_labels_by_eye_use_the_picture(score: Score) -> None:
    seen = shot()
    names = {"cue": "cue", "1": "yellow", "2": "red2", "9": "striped"}
    value = {
        "clip": "match.mp4",
        "fps": 25.0,
        "balls_start": [
            _label(names[b.name], xy) for b, xy in seen.before.balls.items()
        ],
        "balls_end": [_label(names[b.name], xy) for b, xy in seen.after.balls.items()],
        "events": [
            {"type": "cut", "frame": 1.0},
            {"type": "strike", "frame": 10.2, "plus_minus": 0.5, "ball": "cue"},
            {
                "type": "contact",
                "frame": 19.5,
                "plus_minus": 0.6,
                "balls": ["cue", "yellow"],
                "uv": [[1, 2], [3, 4]],
            },
            {
                "type": "rail",
                "frame": 22,
                "plus_minus": 1,
                "ball": "cue",
                "rail": "top",
            },
            {
                "type": "rail",
                "frame": 24,
                "plus_minus": 1,
                "ball": "red2",
                "rail": "left",
                "sure": False,
            },
            {
                "type": "pocketed",
                "frame": 40,
                "plus_minus": 2,
                "lip_frame": 28,
                "ball": "yellow",
                "pocket": "top-right",
            },
            {"type": "rest", "frame": 45, "plus_minus": 4},
        ],
        "rail_after_contact": True,
        "contacts_complete": True,
    }
    result = score(value, seen)
    assert {kind: count.f1 for kind, count in result.events.items()} == {
        "contact": 1,
        "rail": 1,
        "pocketed": 1,
        "break_contact": None,
        "break_rail": None,
    }
    assert (result.first_contact.right, result.rail_after_contact.right) == (1, 1)
    assert max(result.before_mm) < 0.1
    assert result.verdicts.of == 0


def test_scores_of_clips_add_up(score: Score) -> None:
    one = score(truth_of([shot()]), shot())
    both = total([one, one])
    assert both.shots.right == 2
    assert both.events["contact"].right == 2
    assert len(both.before_mm) == 2 * len(one.before_mm)


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"events": [{"type": "rail"}]}', '{"fps": 25}']
)
def test_a_broken_truth_says_so(score: Score, tmp_path: Path, text: str) -> None:
    score(truth_of([shot()]), shot())
    file = tmp_path / "broken.truth.json"
    file.write_text(text)
    with pytest.raises(TruthError, match=r"broken\.truth\.json"):
        evaluate_clip(tmp_path / "out", file, Script())


def test_a_folder_without_an_analysis_says_so(tmp_path: Path) -> None:
    file = tmp_path / "a.truth.json"
    file.write_text(json.dumps(truth_of([shot()])))
    with pytest.raises(TruthError, match="holds no analysis"):
        evaluate_clip(tmp_path, file, Script())


def test_the_command_prints_a_table_and_json(
    score: Score, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    score(truth_of([shot()]), shot())
    arguments = ["evaluate", str(tmp_path / "out"), str(tmp_path / "match.truth.json")]
    assert cli.main([*arguments, "--details"]) == 0
    assert "1.000" in capsys.readouterr().out
    assert cli.main([*arguments, arguments[-1], "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["clip"] for line in lines] == ["match", "match", "all"]
    assert lines[2]["contact"] == {"right": 2, "extra": 0, "missed": 0, "f1": 1.0}
