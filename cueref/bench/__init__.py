"""How fast the analysis is, stage by stage, with decoding alone as the yardstick."""
