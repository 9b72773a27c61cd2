"""A table as a function: what is done there is a value, and what an input does to it another."""
