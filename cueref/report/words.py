"""Words of the report in English and Russian, and events as sentences."""

from html import escape
from typing import Final

from adjudicator.balls import Discipline
from adjudicator.events import (
    Contact,
    Crossing,
    Event,
    Pocketed,
    RackOpened,
    RailTouch,
    Strike,
)
from adjudicator.wording import Text, ball_en, ball_gen_ru, ball_ru

WORDS: Final = {
    "title": Text("Match report", "Отчёт о матче"),
    "score": Text("Score sheet", "Протокол"),
    "all": Text("All shots", "Все удары"),
    "filter": Text("Which shots are shown", "Какие удары показаны"),
    "rack": Text("Rack", "Партия"),
    "racks": Text("Racks A : B", "Партии A : B"),
    "breaks": Text("Break", "Разбивает"),
    "winner": Text("Won by", "Выиграл"),
    "inning": Text("Inning", "Подход"),
    "balls_short": Text("Balls", "Шаров"),
    "total": Text("Total", "Всего"),
    "ended": Text("Ended by", "Чем закончен"),
    "foul": Text("foul", "фол"),
    "safety": Text("safety", "отыгрыш"),
    "miss": Text("miss", "промах"),
    "points_made": Text("Points", "Очки"),
    "coming": Text("Next", "Далее"),
    "safeties": Text("Safeties", "Отыгрыши"),
    "rate": Text("Shots that scored", "Результативные удары"),
    "run": Text("Longest run", "Лучшая серия"),
    "mean_speed": Text("Average strike", "Средний удар"),
    "duration": Text("Strike to rest", "От удара до остановки"),
    "travelled": Text("Way of all balls", "Путь всех шаров"),
    "by_clause": Text("Fouls by clause", "Фолы по пунктам правил"),
    "heat": Text(
        "where balls came to rest, and what the pockets took",
        "где останавливались шары и сколько взяли лузы",
    ),
    "doubtful": Text("Weighed and left out", "Взвешено и отброшено"),
    "slow": Text("Decisive moment, slowly", "Решающий момент, медленно"),
    "statistics": Text("Statistics", "Статистика"),
    "shot": Text("Shot", "Удар"),
    "time": Text("Time", "Время"),
    "player": Text("Player", "Игрок"),
    "ruling": Text("Ruling", "Решение"),
    "pocketed": Text("Pocketed", "Забиты"),
    "points": Text("Score A : B", "Счёт A : B"),
    "shots": Text("Shots", "Удары"),
    "legal": Text("Legal", "Правильные"),
    "fouls": Text("Fouls", "Фолы"),
    "review": Text("To be reviewed", "Нужен человек"),
    "balls": Text("Balls pocketed", "Забито шаров"),
    "speed": Text("Fastest strike", "Сильнейший удар"),
    "confidence": Text("confidence", "уверенность"),
    "notes": Text("About the recording", "О записи"),
}

GAMES: Final = {
    Discipline.EIGHT_BALL: Text("Eight-ball", "Восьмёрка"),
    Discipline.NINE_BALL: Text("Nine-ball", "Девятка"),
    Discipline.STRAIGHT_POOL: Text("14.1", "14.1"),
    Discipline.BONUS_BALL: Text("Bonus Ball", "Бонус Бол"),
    Discipline.PYRAMID: Text("Russian pyramid", "Русский бильярд"),
}

_RAILS_RU: Final = {
    "head": "переднего борта",
    "foot": "заднего борта",
    "left": "левого борта",
    "right": "правого борта",
}
_POCKETS_RU: Final = {
    "head-left": "переднюю левую лузу",
    "head-right": "переднюю правую лузу",
    "center-left": "среднюю левую лузу",
    "center-right": "среднюю правую лузу",
    "foot-left": "дальнюю левую лузу",
    "foot-right": "дальнюю правую лузу",
}


def both(text: Text) -> str:
    """Return both languages as HTML; the page shows one of them."""
    return (
        f'<span lang="en">{escape(text.en)}</span>'
        f'<span lang="ru">{escape(text.ru)}</span>'
    )


def event_text(event: Event) -> Text:
    """Return one event as a short sentence in both languages."""
    match event:
        case Strike(ball=ball, speed=speed):
            how = "" if speed is None else f", {speed:.1f} m/s"
            wie = "" if speed is None else f", {speed:.1f} м/с".replace(".", ",")
            return Text(
                f"strike on {ball_en(ball.name)}{how}",
                f"удар по шару: {ball_ru(ball.name)}{wie}",
            )
        case Contact(balls=(one, other)):
            return Text(
                f"{ball_en(one.name)} meets {ball_en(other.name)}",
                f"{ball_ru(one.name)} касается {ball_gen_ru(other.name)}",
            )
        case RailTouch(ball=ball, rail=rail):
            return Text(
                f"{ball_en(ball.name)} touches the {rail.value} rail",
                f"{ball_ru(ball.name)} касается {_RAILS_RU[rail.value]}",
            )
        case Pocketed(ball=ball, pocket=pocket):
            return Text(
                f"{ball_en(ball.name)} drops into the {pocket.value} pocket",
                f"{ball_ru(ball.name)} падает в {_POCKETS_RU[pocket.value]}",
            )
        case RackOpened(balls=balls):
            return Text(
                f"the rack of {len(balls)} balls opens",
                f"пирамида раскрывается, шаров: {len(balls)}",
            )
        case Crossing(ball=ball, line=line):
            return Text(
                f"{ball_en(ball.name)} crosses the {line.value} string",
                f"{ball_ru(ball.name)} пересекает линию ({line.value})",
            )
        case _:
            kind = type(event).__name__
            return Text(kind, kind)
