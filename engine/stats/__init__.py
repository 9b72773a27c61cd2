"""Statistics over all finished games: ratings, records and times per move of people and bots."""
