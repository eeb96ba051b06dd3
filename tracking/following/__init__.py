"""From observations to one path a ball over a shot: who is who while balls move."""
