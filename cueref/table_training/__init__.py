"""Makes the two networks that find a table (`calibration.networks`); needs torch."""
