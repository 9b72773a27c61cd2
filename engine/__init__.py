"""Everything below the user interface: games, matches, bots, storage, lobby, statistics."""
