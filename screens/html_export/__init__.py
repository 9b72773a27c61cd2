"""A game for people who have no Guildhall: a replay as one page for a web browser."""
