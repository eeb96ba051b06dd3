"""From detections to events: following, motion, physics, events, in that order."""
