"""The report: one page without any network, one drawing for each shot."""
