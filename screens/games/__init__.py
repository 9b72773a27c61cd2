"""Painters and input modes of the games, one package each."""
