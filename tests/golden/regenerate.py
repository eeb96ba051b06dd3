"""Write the expected results of every sample video anew: `make golden`.

The difference is to be reviewed like code before it is committed.
"""

import json
import tempfile
from pathlib import Path

from tests.golden.summary import GOLDEN, analyzed, sample_names


def main() -> None:
    """Analyse every sample video and write what is remembered of it."""
    for name in sample_names():
        with tempfile.TemporaryDirectory() as folder:
            value = analyzed(name, Path(folder) / "out")
        text = json.dumps(value, indent=1, ensure_ascii=False)
        (GOLDEN / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
