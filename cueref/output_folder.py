"""A folder of results that is never half old and half new.

Every file is first written beside its name (`shots.jsonl.part`) and takes its name
when all is done. If the run fails, files that replace nothing take their names all
the same, so that what was written is kept; files that would replace results of an
earlier run keep `.part`, so that the earlier ones are not lost.
"""

import json
from collections.abc import Mapping
from io import RawIOBase
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from cueref.errors import OutputError, OutputExistsError

_PART: Final = ".part"


class JsonLines:
    """One JSON object a line; a line is on the disk whole or not at all.

    Attributes:
        count: Lines written.
    """

    def __init__(self, path: Path) -> None:
        """Start an empty file."""
        # Unbuffered: a buffer would try again, after a fault, to write half a line.
        self._file: RawIOBase = path.open("wb", buffering=0)
        self._end = 0
        self.count = 0

    def write(self, value: Mapping[str, Any]) -> None:
        """Append one object.

        Raises:
            OSError: The disk is full; the file still ends with a whole line.
        """
        line = (json.dumps(value, ensure_ascii=False) + "\n").encode()
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        except OSError:
            self._file.truncate(self._end)
            raise
        self._end += len(line)
        self.count += 1

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class OutputFolder:
    """Where the results of one run go.

    Raises:
        OutputExistsError: It holds files already and may not be overwritten.
        OutputError: It is a file, or cannot be made.
    """

    def __init__(self, path: Path, *, overwrite: bool) -> None:
        """Make the folder."""
        self.path = path
        if path.exists() and not path.is_dir():
            raise OutputError(f"{path} is a file: name a folder for the results")
        taken = path.is_dir() and any(not _is_left_over(p) for p in path.iterdir())
        if taken and not overwrite:
            raise OutputExistsError(
                f"{path} exists and is not empty: name another folder or say "
                "--overwrite"
            )
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{path} cannot be made: {error.strerror}") from error
        self._replacing = taken
        self._started: dict[str, Path] = {}
        self._lines: list[JsonLines] = []

    @property
    def is_replacing(self) -> bool:
        """Whether earlier results lie in the folder."""
        return self._replacing

    def place(self, name: str) -> Path:
        """Return where to write a file until the run is done."""
        part = self.path / (name + _PART)
        part.parent.mkdir(parents=True, exist_ok=True)
        self._started[name] = part
        return part

    def json_lines(self, name: str) -> JsonLines:
        """Start a file of one JSON object a line."""
        lines = JsonLines(self.place(name))
        self._lines.append(lines)
        return lines

    def write_json(self, name: str, value: Mapping[str, Any]) -> None:
        """Write a file with one JSON object, readable by people."""
        self.write_text(name, json.dumps(value, ensure_ascii=False, indent=1) + "\n")

    def write_text(self, name: str, text: str) -> None:
        """Write a text file, whole or not at all."""
        part = self.place(name)
        fresh = part.with_name(part.name + ".new")
        try:
            fresh.write_text(text, encoding="utf-8")
        except OSError:
            fresh.unlink(missing_ok=True)
            raise
        fresh.replace(part)

    def discard(self, name: str) -> None:
        """Throw away a file that was started and cannot be finished."""
        part = self._started.pop(name, None)
        if part is not None:
            part.unlink(missing_ok=True)

    def commit(self) -> tuple[Path, ...]:
        """Give every file its name and return them."""
        self._close()
        files = []
        for name, part in self._started.items():
            if part.exists():
                files.append(part.replace(self.path / name))
        self._started.clear()
        return tuple(files)

    def keep_what_there_is(self) -> None:
        """After a failure: give names to the files that replace nothing.

        If not one line was written there is nothing to keep: a folder that holds
        nothing would only be in the way of the next run.
        """
        if not any(lines.count for lines in self._lines):
            self._close()
            for name in list(self._started):
                self.discard(name)
            self._remove_if_empty()
        elif self._replacing:
            self._close()
        else:
            self.commit()

    def _remove_if_empty(self) -> None:
        if self.path.is_dir() and not any(self.path.iterdir()):
            self.path.rmdir()

    def __enter__(self) -> Self:
        """Return the folder."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish: all files after success, what there is after a failure."""
        if error is None:
            self.commit()
        else:
            self.keep_what_there_is()

    def _close(self) -> None:
        for lines in self._lines:
            lines.close()
        self._lines.clear()


def _is_left_over(path: Path) -> bool:
    return path.name.endswith((_PART, _PART + ".new"))
