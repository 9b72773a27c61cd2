"""Reducers of the messages of a table, one per file. They are pure functions."""
