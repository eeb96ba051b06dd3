"""Titles of the Bonus Ball rules."""

from typing import Final

TITLES: Final[dict[str, tuple[str, str]]] = {
    "bonus.0.1": ("In force since 2008", "Действуют с 2008 года"),
    "bonus.0.2": (
        "A cue ball, four purple, four orange, the Bonus",
        "Биток, четыре фиолетовых, четыре оранжевых, Бонус",
    ),
    "bonus.0.3": (
        "Purple, orange, Bonus, in this order",
        "Порядок: фиолетовый, оранжевый, Бонус",
    ),
    "bonus.0.4": ("Stopped on purple: purple again", "Остановка на фиолетовом: снова"),
    "bonus.0.5": ("Stopped on orange: orange again", "Остановка на оранжевом: снова"),
    "bonus.0.6": (
        "One attempt at the Bonus, then from purple",
        "Одна попытка на Бонусе, затем с фиолетового",
    ),
    "bonus.0.7": ("The breaker racks", "Пирамиду ставит разбивающий"),
    "bonus.0.8": (
        "Purple in front of the rack, on the foot spot",
        "Впереди фиолетовый, на задней отметке",
    ),
    "bonus.0.9": ("Bonus on the centre spot", "Бонус на центральной отметке"),
    "bonus.1.1": ("A lag for the first break", "Первый разбой по раскату"),
    "bonus.1.2": ("Breaks in turn", "Разбой по очереди"),
    "bonus.2.1": (
        "Legal break: two balls to a rail, no scratch",
        "Правильный разбой: два шара к борту, биток на столе",
    ),
    "bonus.2.2": ("Balls of the break come back", "Забитое с разбоя выставляется"),
    "bonus.2.3": (
        "Nine balls on the table after the break",
        "После разбоя на столе девять шаров",
    ),
    "bonus.2.4": ("The breaker goes on", "Разбивший продолжает"),
    "bonus.2.5": (
        "The break is played from behind the head string",
        "Разбой играется из-за передней линии",
    ),
    "bonus.2.6": (
        "The break meets the front purple first",
        "Разбой первым касается головного фиолетового",
    ),
    "bonus.2.7": (
        "Wrong break: the opponent breaks",
        "Ошибка разбоя: разбивает соперник",
    ),
    "bonus.2.8": (
        "Weak break: racked again for the opponent",
        "Слабый разбой: новая пирамида сопернику",
    ),
    "bonus.3.1": (
        "Last Bonus pocketed: a new rack",
        "Последний Бонус забит: новая пирамида",
    ),
    "bonus.3.2": (
        "Last Bonus pocketed: the same player breaks",
        "Последний Бонус забит: разбивает тот же игрок",
    ),
    "bonus.3.3": (
        "Last Bonus missed: the opponent breaks",
        "Последний Бонус не забит: разбивает соперник",
    ),
    "bonus.3.4": ("Players keep the count", "Игроки ведут счёт"),
    "bonus.3.5": ("Points are written down in time", "Очки записываются вовремя"),
    "bonus.3.6": ("Points not written down are lost", "Незаписанные очки пропадают"),
    "bonus.3.7": ("21 points win", "Побеждает 21 очко"),
    "bonus.3.8": ("Only legal shots score", "Очки только за правильные удары"),
    "bonus.3.9": (
        "Purple one, orange two, Bonus three",
        "Фиолетовый одно, оранжевый два, Бонус три",
    ),
    "bonus.3.10": ("A whole chain is six points", "Полная серия: шесть очков"),
    "bonus.3.11": (
        "Without the Bonus three points and the turn is over",
        "Без Бонуса три очка и конец подхода",
    ),
    "bonus.3.12": (
        "After a missed Bonus a purple",
        "После промаха по Бонусу фиолетовый",
    ),
    "bonus.3.13": (
        "The Bonus may be called off a coloured ball",
        "Бонус можно заказать через цветной шар",
    ),
    "bonus.3.14": (
        "Called Bonus: the ball on is hit first",
        "Заказан Бонус: первым касание очередного",
    ),
    "bonus.3.15": (
        "Called Bonus: three points, then spotted",
        "Заказанный Бонус: три очка и на отметку",
    ),
    "bonus.3.16": (
        "After a called Bonus the same colour",
        "После заказанного Бонуса тот же цвет",
    ),
    "bonus.4.1": (
        "What fell with a foul is spotted",
        "Упавшее при нарушении выставляется",
    ),
    "bonus.4.2": (
        "A spot for each colour",
        "У каждого цвета своя отметка",
    ),
    "bonus.4.3": ("The Bonus always comes back", "Бонус всегда выставляется"),
    "bonus.4.4": (
        "Spot taken: toward the near short rail",
        "Отметка занята: к ближнему короткому борту",
    ),
    "bonus.4.5": (
        "Centre spot taken: toward the foot spot",
        "Центр занят: к задней отметке",
    ),
    "bonus.4.6": (
        "No ball of the colour on: one is spotted",
        "Нет шара нужного цвета: выставляется один",
    ),
    "bonus.4.7": (
        "It is spotted right before the shot",
        "Он выставляется прямо перед ударом",
    ),
    "bonus.4.8": (
        "With a scratch nothing scores",
        "При падении битка очков нет",
    ),
    "bonus.4.9": (
        "After a scratch: in hand anywhere",
        "После падения битка: с руки с любого места",
    ),
    "bonus.5.1": ("Ball and pocket are called", "Заказ: шар и луза"),
    "bonus.5.2": ("Plain balls need no call", "Очевидные шары без заказа"),
    "bonus.5.3": (
        "The opponent may ask for the call",
        "Соперник вправе спросить заказ",
    ),
    "bonus.5.4": (
        "Banks, combinations, caroms are called",
        "Дуплеты, комбинации, карамболи заказывают",
    ),
    "bonus.5.5": (
        "No call: no point, position to the opponent",
        "Без заказа: без очка, позиция сопернику",
    ),
    "bonus.5.6": (
        "A rail or a pocket after contact",
        "После касания борт или луза",
    ),
    "bonus.5.7": ("No contact or no rail", "Нет касания или борта"),
    "bonus.5.7s": ("Wrong ball first", "Первым задет не тот шар"),
    "bonus.5.8": (
        "No safety with a ball pocketed",
        "Нет отыгрыша с забитым шаром",
    ),
    "bonus.5.9": ("A ball made means playing on", "Забил: обязан играть дальше"),
    "bonus.5.10": ("Balls moved unlawfully", "Шары сдвинуты недозволенно"),
    "bonus.5.11": (
        "Balls pushed into pockets are spotted",
        "Столкнутые в лузы шары выставляются",
    ),
    "bonus.5.12": (
        "Another ball beside the called one is spotted",
        "Упавший с заказанным шар выставляется",
    ),
    "bonus.5.13": (
        "Balls made unlawfully are spotted",
        "Неправильно забитое выставляется",
    ),
    "bonus.5.14": ("Lucky balls do not count", "Случайные шары не засчитываются"),
    "bonus.5.15": ("Object ball off the table", "Прицельный шар за бортом"),
    "bonus.5.16": ("Jumped balls are spotted", "Вылетевшие шары выставляются"),
    "bonus.5.17": (
        "Time over: the inning is finished",
        "Время вышло: подход доигрывается",
    ),
    "bonus.5.18": ("Too late by the shot clock", "Просрочено время удара"),
    "bonus.6.1": (
        "Moving balls by hand, cue or rack",
        "Сдвиг шаров рукой, кием, треугольником",
    ),
    "bonus.6.2": (
        "Without a referee the move must be seen",
        "Без судьи сдвиг должен быть заметен",
    ),
    "bonus.6.3": ("A touch that moves nothing is no foul", "Касание без сдвига не фол"),
    "bonus.6.4": ("Clothes may touch", "Касание одеждой не фол"),
    "bonus.6.5": (
        "The foul is confirmed before the ball is taken",
        "Фол подтверждают до взятия битка",
    ),
    "bonus.6.6": (
        "Cue ball taken without confirmation",
        "Биток взят без подтверждения",
    ),
    "bonus.6.7": ("Scratch", "Падение битка"),
    "bonus.6.8": ("Double hit", "Двойной удар"),
    "bonus.6.9": ("Cue ball off the table", "Биток за бортом"),
    "bonus.6.10": ("Scratch on the break", "Падение битка при разбое"),
    "bonus.6.11": ("A foot on the floor", "Нога на полу"),
    "bonus.6.12": ("Taking a rolling cue ball", "Взят катящийся биток"),
    "bonus.6.13": ("Striking a rolling cue ball", "Удар по катящемуся битку"),
    "bonus.6.14": ("Played before all was still", "Удар до остановки шаров"),
    "bonus.6.15": (
        "Near ball: 45 degrees off",
        "Близкий шар: 45 градусов в сторону",
    ),
    "bonus.6.16": (
        "At 45 degrees following is allowed",
        "Под 45 градусов проход битка разрешён",
    ),
    "bonus.7.1": ("Fifteen minutes", "Пятнадцать минут"),
    "bonus.7.2": ("Nobody at 21: an additional round", "Нет 21 очка: доп. раунд"),
    "bonus.7.3": (
        "Time over in an inning: played to its end",
        "Время вышло в подходе: он доигрывается",
    ),
    "bonus.7.4": ("Both clocks are shown", "На табло оба времени"),
    "bonus.7.5": ("Five seconds, then thirty", "Пять секунд, затем тридцать"),
    "bonus.7.6": ("The colour on is shown", "На табло очередной цвет"),
    "bonus.8.1": ("Additional round: the leader breaks", "Доп. раунд: бьёт лидер"),
    "bonus.8.2": (
        "Additional round: one inning",
        "Доп. раунд: один подход",
    ),
    "bonus.8.3": ("Additional round: 21 ends it", "Доп. раунд: 21 завершает игру"),
    "bonus.8.4": (
        "Additional round: position or a break",
        "Доп. раунд: позиция или разбой",
    ),
    "bonus.8.5": (
        "Additional round: over after two innings",
        "Доп. раунд: конец после двух подходов",
    ),
    "bonus.8.6": ("Additional round: more points win", "Доп. раунд: у кого больше"),
}
"""English and Russian title of each clause."""
