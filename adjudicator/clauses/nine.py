"""Titles of the 9-ball rules."""

from typing import Final

TITLES: Final[dict[str, tuple[str, str]]] = {
    "nine.0": ("General rules apply", "Действуют общие правила"),
    "nine.1.1": ("Nine object balls", "Девять прицельных шаров"),
    "nine.1.2": ("Lowest ball first", "Первым младший шар"),
    "nine.1.3": ("Pocketed in any order", "Забивать в любом порядке"),
    "nine.1.4": (
        "Continue until a miss, a foul or the win",
        "Играть до промаха, фола или выигрыша",
    ),
    "nine.1.5": (
        "Miss: opponent takes the position",
        "Промах: соперник играет с позиции",
    ),
    "nine.1.6": ("Foul: in hand anywhere", "Фол: с руки с любого места"),
    "nine.1.7": ("Nothing is called", "Заказа нет"),
    "nine.1.8": ("Match to a number of racks", "Матч до числа партий"),
    "nine.2.1": ("Diamond, 1 in front, 9 in the middle", "Ромб: 1 впереди, 9 в центре"),
    "nine.3.0": (
        "The break is an ordinary shot but for its own rules",
        "Разбой: обычный удар со своими условиями",
    ),
    "nine.3.1": (
        "Break without a ball or four to a rail",
        "Разбой без шара и без четырёх шаров у борта",
    ),
    "nine.3.2": ("Foul on the break", "Фол на разбое"),
    "nine.3.3": ("Object ball off the table on the break", "Шар за бортом на разбое"),
    "nine.3.4": (
        "Off on the break: only the 9 returns",
        "За бортом на разбое: возвращается только 9",
    ),
    "nine.4.1": ("Push-out on the shot after the break", "Пуш-аут сразу после разбоя"),
    "nine.4.2": (
        "Ball on the break: breaker continues",
        "Шар с разбоя: разбивающий продолжает",
    ),
    "nine.4.3": (
        "Miss or foul: inning of the opponent",
        "Промах или фол: подход соперника",
    ),
    "nine.4.4": ("How a rack ends", "Чем кончается партия"),
    "nine.5.1": ("Who may push out, and when", "Кто и когда может сыграть пуш-аут"),
    "nine.5.2": (
        "Push-out needs no contact and no rail",
        "Пуш-аут: ни касания, ни борта не нужно",
    ),
    "nine.5.3": (
        "A push-out is declared before the shot",
        "Пуш-аут объявляют до удара",
    ),
    "nine.5.4": ("Balls pocketed on a push-out", "Шары, упавшие на пуш-ауте"),
    "nine.5.5": (
        "After a push-out: play or pass back",
        "После пуш-аута: играть или вернуть",
    ),
    "nine.5.6": (
        "No push-out after a scratch on the break",
        "Нет пуш-аута после битка в лузе на разбое",
    ),
    "nine.6.1": (
        "Foul ends the inning, only the 9 returns",
        "Фол завершает подход, возвращается только 9",
    ),
    "nine.6.2": ("Opponent has the cue ball in hand", "Соперник играет с руки"),
    "nine.6.3": (
        "Several violations count once",
        "Несколько нарушений считаются за одно",
    ),
    "nine.7": ("Lowest ball not hit first", "Первым задет не младший шар"),
    "nine.8": ("No rail after contact", "Нет борта после касания"),
    "nine.9.1": (
        "In hand anywhere, touching no ball",
        "С руки где угодно, не касаясь шаров",
    ),
    "nine.9.2": ("The placement may be changed", "Место битка можно менять"),
    "nine.10.1": ("Jumped ball", "Выскочивший шар"),
    "nine.10.2": ("Object ball driven off the table", "Шар выбит за борт"),
    "nine.10.3": (
        "Jumped balls stay out, the 9 returns",
        "Выскочившие не выставляются, 9 выставляется",
    ),
    "nine.11.1": (
        "Third foul in a row loses the rack",
        "Третий фол подряд проигрывает партию",
    ),
    "nine.11.2": ("The three fouls fall in one rack", "Три фола в одной партии"),
    "nine.11.3": ("Warning after the second foul", "Предупреждение после второго фола"),
    "nine.12": ("Inning", "Подход"),
    "nine.13.1": (
        "The rack starts past the head string",
        "Партия началась после передней линии",
    ),
    "nine.13.2": ("The 1 must be hit on the break", "На разбое нужно задеть 1"),
    "nine.13.3": ("When the rack is over", "Когда партия окончена"),
}
"""English and Russian title of each clause."""
