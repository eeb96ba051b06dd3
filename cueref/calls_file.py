"""calls.jsonl: what people entered, read before the first shot is judged."""

from pathlib import Path

from adjudicator.errors import NotationError
from adjudicator.notation import parse_script
from adjudicator.text.calls import Script
from cueref.errors import CallsError


def read_calls(path: Path | None) -> Script:
    """Return the entries of a file; none if there is no file.

    Raises:
        CallsError: The file is missing or no text, or a line of it is wrong; the
            message names the line.
    """
    if path is None:
        return Script()
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CallsError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CallsError(f"{path} is no UTF-8 text") from error
    try:
        return parse_script(text.splitlines(), path.name)
    except NotationError as error:
        raise CallsError(str(error)) from error
