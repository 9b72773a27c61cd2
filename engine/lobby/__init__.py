"""The lobby of a server: users, keys, waiting tables, seat owners, proposals, chat."""
