"""How the detector is made: data set, training, export, parity."""
