"""The rulebook: words, clauses, rulings and matches.

Standard library only, pure and immutable: no clock, no randomness, no input or
output. Everything that another stage shares with the rules (balls, the table,
events, shots) is defined here and imported from here.
"""
