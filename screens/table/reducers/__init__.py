"""Reducers of the messages of a table, one or more per file. They are pure functions."""
