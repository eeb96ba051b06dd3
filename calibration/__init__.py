"""From pixels to the table frame: lens, homography, landmarks, stored tables."""
