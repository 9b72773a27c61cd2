"""Thinking ahead (determinized Monte Carlo search): what a seat may see, guesses of what it may
not, playouts from those, and what picks are worth by them."""
