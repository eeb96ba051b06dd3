"""Sentences of 8-ball rulings that are no foul."""

from typing import Final

from adjudicator.wording import phrase

OPEN: Final = phrase(
    "eight.open",
    "The table is open (eight.6.1).",
    "Стол открыт (eight.6.1).",
)
SOLIDS: Final = phrase(
    "eight.solids",
    "{who:seat} has the solids (eight.7.3).",
    "{who:seat} играет сплошные (eight.7.3).",
)
STRIPES: Final = phrase(
    "eight.stripes",
    "{who:seat} has the stripes (eight.7.3).",
    "{who:seat} играет полосатые (eight.7.3).",
)
EIGHT_FIRST: Final = phrase(
    "eight.eight_first",
    "{t:s}: the 8 was hit first on an open table, nothing counts (eight.6.4).",
    "{t:s}: на открытом столе первой задета 8, ничего не засчитано (eight.6.4).",
)
NOT_AS_CALLED: Final = phrase(
    "eight.not_as_called",
    "Not as called, in a pocket all the same: {balls:balls} (eight.12.2).",
    "Не по заказу, остаётся в лузе: {balls:balls} (eight.12.2).",
)
NOT_OWN: Final = phrase(
    "eight.not_own",
    "Of the other group: {balls:balls}; nothing own was pocketed as called "
    "(eight.10.1).",
    "Чужой группы: {balls:balls}; своего по заказу не забито (eight.10.1).",
)
SAFETY: Final = phrase(
    "eight.safety",
    "Safety: the inning ends, balls pocketed stay down (eight.9.5).",
    "Отыгрыш: подход окончен, забитые остаются в лузах (eight.9.5).",
)
WAS_IT_CALLED: Final = phrase(
    "eight.was_it_called",
    "No call was entered: was {ball:ball} called into that pocket (eight.2.3)?",
    "Заказ не введён: был ли заказан {ball:ball} в эту лузу (eight.2.3)?",
)
EIGHT_ON_BREAK: Final = phrase(
    "eight.eight_on_break",
    "The 8 fell on the break: {who:seat} may have it spotted or break again "
    "({clause}).",
    "8 упала с разбоя: {who:seat} может выставить её или разбить заново ({clause}).",
)
BREAK_FAILED: Final = phrase(
    "eight.break_failed",
    "{who:seat} may take the position or have the balls racked again (eight.5.a).",
    "{who:seat} может принять позицию или потребовать новую пирамиду (eight.5.a).",
)
BREAK_JUMPED: Final = phrase(
    "eight.break_jumped",
    "{who:seat} may take the position or the cue ball in hand behind the head string "
    "(eight.5.f).",
    "{who:seat} может принять позицию или играть с руки из-за передней линии "
    "(eight.5.f).",
)
ON_EIGHT: Final = phrase(
    "eight.on_eight",
    "{who:seat} plays the 8 (eight.10.2).",
    "{who:seat} играет 8 (eight.10.2).",
)
EIGHT_BACK: Final = phrase(
    "eight.eight_back",
    "The 8 does not lose by the agreed reading and is spotted (eight.15.0).",
    "По принятому толкованию 8 не проигрывает и выставляется (eight.15.0).",
)
STALEMATE_NEAR: Final = phrase(
    "eight.stalemate_near",
    "Each player has fouled three times in turn: the referee may rule a stalemate "
    "(eight.16.1).",
    "У каждого игрока по три фола подряд: судья может объявить пат (eight.16.1).",
)
STALEMATE: Final = phrase(
    "eight.stalemate",
    "Stalemate: the rack is played again, {who:seat} breaks (eight.16.1).",
    "Пат: партия переигрывается, разбивает {who:seat} (eight.16.1).",
)
