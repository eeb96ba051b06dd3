"""Sentences that several disciplines use, and that are no foul."""

from typing import Final

from adjudicator.wording import phrase

POCKETED: Final = phrase(
    "pocketed",
    "{balls:balls} pocketed.",
    "Забито: {balls:balls}.",
)
DRY: Final = phrase(
    "dry",
    "Nothing pocketed.",
    "Ничего не забито.",
)
CONTINUES: Final = phrase(
    "continues",
    "{who:seat} continues.",
    "{who:seat} продолжает.",
)
COMES_TO_TABLE: Final = phrase(
    "comes_to_table",
    "{who:seat} shoots from the position.",
    "{who:seat} играет с позиции.",
)
IN_HAND: Final = phrase(
    "in_hand",
    "{who:seat} has the cue ball in hand.",
    "{who:seat} играет с руки.",
)
BEHIND_HEAD_STRING: Final = phrase(
    "behind_head_string",
    "{who:seat} has the cue ball in hand behind the head string.",
    "{who:seat} играет с руки из-за передней линии.",
)
STAYS_DOWN: Final = phrase(
    "stays_down",
    "In a pocket, not counted: {balls:balls}.",
    "В лузе, без зачёта: {balls:balls}.",
)
SPOTTED: Final = phrase(
    "spotted",
    "{ball:ball} is spotted.",
    "Выставляется {ball:ball}.",
)
NOT_PUT_BACK: Final = phrase(
    "not_put_back",
    "{ball:ball} was to be spotted and is not on the table ({clause}).",
    "{ball:ball} не выставлен ({clause}).",
)
OFF_ITS_PLACE: Final = phrase(
    "off_its_place",
    "{ball:ball} was spotted {mm} mm off its place ({clause}).",
    "{ball:ball} выставлен в {mm} мм от своего места ({clause}).",
)
OUT: Final = phrase(
    "out",
    "Off the table, not spotted: {balls:balls} ({clause}).",
    "За бортом, не выставляется: {balls:balls} ({clause}).",
)
RACK_WON: Final = phrase(
    "rack_won",
    "{who:seat} wins the rack ({clause}).",
    "{who:seat} выигрывает партию ({clause}).",
)
MATCH_WON: Final = phrase(
    "match_won",
    "{who:seat} wins the match.",
    "{who:seat} выигрывает матч.",
)
REPLAYED: Final = phrase(
    "replayed",
    "{ball:ball} moved by itself during the shot: restore the position, the shot "
    "is repeated ({clause}).",
    "{ball:ball} сдвинулся сам во время удара: восстановить позицию, удар "
    "повторяется ({clause}).",
)
ANNULLED: Final = phrase(
    "annulled",
    "The shot is annulled and played again.",
    "Удар аннулирован и повторяется.",
)
RESTORED: Final = phrase(
    "restored",
    "{ball:ball} hung {t:s} and fell by itself: put it back ({clause}).",
    "{ball:ball} висел {t:s} и упал сам: вернуть на место ({clause}).",
)
LAG_WON: Final = phrase(
    "lag_won",
    "{who:seat} wins the lag (pool.5.b).",
    "{who:seat} выигрывает раскат (pool.5.b).",
)
LAG_LOST: Final = phrase(
    "lag_lost",
    "The lag of {who:seat} is lost ({clause}).",
    "Раскат игрока {who:seat} проигран ({clause}).",
)
LAG_REPEATED: Final = phrase(
    "lag_repeated",
    "The lag is repeated (pool.5.d).",
    "Раскат повторяется (pool.5.d).",
)
BREAK_OR_CEDE: Final = phrase(
    "break_or_cede",
    "{who:seat} may break or cede the break (pool.6.b).",
    "{who:seat} может разбивать или уступить разбой (pool.6.b).",
)
SPLIT_HIT: Final = phrase(
    "split_hit",
    "{t:s}: the cue ball hit {first:ball} and {second:ball} too close together to "
    "tell which was first.",
    "{t:s}: биток коснулся {first:ball} и {second:ball} почти одновременно, "
    "порядок не различим.",
)
CONFIRM: Final = phrase(
    "confirm",
    "Confirm or dismiss a foul under {clause}.",
    "Подтвердить или отклонить фол по {clause}.",
)
OVERRULED: Final = phrase(
    "overruled",
    "Ruling of the referee.",
    "Решение судьи.",
)
CUE_BALL_ON_LINE: Final = phrase(
    "cue_ball_on_line",
    "{t:s}: the cue ball was played from outside the kitchen; nobody had warned "
    "(pool.14.3).",
    "{t:s}: биток сыгран не из дома, предупреждения не было (pool.14.3).",
)
LAYOUT_EXTRA: Final = phrase(
    "layout_extra",
    "Layout differs: {balls:balls} should not be on the table; taken as seen.",
    "Расстановка отличается: лишние на столе: {balls:balls}; принято увиденное.",
)
LAYOUT_MISSING: Final = phrase(
    "layout_missing",
    "Layout differs: {balls:balls} should be on the table and cannot be seen; taken "
    "as seen.",
    "Расстановка отличается: не видны на столе: {balls:balls}; принято увиденное.",
)
LAYOUT_UNKNOWN: Final = phrase(
    "layout_unknown",
    "Layout differs: more unknown balls than are missing ({n}).",
    "Расстановка отличается: неизвестных шаров больше, чем не хватает ({n}).",
)
LAYOUT_RACKED: Final = phrase(
    "layout_racked",
    "Layout differs: the balls were racked again; taken as the break of a new rack.",
    "Расстановка отличается: шары собраны заново; принято за разбой новой партии.",
)
LAYOUT_SCATTERED: Final = phrase(
    "layout_scattered",
    "Layout differs: the balls were not racked for the break; taken as play from the "
    "position.",
    "Расстановка отличается: шары для разбоя не собраны; принята игра с позиции.",
)
NOT_JUDGED: Final = phrase(
    "not_judged",
    "The rules cannot be applied to this shot: {reason}.",
    "К удару нельзя применить правила: {reason}.",
)
CHOICE_VOID: Final = phrase(
    "choice_void",
    "The choice entered after this shot cannot be taken: {reason}.",
    "Введённый после удара выбор невозможен: {reason}.",
)
UNKNOWN_BALL: Final = phrase(
    "unknown_ball",
    "Which ball is {ball:ball}? The ruling depends on it.",
    "Какой это шар: {ball:ball}? От этого зависит решение.",
)
MISTAKEN_BALL: Final = phrase(
    "mistaken_ball",
    "Is what was taken for {ball:ball} really {other:ball}?",
    "Не {other:ball} ли то, что принято за {ball:ball}?",
)
UNCERTAIN: Final = phrase(
    "uncertain",
    "The ruling is sure to {percent} % only; a person must decide.",
    "Решение верно лишь на {percent} %; решает человек.",
)
OTHERWISE: Final = phrase(
    "otherwise",
    "Otherwise: {en}",
    "Иначе: {ru}",
)
DID_TOUCH: Final = phrase(
    "did_touch",
    "{t:s}: did {one:ball} and {other:ball} touch ({percent} %)?",
    "{t:s}: было ли касание: {one:ball} и {other:ball} ({percent} %)?",
)
DID_REACH: Final = phrase(
    "did_reach",
    "{t:s}: did {ball:ball} reach {rail:rail} ({percent} %)?",
    "{t:s}: было ли касание борта: {ball:ball}, {rail:rail} ({percent} %)?",
)
DID_DROP: Final = phrase(
    "did_drop",
    "{t:s}: did {ball:ball} fall into {pocket:pocket} ({percent} %)?",
    "{t:s}: было ли падение в лузу: {ball:ball}, {pocket:pocket} ({percent} %)?",
)
DID_LEAVE: Final = phrase(
    "did_leave",
    "{t:s}: did {ball:ball} leave the table ({percent} %)?",
    "{t:s}: был ли за бортом {ball:ball} ({percent} %)?",
)
DID_HAPPEN: Final = phrase(
    "did_happen",
    "{t:s}: look at {ball:ball}, the ruling depends on it ({percent} %).",
    "{t:s}: проверить: {ball:ball}, от этого зависит решение ({percent} %).",
)
NOT_SEEN: Final = phrase(
    "not_seen",
    "{t:s} to {t_to:s} was not seen ({why:why}), and the ruling depends on it.",
    "{t:s} - {t_to:s}: не видно ({why:why}), от этого зависит решение.",
)
RACK_APEX: Final = phrase(
    "rack_apex",
    "The rack stood {mm} mm off the foot spot (pool.2.1).",
    "Пирамида стояла в {mm} мм от задней отметки (pool.2.1).",
)
RACK_LOOSE: Final = phrase(
    "rack_loose",
    "The rack was not tight, a gap of {mm} mm (pool.2.2).",
    "Пирамида собрана неплотно, зазор {mm} мм (pool.2.2).",
)
RACK_ORDER: Final = phrase(
    "rack_order",
    "A ball of the rack was in the wrong place ({clause}).",
    "Шар пирамиды стоял не на своём месте ({clause}).",
)
PLACED_TOUCHING: Final = phrase(
    "placed_touching",
    "The cue ball in hand was placed touching {ball:ball} (nine.9.1).",
    "Биток с руки поставлен вплотную: {ball:ball} (nine.9.1).",
)
RACK_REPLAYED: Final = phrase(
    "rack_replayed",
    "The position cannot be restored: the rack is played again ({clause}).",
    "Позицию не восстановить: партия переигрывается ({clause}).",
)
LOSS_RULED: Final = phrase(
    "loss_ruled",
    "The referee charged player {loser} with the loss of the rack.",
    "Судья объявил проигрыш партии игроку {loser}.",
)
