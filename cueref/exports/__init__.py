"""A stored match in forms that other tools open: tables and labels."""
