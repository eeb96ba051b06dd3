"""JSON objects of the rulebook's values; `adjudicator.notation` is the door."""
