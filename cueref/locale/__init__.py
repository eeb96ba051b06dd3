"""The words of the page in every language: one catalogue, English in the code."""
