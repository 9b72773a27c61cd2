"""Vocabulary in which a game is written: state, steps, chance, component data, score sheets."""
