"""Statistics over all finished games: ratings and records of people and bots, and people's times
per move."""
