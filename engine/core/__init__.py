"""What a game is written in: the state of its table, its steps, chance, data, sheets."""
