"""Where the program keeps what outlasts it, as the desktop's conventions say."""

import os
from pathlib import Path


def state_folder() -> Path:
    """Return the folder of the user's state: matches, tokens."""
    given = os.environ.get("XDG_STATE_HOME")
    base = Path(given) if given else Path.home() / ".local" / "state"
    return base / "cueref"
