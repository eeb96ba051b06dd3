"""Who may do what: three roles, and the tokens that give them."""

import hmac
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, Final

COOKIE: Final = "cueref_token"

LONGEST_TOKEN: Final = 128


class Role(IntEnum):
    """What a person or a program may do; each may what the ones before it may."""

    VIEWER = 1
    """Look on."""
    PLAYER = 2
    """Call and declare, choose, pause, put balls back."""
    REFEREE = 3
    """Everything: start and end, rule, correct."""


@dataclass(frozen=True, slots=True)
class Access:
    """Gives a role for a token.

    Attributes:
        tokens: Of each role; empty if none is asked for.
        without: Role of those who show no token; None if they may nothing.
    """

    tokens: Mapping[Role, str]
    without: Role | None = None

    def role_of(self, token: str | None) -> Role | None:
        """Return the role of a token, or of none; None if it gives nothing.

        Every token is compared, in a time that does not tell how much was right.
        """
        if not token:
            return self.without
        given = token[: LONGEST_TOKEN + 1].encode("utf-8", "replace")
        found = self.without
        for role, known in sorted(self.tokens.items()):
            if hmac.compare_digest(given, known.encode()):
                found = role
        return found


OPEN: Final = Access({}, Role.REFEREE)
"""For a page that only this computer reaches: whoever sits at it is the referee."""


def role_in(connection: Any, access: Access) -> Role | None:
    """Return the role of a request or a socket, by its header or its cookie."""
    header = connection.headers.get("authorization", "")
    scheme, _, token = header.partition(" ")
    if scheme.lower() == "bearer":
        return access.role_of(token.strip() or "?")
    return access.role_of(connection.cookies.get(COOKIE))


def kept_tokens(path: Path) -> dict[Role, str]:
    """Return the tokens of a file, readable by its owner alone; make it if need be.

    Tablets that were paired stay paired when the program starts again.
    """
    if path.exists():
        stored = json.loads(path.read_text(encoding="utf-8"))
        return {Role[name.upper()]: str(token) for name, token in stored.items()}
    tokens = {role: secrets.token_urlsafe(24) for role in Role}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({role.name.lower(): token for role, token in tokens.items()})
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return tokens
