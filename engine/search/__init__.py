"""Determinized Monte Carlo search: observations of seats, guesses at hidden values, playouts from
these guesses, and estimates of picks."""
