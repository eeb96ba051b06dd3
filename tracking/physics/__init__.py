"""What a table does to balls, and the replay that tells accounts of a shot apart."""
