"""Objects on their way to another process and back: pickles over a pipe.

Only our own processes write into these pipes. Read-only mappings, which cannot be
pickled by themselves, go as the dictionaries that they show.
"""

import copyreg
import pickle
from types import MappingProxyType
from typing import Any, BinaryIO, Final

_PROTOCOL: Final = 5


def _read_only(content: dict[Any, Any]) -> "MappingProxyType[Any, Any]":
    return MappingProxyType(content)


def _reduced(mapping: "MappingProxyType[Any, Any]") -> tuple[Any, tuple[Any]]:
    return _read_only, (dict(mapping),)


copyreg.pickle(MappingProxyType, _reduced)


def send(content: object, pipe: BinaryIO) -> None:
    """Write one object.

    Raises:
        OSError: Nobody reads it.
    """
    pickle.dump(content, pipe, _PROTOCOL)
    pipe.flush()


def receive(pipe: BinaryIO) -> Any:
    """Return the next object.

    Raises:
        EOFError: The other side has ended.
        pickle.UnpicklingError: It ended in the middle of an object.
    """
    return pickle.load(pipe)  # noqa: S301  # written by a process of ours
