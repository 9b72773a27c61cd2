"""Determinized Monte Carlo search: observations of a seat, guesses of what it cannot see, playouts
from those, and the values of picks."""
