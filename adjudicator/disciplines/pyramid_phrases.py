"""Sentences of the pyramid rulings that are no foul."""

from typing import Final

from adjudicator.wording import phrase

COMPLETED: Final = phrase(
    "pyramid.completed",
    "{t:s}: the shot was completed ({clause}).",
    "{t:s}: удар правильно завершён ({clause}).",
)
BROKEN: Final = phrase(
    "pyramid.broken",
    "{t:s}: the break became legal ({clause}).",
    "{t:s}: разбой стал правильным ({clause}).",
)
BREAK_FAILED: Final = phrase(
    "pyramid.break_failed",
    "No ball dropped, none reached two rails and none came from a rail over the "
    "centre line (pyramid.12.1.a).",
    "Ни один шар не упал, не дошёл до двух бортов и не пересёк центральную линию "
    "после борта (pyramid.12.1.a).",
)
WRONG_BREAK_BALL: Final = phrase(
    "pyramid.wrong_break_ball",
    "The break was played with {ball:ball}, not with the coloured ball (pyramid.11.2).",
    "Разбой сыгран не цветным шаром, а другим: {ball:ball} (pyramid.11.2).",
)
NOT_CORRECTED: Final = phrase(
    "pyramid.not_corrected",
    "The ball stood {mm} mm over the house line, and the player had been warned "
    "(pyramid.11.3.d).",
    "Биток стоял на {mm} мм за линией дома, игрок был предупреждён (pyramid.11.3.d).",
)
NOT_WARNED: Final = phrase(
    "pyramid.not_warned",
    "The ball stood {mm} mm over the house line; nobody had warned, it is in play "
    "(pyramid.11.3.c).",
    "Биток стоял на {mm} мм за линией дома; предупреждения не было, он введён в игру "
    "правильно (pyramid.11.3.c).",
)
SCORED: Final = phrase(
    "pyramid.scored",
    "Counted for {who:seat}: {balls:balls} ({clause}).",
    "Засчитано, {who:seat}: {balls:balls} ({clause}).",
)
PAID: Final = phrase(
    "pyramid.paid",
    "Spotted for what {who:seat} owed: {balls:balls} (pyramid.2.2).",
    "В счёт долга выставляются, {who:seat}: {balls:balls} (pyramid.2.2).",
)
VOID: Final = phrase(
    "pyramid.void",
    "Not counted, to be spotted: {balls:balls} (pyramid.21.4).",
    "Не засчитываются и выставляются: {balls:balls} (pyramid.21.4).",
)
JUMPED: Final = phrase(
    "pyramid.jumped",
    "Off the table, to be spotted: {balls:balls} (pyramid.22bis.4).",
    "Выскочили и выставляются: {balls:balls} (pyramid.22bis.4).",
)
GIVES_BACK: Final = phrase(
    "pyramid.gives_back",
    "{who:seat} gives one ball back, it is spotted (pyramid.2.1).",
    "Штрафной шар, {who:seat}: один шар с полки выставляется (pyramid.2.1).",
)
OWES: Final = phrase(
    "pyramid.owes",
    "{who:seat} has no ball to give back and owes {n} (pyramid.2.2).",
    "Шаров на полке нет, {who:seat} в долгу, шаров: {n} (pyramid.2.2).",
)
MAY_PASS: Final = phrase(
    "pyramid.may_pass",
    "{who:seat} may play or make {other:seat} play (pyramid.6.1, pyramid.6.2).",
    "{who:seat} может играть сам или заставить играть соперника ({other:seat}; "
    "pyramid.6.1, pyramid.6.2).",
)
MAY_RERACK: Final = phrase(
    "pyramid.may_rerack",
    "{who:seat} may play, make {other:seat} play, or have the balls racked and break "
    "or make {other:seat} break (pyramid.12.2.1 to 12.2.4).",
    "{who:seat} может играть, заставить играть соперника ({other:seat}), либо собрать "
    "шары и разбить или заставить разбить его (pyramid.12.2.1 - 12.2.4).",
)
DOUBLE_KISS: Final = phrase(
    "pyramid.double_kiss",
    "{t:s}: did {ball:ball} come back from its rail and hit the cue ball a second time "
    "(pyramid.20.n2)?",
    "{t:s}: было ли второе соударение с битком, {ball:ball} от своего борта "
    "(pyramid.20.n2)?",
)
WHICH_FIRST: Final = phrase(
    "pyramid.which_first",
    "{t:s}: two events too close together to tell which was first; the shot is legal "
    "or not by their order (pyramid.20.n1).",
    "{t:s}: порядок двух событий не различим, а от него зависит, правилен ли удар "
    "(pyramid.20.n1).",
)
NOT_SPOTTED: Final = phrase(
    "pyramid.not_spotted",
    "The shot was played before all balls stood where they were to be spotted "
    "(pyramid.23.1).",
    "Удар сделан, пока не все шары выставлены на место (pyramid.23.1).",
)
SPOTTED_TOUCHING: Final = phrase(
    "pyramid.spotted_touching",
    "{one:ball} was spotted touching {other:ball} (pyramid.23.2.b).",
    "{one:ball} выставлен вплотную: {other:ball} (pyramid.23.2.b).",
)
HIT_IF_NOT_FALLEN: Final = phrase(
    "pyramid.hit_if_not_fallen",
    "{t:s}: {ball:ball} fell by itself just before it would have been hit: restore the "
    "position, the shot is repeated (pyramid.22.2).",
    "{t:s}: {ball:ball} упал сам и был бы неизбежно задет: восстановить позицию, удар "
    "повторяется (pyramid.22.2).",
)
WAS_IT_INEVITABLE: Final = phrase(
    "pyramid.was_it_inevitable",
    "{t:s}: would {ball:ball} inevitably have been hit (pyramid.22.2)?",
    "{t:s}: был бы неизбежно задет {ball:ball} (pyramid.22.2)?",
)
DISTURBED: Final = phrase(
    "pyramid.disturbed",
    "Disturbed from outside: restore the position, no penalty (pyramid.25.1).",
    "Помеха со стороны: восстановить позицию, штрафа нет (pyramid.25.1).",
)
POSITION_LOST: Final = phrase(
    "pyramid.position_lost",
    "The position cannot be restored: the coloured ball in the house, {n} numbered "
    "balls racked, a lag for the break, the score stands (pyramid.25.3).",
    "Позицию не восстановить: цветной шар в дом, пронумерованных шаров в пирамиду: "
    "{n}, разбой по розыгрышу, счёт сохраняется (pyramid.25.3).",
)
LIMIT: Final = phrase(
    "pyramid.limit",
    "Both players have 45 s for each shot from now on (pyramid.24.1).",
    "Отныне у обоих игроков 45 с на подготовку удара (pyramid.24.1).",
)
EXTENDED: Final = phrase(
    "pyramid.extended",
    "{who:seat} extended the limit to 90 s (pyramid.24.8).",
    "Продление до 90 с, {who:seat} (pyramid.24.8).",
)
NO_EXTENSION: Final = phrase(
    "pyramid.no_extension",
    "{who:seat} had no extension left (pyramid.24.8).",
    "Продлений больше нет, {who:seat} (pyramid.24.8).",
)
RACK_OFF_SPOT: Final = phrase(
    "pyramid.rack_off_spot",
    "The apex stood {mm} mm off the foot spot (pyramid.8.1).",
    "Вершина пирамиды в {mm} мм от задней отметки (pyramid.8.1).",
)
RACK_NOT_TIGHT: Final = phrase(
    "pyramid.rack_not_tight",
    "The rack had a gap of {mm} mm (pyramid.8.1).",
    "В пирамиде зазор {mm} мм (pyramid.8.1).",
)
COLORED_IN_RACK: Final = phrase(
    "pyramid.colored_in_rack",
    "The coloured ball stood in the rack, not in the house (pyramid.8.2).",
    "Цветной шар стоял в пирамиде, а не в доме (pyramid.8.2).",
)
LAG_WON: Final = phrase(
    "pyramid.lag_won",
    "{who:seat} wins the lag (pyramid.7.1.b).",
    "{who:seat} выигрывает розыгрыш (pyramid.7.1.b).",
)
LAG_REPEATED: Final = phrase(
    "pyramid.lag_repeated",
    "The lag is repeated (pyramid.7.3).",
    "Розыгрыш повторяется (pyramid.7.3).",
)
BREAK_OR_CEDE: Final = phrase(
    "pyramid.break_or_cede",
    "{who:seat} may break or cede the break (pyramid.7.4.1, pyramid.7.4.2).",
    "{who:seat} может разбивать или уступить разбой (pyramid.7.4.1, pyramid.7.4.2).",
)
