"""Reducers of the messages of a table, one or more per file. They change nothing, but return
a new state, and effects for the driver."""
