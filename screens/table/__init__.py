"""A table as a state machine: immutable state, messages, and reducers that turn both into a new
state and effects."""
