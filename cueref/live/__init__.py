"""The referee beside a table: capture, bounded queues, what is said as it happens."""
