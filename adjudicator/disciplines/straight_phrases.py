"""Sentences of 14.1 rulings that are no foul."""

from typing import Final

from adjudicator.wording import phrase

SAFETY: Final = phrase(
    "straight.safety",
    "Safety: the inning ends, nothing counts (straight.7.4.c).",
    "Отыгрыш: серия окончена, ничего не засчитано (straight.7.4.c).",
)
NOT_AS_CALLED: Final = phrase(
    "straight.not_as_called",
    "Not as called, no points: {balls:balls} (straight.8).",
    "Не по заказу, без очков: {balls:balls} (straight.8).",
)
ON_A_FOUL: Final = phrase(
    "straight.on_a_foul",
    "On a foul, no points: {balls:balls} (straight.13.4).",
    "При фоле, без очков: {balls:balls} (straight.13.4).",
)
POINTS: Final = phrase(
    "straight.points",
    "{who:seat} scores {n} ({clause}).",
    "{who:seat} получает очки: {n} ({clause}).",
)
PENALTY: Final = phrase(
    "straight.penalty",
    "{who:seat} loses {n} ({clause}).",
    "{who:seat} теряет очки: {n} ({clause}).",
)
SCORE: Final = phrase(
    "straight.score",
    "Score {a} to {b}.",
    "Счёт {a} : {b}.",
)
ON_ONE_FOUL: Final = phrase(
    "straight.on_one_foul",
    "{who:seat} is on one foul (straight.12.1).",
    "У игрока {who:seat} один фол (straight.12.1).",
)
ON_TWO_FOULS: Final = phrase(
    "straight.on_two_fouls",
    "{who:seat} is on two fouls in a row and must be told (straight.12.3).",
    "У игрока {who:seat} два фола подряд, ему объявляют об этом (straight.12.3).",
)
THIRD_FOUL: Final = phrase(
    "straight.third_foul",
    "Third foul in a row: all balls are racked and {who:seat} breaks (straight.12.6).",
    "Третий фол подряд: все шары ставят заново, разбивает {who:seat} (straight.12.6).",
)
BREAK_FAILED: Final = phrase(
    "straight.break_failed",
    "{who:seat} may take the position or have the offender break again "
    "(straight.6.c2).",
    "{who:seat} может принять позицию или потребовать нового разбоя (straight.6.c2).",
)
DELIBERATE: Final = phrase(
    "straight.deliberate",
    "{who:seat} may play in hand behind the head string or have the offender break "
    "a full rack (straight.7.5.c2).",
    "{who:seat} может играть с руки из дома или потребовать разбоя полной пирамиды "
    "виновным (straight.7.5.c2).",
)
MAY_SPOT: Final = phrase(
    "straight.may_spot",
    "All object balls are behind the head string: {who:seat} may have the nearest "
    "({balls:balls}) put on the foot spot (straight.7.7.a).",
    "Все прицельные шары в доме: {who:seat} может попросить выставить ближний "
    "({balls:balls}) на заднюю отметку (straight.7.7.a).",
)
CHOOSES_BALL: Final = phrase(
    "straight.chooses_ball",
    "They are equally near: he names the one (straight.7.7.b).",
    "Они на равном расстоянии: он называет один (straight.7.7.b).",
)
RERACK: Final = phrase(
    "straight.rerack",
    "Play stops: {n} balls are racked, {who:seat} goes on ({clause}).",
    "Пауза: ставят пирамиду из шаров: {n}; продолжает {who:seat} ({clause}).",
)
TO_FOOT_SPOT: Final = phrase(
    "straight.to_foot_spot",
    "{ball:ball} goes on the foot spot ({clause}).",
    "{ball:ball} ставится на заднюю отметку ({clause}).",
)
TO_HEAD_SPOT: Final = phrase(
    "straight.to_head_spot",
    "{ball:ball} goes on the head spot ({clause}).",
    "{ball:ball} ставится на переднюю отметку ({clause}).",
)
TO_CENTER_SPOT: Final = phrase(
    "straight.to_center_spot",
    "{ball:ball} goes on the centre spot ({clause}).",
    "{ball:ball} ставится на центральную отметку ({clause}).",
)
CUE_BALL_IN_THE_WAY: Final = phrase(
    "straight.cue_ball_in_the_way",
    "The cue ball is in the way of the rack: in hand behind the head string "
    "({clause}).",
    "Биток мешает пирамиде: с руки из дома ({clause}).",
)
IS_IT_IN_THE_WAY: Final = phrase(
    "straight.is_it_in_the_way",
    "A ball lies within {mm} mm of the border of the rack, of the head spot or of "
    "the head string: which row of the table holds (straight.7.6)?",
    "Шар лежит ближе {mm} мм к границе пирамиды, передней отметки или линии: какая "
    "строка таблицы действует (straight.7.6)?",
)
WHERE_ARE_THEY: Final = phrase(
    "straight.where_are_they",
    "The last object ball or the cue ball was not seen at rest: is it in the way of "
    "the rack (straight.7.6)?",
    "Последний прицельный шар или биток не виден после удара: мешает ли он пирамиде "
    "(straight.7.6)?",
)
WAS_IT_CALLED: Final = phrase(
    "straight.was_it_called",
    "No call was entered: was one of {balls:balls} called into its pocket "
    "(straight.7.1.a)?",
    "Заказ не введён: был ли заказан в свою лузу один из шаров: {balls:balls} "
    "(straight.7.1.a)?",
)
FROZEN_FOR_HIM: Final = phrase(
    "straight.frozen_for_him",
    "For {who:seat} {ball:ball} now counts as frozen to {rail:rail} (straight.7.2.c).",
    "Для игрока {who:seat} {ball:ball} теперь считается прижатым: {rail:rail} "
    "(straight.7.2.c).",
)
GAME_WON: Final = phrase(
    "straight.game_won",
    "{who:seat} reaches {n} and wins (straight.1.5).",
    "{who:seat} набирает норму ({n}) и выигрывает (straight.1.5).",
)
NEW_LAG: Final = phrase(
    "straight.new_lag",
    "The position cannot be restored: a new rack, the break is lagged for, the "
    "score stays (pool.28.5).",
    "Позицию не восстановить: новая пирамида, разбой разыгрывается, счёт остаётся "
    "(pool.28.5).",
)
