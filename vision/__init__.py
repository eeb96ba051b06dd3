"""From frames to detections: sources, the ball detector, centres, identity."""
