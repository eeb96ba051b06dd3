"""Sentences of Bonus Ball rulings that are no foul."""

from typing import Final

from adjudicator.wording import phrase

SCORED: Final = phrase(
    "bonus.scored",
    "{ball:ball} counts, points: {n} (bonus.3.9).",
    "Засчитан {ball:ball}, очков: {n} (bonus.3.9).",
)
CALLED_BONUS: Final = phrase(
    "bonus.called_bonus",
    "The called Bonus counts, points: 3 (bonus.3.15).",
    "Заказанный Бонус засчитан, очков: 3 (bonus.3.15).",
)
NOT_COUNTED: Final = phrase(
    "bonus.not_counted",
    "Not counted: {balls:balls} ({clause}).",
    "Не засчитаны: {balls:balls} ({clause}).",
)
ON_PURPLE: Final = phrase(
    "bonus.on_purple",
    "Purple is on for {who:seat}.",
    "Очередной шар, {who:seat}: фиолетовый.",
)
ON_ORANGE: Final = phrase(
    "bonus.on_orange",
    "Orange is on for {who:seat}.",
    "Очередной шар, {who:seat}: оранжевый.",
)
ON_BONUS: Final = phrase(
    "bonus.on_bonus",
    "The Bonus is on for {who:seat}, one attempt (bonus.0.6).",
    "Очередной шар, {who:seat}: Бонус, одна попытка (bonus.0.6).",
)
GUESSED: Final = phrase(
    "bonus.guessed",
    "It is not known which colour was on for {who:seat}: taken from the ball hit "
    "first.",
    "Неизвестно, какой шар был очередным ({who:seat}): принят первый задетый.",
)
WAS_IT_CALLED: Final = phrase(
    "bonus.was_it_called",
    "No call was entered: was {ball:ball} called into that pocket (bonus.5.4)?",
    "Заказ не введён: был ли заказан {ball:ball} в эту лузу (bonus.5.4)?",
)
SAFETY_VOID: Final = phrase(
    "bonus.safety_void",
    "A safety was declared, but the ball was made: {who:seat} must go on (bonus.5.9).",
    "Объявлен отыгрыш, но шар забит: {who:seat} обязан продолжать (bonus.5.9).",
)
NO_EXTENSION: Final = phrase(
    "bonus.no_extension",
    "This game knows no extension of the shot clock (bonus.7.5).",
    "Продления времени на удар в этой игре нет (bonus.7.5).",
)
BREAK_DONE: Final = phrase(
    "bonus.break_done",
    "A good break: {who:seat} goes on (bonus.2.4).",
    "Разбой правильный: {who:seat} продолжает (bonus.2.4).",
)
RERACK: Final = phrase(
    "bonus.rerack",
    "The balls are racked again, {who:seat} breaks ({clause}).",
    "Новая пирамида, разбивает {who:seat} ({clause}).",
)
BROKEN_OUTSIDE: Final = phrase(
    "bonus.broken_outside",
    "{t:s}: the break was not played from behind the head string; nobody had warned "
    "(bonus.2.5).",
    "{t:s}: разбой сыгран не из-за передней линии, предупреждения не было (bonus.2.5).",
)
TIME_OVER: Final = phrase(
    "bonus.time_over",
    "The playing time is over: {who:seat} finishes the inning (bonus.5.17).",
    "Время игры вышло: {who:seat} доигрывает подход (bonus.5.17).",
)
ADDITIONAL: Final = phrase(
    "bonus.additional",
    "The playing time is over and nobody has reached the target: an additional round, "
    "{who:seat} leads and breaks (bonus.8.1).",
    "Время игры вышло, нужных очков нет: дополнительный раунд, впереди и разбивает "
    "{who:seat} (bonus.8.1).",
)
TIED: Final = phrase(
    "bonus.tied",
    "The points are equal: a lag decides who breaks in an additional round ({clause}).",
    "Очки равны: разбой дополнительного раунда решает раскат ({clause}).",
)
ASK_ORGANISER: Final = phrase(
    "bonus.ask_organiser",
    "The points are equal: how does the organiser decide ({clause})?",
    "Очки равны: как решает организатор ({clause})?",
)
SECOND_INNING: Final = phrase(
    "bonus.second_inning",
    "{who:seat} may take the position or break a new rack (bonus.8.4).",
    "{who:seat} может принять позицию или разбить новую пирамиду (bonus.8.4).",
)
BREAKS: Final = phrase(
    "bonus.breaks",
    "{who:seat} breaks (bonus.1.1).",
    "Разбивает {who:seat} (bonus.1.1).",
)
WINS: Final = phrase(
    "bonus.wins",
    "{who:seat} wins the match ({clause}).",
    "{who:seat} выигрывает матч ({clause}).",
)
POINTS_LOST: Final = phrase(
    "bonus.points_lost",
    "Points of {who:seat} not written down in time are lost: {n} (bonus.3.6).",
    "Незаписанные очки пропали, {who:seat}: {n} (bonus.3.6).",
)
NOT_NINE: Final = phrase(
    "bonus.not_nine",
    "Only {n} object balls were on the table after the break, not nine (bonus.2.3).",
    "После разбоя на столе прицельных шаров: {n}, а не девять (bonus.2.3).",
)
RACK_SET: Final = phrase(
    "bonus.rack_set",
    "The rack was not set as the rules ask ({clause}).",
    "Пирамида поставлена не по правилам ({clause}).",
)
