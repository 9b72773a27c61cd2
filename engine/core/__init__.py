"""Building blocks of a game: state, steps, chance, component data, score sheets."""
