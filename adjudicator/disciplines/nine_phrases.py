"""Sentences of 9-ball rulings that are no foul."""

from typing import Final

from adjudicator.wording import phrase

PUSH_OUT_ALLOWED: Final = phrase(
    "nine.push_out_allowed",
    "The next shot may be a push-out (nine.4.1).",
    "Следующий удар может быть пуш-аутом (nine.4.1).",
)
PUSH_OUT_DONE: Final = phrase(
    "nine.push_out_done",
    "Push-out: no contact and no rail were needed (nine.5.2).",
    "Пуш-аут: касание шара и борта не требуется (nine.5.2).",
)
PUSH_OUT_VOID: Final = phrase(
    "nine.push_out_void",
    "The push-out was not available: an ordinary shot (nine.5.1).",
    "Пуш-аут не разрешён: удар обычный (nine.5.1).",
)
MAY_PASS_BACK: Final = phrase(
    "nine.may_pass_back",
    "{who:seat} may play or pass the shot back (nine.5.5).",
    "{who:seat} может играть или вернуть удар (nine.5.5).",
)
ON_TWO_FOULS: Final = phrase(
    "nine.on_two_fouls",
    "{who:seat} is on two fouls in a row: warn before the next shot (nine.11.3).",
    "У игрока {who:seat} два фола подряд: предупредить до удара (nine.11.3).",
)
NO_WARNING: Final = phrase(
    "nine.no_warning",
    "Third foul in a row without a warning: no loss, the count stays two (nine.11.3).",
    "Третий фол подряд без предупреждения: партия не проиграна, счёт фолов "
    "остаётся два (nine.11.3).",
)
