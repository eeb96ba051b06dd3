"""What is agreed before a match: players, length, breaks, readings of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from adjudicator.balls import Discipline
from adjudicator.errors import NotationError
from adjudicator.players import Seat
from adjudicator.table import TABLES, TableGeometry, TableKind

SWITCH_VALUES: Final[Mapping[str, tuple[str | int | bool, ...]]] = MappingProxyType(
    {
        "bonus_wrong_ball_first": ("foul", "no_foul"),
        "bonus_pocket_counts_as_rail": (True, False),
        "bonus_break_scratch": ("in_hand_anywhere", "rerack"),
        "bonus_next_breaker": ("by_last_bonus", "alternate"),
        "bonus_nine_balls_at_start": ("after_break_only", "every_inning"),
        "bonus_shot_clock_start": ("5s_after_rest", "at_rest"),
        "bonus_manual_scoring": (False, True),
        "bonus_tie_in_additional_round": ("lag_and_repeat", "organiser"),
        "bonus_rack_colours": ("apex_only", "pattern"),
        "kitchen_return": ("foot_rail", "any_rail"),
        "frozen_legal_ball_stroke": ("allowed", "foul"),
        "cue_ball_on_head_string": ("warn_then_foul", "foul", "ignore"),
        "eight_open_table_8_first": ("loss_of_turn", "foul"),
        "eight_combination_on_8": ("allowed", "not_allowed"),
        "eight_loss_list": ("standard_wpa_bca", "off"),
        "eight_break_cue_ball_off_table": ("as_scratch", "in_hand_anywhere"),
        "eight_coin_table": (False, True),
        "nine_third_foul_without_warning": ("count_stays_2", "loss"),
        "split_hit": ("human", "favour_shooter"),
        "straight_third_foul_points": (15, 16),
        "straight_foul_free_miss_clears": (True, False),
        "straight_table_3a": ("standard", "literal"),
        "straight_15_rack_needs_opening_break": (False, True),
        "straight_obvious_needs_call": (True, False),
        "pyramid_lag_corner_jaws": ("repeat", "loss"),
        "pyramid_chain_driving": ("transitive", "direct"),
        "pyramid_jaw_is_rail": (True, False),
        "pyramid_break_two_rails": ("different", "any"),
        "pyramid_hang_seconds": (5,),
        "pyramid_extension": ("double_once", "two_extensions"),
        "pyramid_debt_after_rerack": ("kept", "dropped"),
        "pyramid_follow_reference": ("position_at_collision", "initial_position"),
        "chalk_cube_mm": (22,),
        "noticeable_move_mm": (2,),
        "own_announcement_is_warning": (True, False),
    }
)
"""The values of each switch, the default first. A length or time takes any number."""

_MEASURES: Final = frozenset(
    {"pyramid_hang_seconds", "chalk_cube_mm", "noticeable_move_mm"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """Readings of norms that are ambiguous, missing or contradictory.

    Raises:
        NotationError: A value that the switch does not have.
    """

    bonus_wrong_ball_first: str = "foul"
    bonus_pocket_counts_as_rail: bool = True
    bonus_break_scratch: str = "in_hand_anywhere"
    bonus_next_breaker: str = "by_last_bonus"
    bonus_nine_balls_at_start: str = "after_break_only"
    bonus_shot_clock_start: str = "5s_after_rest"
    bonus_manual_scoring: bool = False
    bonus_tie_in_additional_round: str = "lag_and_repeat"
    bonus_rack_colours: str = "apex_only"
    kitchen_return: str = "foot_rail"
    frozen_legal_ball_stroke: str = "allowed"
    cue_ball_on_head_string: str = "warn_then_foul"
    eight_open_table_8_first: str = "loss_of_turn"
    eight_combination_on_8: str = "allowed"
    eight_loss_list: str = "standard_wpa_bca"
    eight_break_cue_ball_off_table: str = "as_scratch"
    eight_coin_table: bool = False
    nine_third_foul_without_warning: str = "count_stays_2"
    split_hit: str = "human"
    straight_third_foul_points: int = 15
    straight_foul_free_miss_clears: bool = True
    straight_table_3a: str = "standard"
    straight_15_rack_needs_opening_break: bool = False
    straight_obvious_needs_call: bool = True
    pyramid_lag_corner_jaws: str = "repeat"
    pyramid_chain_driving: str = "transitive"
    pyramid_jaw_is_rail: bool = True
    pyramid_break_two_rails: str = "different"
    pyramid_hang_seconds: float = 5
    pyramid_extension: str = "double_once"
    pyramid_debt_after_rerack: str = "kept"
    pyramid_follow_reference: str = "position_at_collision"
    chalk_cube_mm: float = 22
    noticeable_move_mm: float = 2
    own_announcement_is_warning: bool = True

    def __post_init__(self) -> None:
        """Refuse values that a switch does not have."""
        for item in fields(self):
            value = getattr(self, item.name)
            if not _is_value(item.name, value):
                allowed = ", ".join(map(repr, SWITCH_VALUES[item.name]))
                raise NotationError(
                    f"switch {item.name} cannot be {value!r}: expected {allowed}"
                )


def _is_value(name: str, value: object) -> bool:
    allowed = SWITCH_VALUES[name]
    if name in _MEASURES:
        return (
            isinstance(value, int | float) and not isinstance(value, bool) and value > 0
        )
    return any(value == one and type(value) is type(one) for one in allowed)


class BreakOrder(StrEnum):
    """Who breaks the next rack."""

    WINNER = "winner"
    LOSER = "loser"
    ALTERNATE = "alternate"
    TRAILING = "trailing"


def _no_names() -> Mapping[Seat, str]:
    return MappingProxyType({Seat.A: "A", Seat.B: "B"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is agreed before a match.

    Attributes:
        players: Names to print.
        breaker: Who breaks first; None if it is lagged for.
        racks_to: Racks that win the match; None plays on without end.
        target: Points that win in games of points (14.1); None is the usual number
            of the discipline.
        break_order: Who breaks the next rack; None is the discipline's own order.
        switches: Readings of ambiguous norms.
        table: Playing surface; None is the usual table of the discipline.
        live: Whether the referee's own announcements reach the players (false for a
            recording, where only an entered warning is one).
        lag_left: Who lags on the left half.
        individual: Whether it is an individual (not a team) event.
        call_at: Probability from which a ruling is called without a person.
    """

    players: Mapping[Seat, str] = field(default_factory=_no_names)
    breaker: Seat | None = Seat.A
    racks_to: int | None = None
    target: int | None = None
    break_order: BreakOrder | None = None
    switches: Switches = Switches()
    table: TableGeometry | None = None
    live: bool = False
    lag_left: Seat = Seat.A
    individual: bool = True
    call_at: float = 0.98

    def __post_init__(self) -> None:
        """Refuse lengths that are no length."""
        for name in ("racks_to", "target"):
            number = getattr(self, name)
            if number is not None and number < 1:
                raise NotationError(f"{name} must be 1 or more, got {number}")
        if not 0.5 < self.call_at <= 1:
            raise NotationError(
                f"call_at must lie above 0.5 and not above 1, got {self.call_at}"
            )

    def geometry(self, discipline: Discipline) -> TableGeometry:
        """Return the table that the match is played on."""
        if self.table is not None:
            return self.table
        kind = TableKind.POOL_9FT
        if discipline is Discipline.PYRAMID:
            kind = TableKind.PYRAMID_12FT
        return TABLES[kind]


DEFAULT_SETTINGS: Final = Settings()
"""Nothing agreed: A breaks, no end of the match, the recommended readings."""
