"""One module a discipline: `opening`, `judge` and `advance`, all pure."""
