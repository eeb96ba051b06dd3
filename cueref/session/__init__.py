"""One match in progress: shots and words come in, rulings go out."""
