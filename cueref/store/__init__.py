"""The match store: what was seen, said and ruled, safe from a loss of power."""
