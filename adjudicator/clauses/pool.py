"""Titles of the general pool rules."""

from typing import Final

TITLES: Final[dict[str, tuple[str, str]]] = {
    "pool.1": (
        "Table, balls and equipment meet the standard",
        "Стол, шары и оборудование по стандарту",
    ),
    "pool.2.1": (
        "Rack in the triangle, apex on the foot spot",
        "Пирамида в треугольнике, вершина на задней отметке",
    ),
    "pool.2.2": ("Racked balls touch", "Шары пирамиды стоят вплотную"),
    "pool.3": ("The tip alone strikes the cue ball", "Удар только наклейкой"),
    "pool.4": ("A miss ends the inning", "Промах завершает подход"),
    "pool.5.a": (
        "Lag: both shoot at once over the foot rail",
        "Раскат: оба бьют одновременно через задний борт",
    ),
    "pool.5.b": (
        "Lag: nearer to the head rail wins",
        "Раскат: выигрывает ближайший к переднему борту",
    ),
    "pool.5.c": (
        "Lag: the foot rail must be reached",
        "Раскат: нужно достичь заднего борта",
    ),
    "pool.5.1": ("Lag ball in the other half", "Раскат: шар на чужой половине"),
    "pool.5.2": (
        "Lag ball short of the foot rail",
        "Раскат: шар не дошёл до заднего борта",
    ),
    "pool.5.3": ("Lag ball pocketed", "Раскат: шар упал в лузу"),
    "pool.5.4": ("Lag ball off the table", "Раскат: шар за бортом"),
    "pool.5.5": ("Lag ball on a long rail", "Раскат: шар задел длинный борт"),
    "pool.5.6": (
        "Lag ball at rest in corner jaws",
        "Раскат: шар застрял в створе угловой лузы",
    ),
    "pool.5.7": (
        "Lag ball twice on the foot rail",
        "Раскат: два касания заднего борта",
    ),
    "pool.5.d": ("Lag repeated", "Раскат повторяется"),
    "pool.6.a": ("Right to break by lag or draw", "Право разбоя: раскат или жребий"),
    "pool.6.b": ("Winner breaks or cedes", "Победитель разбивает или уступает"),
    "pool.6.c": ("Break from behind the head string", "Разбой из-за передней линии"),
    "pool.6.d": (
        "Cue ball in play past the head string",
        "Биток в игре после передней линии",
    ),
    "pool.7.1": (
        "When the cue ball is in hand behind the head string",
        "Когда играют с руки из-за передней линии",
    ),
    "pool.7.2": ("Any place behind the head string", "Любое место за передней линией"),
    "pool.7.3": (
        "Balls outside the kitchen may be played",
        "Можно играть по шарам вне дома",
    ),
    "pool.7.4": (
        "Balls inside only after leaving and returning",
        "По шарам в доме только после выхода и возврата",
    ),
    "pool.7.5": ("A ball is where its centre is", "Положение шара по его центру"),
    "pool.7.6": (
        "No contact inside before the line is crossed",
        "До пересечения линии шаров в доме не касаться",
    ),
    "pool.7.7": ("In play once out of the kitchen", "В игре после выхода из дома"),
    "pool.7.8": (
        "Adjusting a cue ball not yet in play",
        "Поправить биток до ввода в игру",
    ),
    "pool.7.9": ("Touching a cue ball in play", "Касание битка, введённого в игру"),
    "pool.8": ("In hand anywhere", "С руки с любого места"),
    "pool.9.1": ("Pocketed ball", "Забитый шар"),
    "pool.9.2": ("Out of the pocket again: not pocketed", "Выскочил из лузы: не забит"),
    "pool.10": ("Position of a ball", "Положение шара"),
    "pool.11": ("One foot on the floor", "Одна нога на полу"),
    "pool.12.1": ("Shot while balls move", "Удар при движущихся шарах"),
    "pool.12.2": ("A spinning ball moves", "Вращающийся шар движется"),
    "pool.13": (
        "A shot ends when all balls rest",
        "Удар окончен, когда все шары стоят",
    ),
    "pool.14.1": (
        "The head string is outside the kitchen",
        "Передняя линия не входит в дом",
    ),
    "pool.14.2": (
        "A ball on the head string may be played",
        "По шару на передней линии играть можно",
    ),
    "pool.14.3": (
        "Cue ball placed on or over the head string",
        "Биток поставлен на линию или за неё",
    ),
    "pool.15.1": ("Foul: the turn passes", "Фол: ход переходит"),
    "pool.15.2": ("Foul: nothing scores", "Фол: забитое не засчитывается"),
    "pool.15.3": (
        "Foul: spotting as the game says",
        "Фол: выставление по правилам игры",
    ),
    "pool.16.1": ("No legal ball hit first", "Первым задет не тот шар"),
    "pool.16.2": (
        "Playing away from a frozen ball is no hit",
        "Удар от прижатого шара касанием не считается",
    ),
    "pool.17.1": ("Legal by a pocketed ball", "Правильно: шар забит"),
    "pool.17.2": ("Legal by a rail after contact", "Правильно: борт после касания"),
    "pool.17.3": ("No rail after contact", "Нет борта после касания"),
    "pool.18": ("Cue ball pocketed", "Биток упал в лузу"),
    "pool.19.1": ("A ball was touched", "Касание шара"),
    "pool.19.2": ("Cue ball touched other than by the stroke", "Биток задет не ударом"),
    "pool.20.1": ("Double hit", "Двойной удар"),
    "pool.20.2": (
        "Tip on the cue ball during its contact",
        "Наклейка на битке при касании шара",
    ),
    "pool.20.3": (
        "Not played away from a frozen illegal ball",
        "Удар не в сторону от прижатого чужого шара",
    ),
    "pool.21": ("Push shot", "Толчок"),
    "pool.22.1": ("How a jump is played", "Как играют прыжок"),
    "pool.22.2": ("Miscue on a jump shot", "Кикс на прыжке"),
    "pool.22.3": ("Jump by other means", "Прыжок недозволенным способом"),
    "pool.23.1": ("What is off the table", "Что значит за бортом"),
    "pool.23.2": ("Back by itself: still in play", "Вернулся сам: в игре"),
    "pool.23.3": (
        "Back off a foreign object: off the table",
        "Вернулся от постороннего предмета: за бортом",
    ),
    "pool.23.4": ("Ball driven off the table", "Шар выбит за борт"),
    "pool.23.5": ("Jumped object balls are spotted", "Выскочившие шары выставляются"),
    "pool.23.6": (
        "Jumped cue ball as the game says",
        "Выскочивший биток по правилам игры",
    ),
    "pool.24": ("Several violations, one foul", "Несколько нарушений: один фол"),
    "pool.25.1": ("A ball that moves by itself stays", "Сдвинувшийся сам шар остаётся"),
    "pool.25.2": ("Hung for five seconds, then fell", "Висел пять секунд и упал"),
    "pool.25.3": ("Fell by itself before the hit", "Упал сам до касания"),
    "pool.25.4": (
        "Another ball moved by itself during the shot",
        "Другой шар сдвинулся сам во время удара",
    ),
    "pool.26.1": (
        "Spotting from the foot spot backwards",
        "Выставление от задней отметки к борту",
    ),
    "pool.26.2": ("Spotted frozen to an object ball", "Выставление вплотную к шару"),
    "pool.26.3": ("Spotted close to the cue ball", "Выставление рядом с битком"),
    "pool.26.4": (
        "Spotted in front of the foot spot",
        "Выставление перед задней отметкой",
    ),
    "pool.27": ("More balls on the same shot", "Другие шары на том же ударе"),
    "pool.28.1": (
        "Outside interference: restore",
        "Постороннее вмешательство: восстановить",
    ),
    "pool.28.2": ("The referee restores the position", "Позицию восстанавливает судья"),
    "pool.28.3": (
        "Emergencies are outside interference",
        "Чрезвычайное происшествие как вмешательство",
    ),
    "pool.28.4": (
        "Not restorable: the rack is replayed",
        "Не восстановить: партия переигрывается",
    ),
    "pool.28.5": (
        "14.1: only the rack is given up",
        "14.1: прекращается только текущая пирамида",
    ),
    "pool.28.6": ("14.1: the score stays", "14.1: счёт сохраняется"),
    "pool.29.1": ("The winner breaks next", "Следующую партию разбивает победитель"),
    "pool.29.2": ("Other orders of the break", "Иной порядок разбоя"),
    "pool.30.1": (
        "Miss or foul: opponent to the table",
        "Промах или фол: к столу соперник",
    ),
    "pool.30.2": ("No foul: the position stands", "Нет фола: позиция как есть"),
    "pool.31.1": ("Frozen ball: a ball pocketed", "Шар у борта: забит шар"),
    "pool.31.2": ("Frozen ball: cue ball to a rail", "Шар у борта: биток у борта"),
    "pool.31.3": ("Frozen ball: to another rail", "Шар у борта: к другому борту"),
    "pool.31.4": (
        "Frozen ball: another ball to a rail",
        "Шар у борта: другой шар у борта",
    ),
    "pool.31.5": (
        "Frozen ball and no rail that counts",
        "Шар у борта, нужного борта нет",
    ),
    "pool.31.6": ("Frozen only if announced", "Прижат к борту, если объявлено"),
    "pool.32.1": ("Placing the cue ball by hand or cue", "Биток ставят рукой или кием"),
    "pool.32.2": (
        "A forward touch of the cue is a stroke",
        "Касание кием вперёд есть удар",
    ),
    "pool.33.1": ("Disturbing the opponent", "Помеха сопернику"),
    "pool.33.2": ("Shot out of turn", "Удар вне очереди"),
    "pool.33.3": (
        "Ball moved during the turn of the opponent",
        "Шар сдвинут в чужой подход",
    ),
}
"""English and Russian title of each clause."""
