"""From detections to events: tracks, shots, contacts, rails, pockets."""
