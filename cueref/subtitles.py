"""verdicts.vtt: the rulings as subtitles for any player (WebVTT)."""

from collections.abc import Sequence
from typing import Final

from cueref.captions import caption
from cueref.referee import Ruling

_LONGEST: Final = 6.0
"""Seconds that a ruling stays on the screen at most."""

_SHORTEST: Final = 1.0


def subtitles(rulings: Sequence[Ruling]) -> str:
    """Return the text of a WebVTT file: each ruling from rest to the next strike."""
    starts = [ruling.shot.t_start for ruling in rulings]
    ends = [*starts[1:], float("inf")]
    blocks = ["WEBVTT"]
    for ruling, limit in zip(rulings, ends, strict=False):
        start = ruling.shot.t_end
        end = max(start + _SHORTEST, min(start + _LONGEST, limit))
        text = caption(ruling)
        blocks.append(
            f"{ruling.shot.number}\n{_stamp(start)} --> {_stamp(end)}\n"
            f"{_escaped(text.en)}\n{_escaped(text.ru)}"
        )
    return "\n\n".join(blocks) + "\n"


def _stamp(t: float) -> str:
    milliseconds = round(t * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02d}:{minutes:02d}:{rest / 1000:06.3f}"


def _escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return " ".join(text.split())
