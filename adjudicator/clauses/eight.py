"""Titles of the 8-ball rules."""

from typing import Final

TITLES: Final[dict[str, tuple[str, str]]] = {
    "eight.0": ("General rules apply", "Действуют общие правила"),
    "eight.1.1": (
        "Called shots, cue ball and fifteen balls",
        "Игра с заказом, биток и пятнадцать шаров",
    ),
    "eight.1.2": ("Solids and stripes", "Сплошные и полосатые"),
    "eight.1.3": (
        "Own group, then the 8, wins the rack",
        "Своя группа, затем 8: выигрыш партии",
    ),
    "eight.2.1": ("Obvious balls need no call", "Очевидные шары не заказывают"),
    "eight.2.2": ("The opponent may ask for the call", "Соперник может спросить заказ"),
    "eight.2.3": (
        "Banks and combinations are called",
        "Дуплеты и комбинации заказывают",
    ),
    "eight.2.4": ("A call is ball and pocket", "Заказ: шар и луза"),
    "eight.2.5": (
        "Balls pocketed wrongly stay down",
        "Неправильно забитые остаются в лузах",
    ),
    "eight.2.6": ("The break is not called", "Разбой не заказывают"),
    "eight.2.7": (
        "Ball on a legal break: breaker continues",
        "Шар с правильного разбоя: разбивающий продолжает",
    ),
    "eight.3.1": ("Rack with the 8 in the middle", "Пирамида с 8 в центре"),
    "eight.3.2": (
        "A solid and a stripe in the corners",
        "В углах сплошной и полосатый",
    ),
    "eight.4.a": (
        "The winner of the lag breaks or cedes",
        "Победитель раската разбивает или уступает",
    ),
    "eight.4.b": ("Players break in turn", "Разбивают по очереди"),
    "eight.5.1": ("Legal break by a pocketed ball", "Правильный разбой: шар забит"),
    "eight.5.2": (
        "Legal break by four balls to a rail",
        "Правильный разбой: четыре шара у борта",
    ),
    "eight.5.a": (
        "Break without a ball or four to a rail",
        "Разбой без шара и без четырёх шаров у борта",
    ),
    "eight.5.a1": (
        "After an illegal break: take the position",
        "После неправильного разбоя: принять позицию",
    ),
    "eight.5.a2": (
        "After an illegal break: rack again",
        "После неправильного разбоя: собрать заново",
    ),
    "eight.5.b1": (
        "Scratch on the break: balls stay down but the 8",
        "Биток с разбоя: шары остаются, кроме 8",
    ),
    "eight.5.b2": (
        "Cue ball pocketed on the break",
        "Биток упал в лузу на разбое",
    ),
    "eight.5.b3": (
        "Scratch on the break: table open",
        "Биток с разбоя: стол открыт",
    ),
    "eight.5.c": (
        "Scratch on the break: in hand behind the head string",
        "Биток с разбоя: с руки из-за передней линии",
    ),
    "eight.5.d": (
        "Balls in the kitchen only off the foot rail",
        "По шарам в доме только через задний борт",
    ),
    "eight.5.e": (
        "Balls outside the kitchen into any pocket",
        "Шары вне дома в любую лузу",
    ),
    "eight.5.f": (
        "Object ball off the table on the break",
        "Шар за бортом на разбое",
    ),
    "eight.5.f1": (
        "After a jumped ball on the break: take the position",
        "После шара за бортом на разбое: принять позицию",
    ),
    "eight.5.f2": (
        "After a jumped ball on the break: in hand behind the head string",
        "После шара за бортом на разбое: с руки из-за передней линии",
    ),
    "eight.5.g": ("8 pocketed on the break", "8 забита с разбоя"),
    "eight.5.h": (
        "8 and cue ball pocketed on the break",
        "8 и биток упали с разбоя",
    ),
    "eight.5.i": ("8 on the break on coin tables", "8 с разбоя на автоматах"),
    "eight.6.1": ("Open table", "Открытый стол"),
    "eight.6.2": ("Open after the break", "После разбоя стол открыт"),
    "eight.6.3": (
        "Open table: any solid or stripe first",
        "Открытый стол: первым любой шар группы",
    ),
    "eight.6.4": ("Open table: the 8 hit first", "Открытый стол: первой задета 8"),
    "eight.6.5": (
        "Open table: wrongly pocketed balls stay down",
        "Открытый стол: неправильно забитые остаются",
    ),
    "eight.7.1": ("The break gives no group", "Разбой группу не определяет"),
    "eight.7.2": ("The table stays open after the break", "Стол остаётся открытым"),
    "eight.7.3": (
        "The called ball decides the group",
        "Группу определяет заказанный шар",
    ),
    "eight.8.1": (
        "No ball of the own group hit first",
        "Первым задет шар не своей группы",
    ),
    "eight.8.2": ("Legal by a pocketed ball", "Правильно: шар забит"),
    "eight.8.3": ("No rail after contact", "Нет борта после касания"),
    "eight.8.4": ("Rail before the contact", "Борт до касания"),
    "eight.8.5": ("Not fulfilled: a foul", "Не выполнено: фол"),
    "eight.9.1": (
        "Safety with an obvious ball",
        "Отыгрыш с очевидным шаром",
    ),
    "eight.9.2": ("A safety is a legal shot", "Отыгрыш: правильный удар"),
    "eight.9.3": (
        "A safety is declared before the shot",
        "Отыгрыш объявляют до удара",
    ),
    "eight.9.4": ("Not declared: play on", "Не объявлен: играть дальше"),
    "eight.9.5": (
        "Balls pocketed on a safety stay down",
        "Забитые на отыгрыше остаются в лузах",
    ),
    "eight.10.1": (
        "Continue while called balls fall",
        "Играть, пока падают заказанные",
    ),
    "eight.10.2": (
        "The 8 is on after the group",
        "После группы прицельной становится 8",
    ),
    "eight.11.1": ("Foul: in hand anywhere", "Фол: с руки с любого места"),
    "eight.11.2": (
        "Placing the cue ball by hand or cue",
        "Биток ставят рукой или кием",
    ),
    "eight.11.3": (
        "A forward touch of the cue is a stroke",
        "Касание кием вперёд есть удар",
    ),
    "eight.12.1": ("Pocketed on a foul", "Забит с фолом"),
    "eight.12.2": ("Pocketed, but not the called ball", "Забит не заказанный"),
    "eight.12.3": ("Pocketed on a safety", "Забит на отыгрыше"),
    "eight.12.4": ("They stay in the pockets", "Остаются в лузах"),
    "eight.13.1": ("Object ball driven off the table", "Шар выбит за борт"),
    "eight.13.2": (
        "8 off the table: rack lost",
        "8 за бортом: партия проиграна",
    ),
    "eight.13.3": (
        "Jumped balls are spotted",
        "Выскочившие шары выставляются",
    ),
    "eight.14.1": (
        "Foul on the 8 without pocketing it",
        "Фол на 8 без её падения",
    ),
    "eight.14.2": (
        "Foul on the 8: opponent has the cue ball in hand",
        "Фол на 8: соперник играет с руки",
    ),
    "eight.15.0": ("When the rack is lost", "Когда партия проиграна"),
    "eight.15.1": ("8 pocketed with a foul", "8 забита с фолом"),
    "eight.15.2": (
        "8 pocketed with the last ball of the group",
        "8 забита вместе с последним шаром группы",
    ),
    "eight.15.3": ("8 driven off the table", "8 выбита за борт"),
    "eight.15.4": ("8 not in the called pocket", "8 не в заказанной лузе"),
    "eight.15.5": ("8 pocketed too early", "8 забита раньше времени"),
    "eight.16.1": ("Stalemate", "Патовая ситуация"),
    "eight.16.2": (
        "Three fouls in a row do not lose",
        "Три фола подряд не проигрывают",
    ),
}
"""English and Russian title of each clause."""
