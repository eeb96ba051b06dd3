"""The page and the interface for club software: HTTP, events, video, clips."""
