"""One path cut into rest, roll and slide, and the moments of change."""
