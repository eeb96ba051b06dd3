"""Titles of the 14.1 continuous rules."""

from typing import Final

TITLES: Final[dict[str, tuple[str, str]]] = {
    "straight.0": ("General rules apply", "Действуют общие правила"),
    "straight.1.1": ("Ball and pocket are called", "Заказ шара и лузы"),
    "straight.1.2": (
        "Called ball: a point and the next shot",
        "Заказанный шар: очко и следующий удар",
    ),
    "straight.1.3": (
        "Fourteen racked again, the apex left free",
        "Новая пирамида из 14 шаров без вершины",
    ),
    "straight.1.4": ("What the break ball is for", "Зачем нужен пятнадцатый шар"),
    "straight.1.5": ("First to the target wins", "Побеждает первый набравший норму"),
    "straight.2": ("Two players or teams", "Два игрока или две команды"),
    "straight.3": ("Fifteen object balls", "Пятнадцать прицельных шаров"),
    "straight.4": (
        "Rack: 1 in the right, 5 in the left corner",
        "Пирамида: 1 в правом углу, 5 в левом",
    ),
    "straight.5": ("A point for each ball", "Очко за каждый шар"),
    "straight.6.1": (
        "Legal break by a called ball",
        "Правильный разбой заказанным шаром",
    ),
    "straight.6.2": (
        "Legal break: cue ball and two balls to a rail",
        "Правильный разбой: биток и два шара у борта",
    ),
    "straight.6.a": ("Illegal opening break", "Неправильный начальный разбой"),
    "straight.6.b": ("Illegal break: minus two", "Неправильный разбой: минус два"),
    "straight.6.c1": (
        "Illegal break: the position may be taken",
        "Неправильный разбой: можно принять позицию",
    ),
    "straight.6.c2": (
        "Illegal break: a new break may be asked for",
        "Неправильный разбой: можно потребовать новый",
    ),
    "straight.6.d": (
        "Until legal or accepted",
        "До правильного разбоя или согласия соперника",
    ),
    "straight.6.e": (
        "Illegal breaks are no part of three fouls",
        "Неправильный разбой не входит в три фола",
    ),
    "straight.6.f": (
        "Scratch on a legal break: minus one, foul counted",
        "Потеря битка на правильном разбое: минус один и фол",
    ),
    "straight.6.g": (
        "Scratch on a legal break: in hand behind the head string",
        "Потеря битка на разбое: с руки из дома",
    ),
    "straight.7.1.a": (
        "Any ball next, each shot called",
        "Дальше любой шар, каждый удар с заказом",
    ),
    "straight.7.1.b": (
        "A call names ball and pocket only",
        "В заказе только шар и луза",
    ),
    "straight.7.1.c": ("Extra balls count", "Попутные шары засчитываются"),
    "straight.7.2.1": ("A ball pocketed after contact", "После касания забит шар"),
    "straight.7.2.2": (
        "Or a rail reached after contact",
        "Или после касания достигнут борт",
    ),
    "straight.7.2.a": (
        "No ball pocketed and no rail reached",
        "Шар не забит и борт не достигнут",
    ),
    "straight.7.2.b": (
        "Two safeties off a ball near a rail",
        "Два отыгрыша шаром у ближнего борта",
    ),
    "straight.7.2.c": (
        "Then the ball counts as frozen",
        "Затем шар считается прижатым к борту",
    ),
    "straight.7.2.d": (
        "After a foul one such safety",
        "После фола один такой отыгрыш",
    ),
    "straight.7.2.e": (
        "A safety and a foul use up both",
        "Отыгрыш и фол исчерпывают оба",
    ),
    "straight.7.2.f": (
        "After two fouls none at all",
        "После двух фолов ни одного",
    ),
    "straight.7.2.g": (
        "Breach on two fouls is the third",
        "Нарушение при двух фолах считается третьим",
    ),
    "straight.7.2.h": (
        "Third foul: the offender breaks a new rack",
        "Третий фол: виновный разбивает новую пирамиду",
    ),
    "straight.7.3.a": (
        "Fourteen down: play stops for the rack",
        "Забито 14: пауза для новой пирамиды",
    ),
    "straight.7.3.b": ("The same player goes on", "Продолжает тот же игрок"),
    "straight.7.3.c": ("Any ball of the new rack", "Можно играть любой шар"),
    "straight.7.3.d": (
        "Fifteenth down with the fourteenth",
        "Пятнадцатый упал вместе с четырнадцатым",
    ),
    "straight.7.4.a": ("Safety may be declared", "Можно объявить отыгрыш"),
    "straight.7.4.b": (
        "A safety keeps the rules of a shot",
        "Отыгрыш подчиняется правилам удара",
    ),
    "straight.7.4.c": (
        "Safety: the inning ends, balls return",
        "Отыгрыш: конец серии, шары выставляются",
    ),
    "straight.7.5.a": (
        "Deliberate touch of a moving ball",
        "Умышленное касание движущегося шара",
    ),
    "straight.7.5.b": (
        "Deliberate foul: minus sixteen",
        "Умышленный фол: минус шестнадцать",
    ),
    "straight.7.5.c1": (
        "Deliberate foul: in hand behind the head string",
        "Умышленный фол: с руки из дома",
    ),
    "straight.7.5.c2": (
        "Deliberate foul: or the offender breaks anew",
        "Умышленный фол: или виновный разбивает заново",
    ),
    "straight.7.6": (
        "Balls in the way of the new rack",
        "Шары мешают новой пирамиде",
    ),
    "straight.7.7.a": (
        "All behind the head string: nearest spotted",
        "Все шары в доме: ближний на отметку",
    ),
    "straight.7.7.b": ("Equally near: his choice", "Равно близкие: по выбору игрока"),
    "straight.7.T.1a": (
        "Both in the rack area",
        "Оба в зоне пирамиды",
    ),
    "straight.7.T.1b": (
        "15th in the rack area, cue ball clear",
        "15-й в зоне пирамиды, биток в стороне",
    ),
    "straight.7.T.1c": (
        "15th in the rack area, cue ball on the head spot",
        "15-й в зоне пирамиды, биток на передней отметке",
    ),
    "straight.7.T.2a": (
        "15th pocketed, cue ball in the rack area",
        "15-й забит, биток в зоне пирамиды",
    ),
    "straight.7.T.2b": (
        "15th pocketed, cue ball clear",
        "15-й забит, биток в стороне",
    ),
    "straight.7.T.2c": (
        "15th pocketed, cue ball on the head spot",
        "15-й забит, биток на передней отметке",
    ),
    "straight.7.T.3a": (
        "15th behind the head string, cue ball in the rack area",
        "15-й в доме, биток в зоне пирамиды",
    ),
    "straight.7.T.3b": (
        "15th behind the head string, cue ball clear",
        "15-й в доме, биток в стороне",
    ),
    "straight.7.T.4a": (
        "15th elsewhere, cue ball in the rack area",
        "15-й в стороне, биток в зоне пирамиды",
    ),
    "straight.7.T.4b": (
        "15th elsewhere, cue ball clear",
        "Оба в стороне",
    ),
    "straight.7.T.5a": (
        "15th on the head spot, cue ball in the rack area",
        "15-й на передней отметке, биток в зоне пирамиды",
    ),
    "straight.7.T.5b": (
        "15th on the head spot, cue ball clear",
        "15-й на передней отметке, биток в стороне",
    ),
    "straight.7.T.n": (
        "On the head spot: in the way of a ball there",
        "На передней отметке: мешает поставить шар",
    ),
    "straight.8": (
        "Balls not as called return, no penalty",
        "Шары не по заказу выставляются без штрафа",
    ),
    "straight.9": ("Object ball off the table", "Прицельный шар за бортом"),
    "straight.10": (
        "Cue ball lost: in hand behind the head string",
        "Потеря битка: с руки из дома",
    ),
    "straight.11.1": ("A foul costs a point", "Фол стоит очко"),
    "straight.11.2": ("Heavier penalties", "Более строгие штрафы"),
    "straight.11.3": (
        "After a foul the position is played",
        "После фола играют с позиции",
    ),
    "straight.12.1": ("Fouls are counted", "Фолы считаются"),
    "straight.12.2": (
        "A called ball or a safety clears the count",
        "Заказанный шар или отыгрыш снимает фолы",
    ),
    "straight.12.3": ("Second foul in a row", "Второй фол подряд"),
    "straight.12.4": (
        "Third foul in a row: minus fifteen",
        "Третий фол подряд: минус пятнадцать",
    ),
    "straight.12.5": ("The third foul clears the count", "Третий фол обнуляет счёт"),
    "straight.12.6": (
        "Third foul: all racked, the offender breaks",
        "Третий фол: новая пирамида, разбивает виновный",
    ),
    "straight.12.7": (
        "In a row means shot after shot",
        "Подряд значит удар за ударом",
    ),
    "straight.13.1": ("Scores below nought", "Счёт ниже нуля"),
    "straight.13.2": ("A final score below nought", "Итог ниже нуля"),
    "straight.13.3": (
        "The penalty comes off earlier points",
        "Штраф снимается с набранного",
    ),
    "straight.13.4": (
        "Ball on a foul: returns, a point off",
        "Шар при фоле: выставляется, минус очко",
    ),
}
"""English and Russian title of each clause."""
