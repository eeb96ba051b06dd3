"""The catalogue of clauses: the number of every norm, and its title."""
