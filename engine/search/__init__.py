"""Determinized Monte Carlo search: what a seat may know (its observation), guesses of the hidden
values, playouts from these guesses, and estimates of picks."""
