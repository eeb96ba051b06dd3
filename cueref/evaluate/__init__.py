"""How good an analysis is, measured against truth."""
