"""Grids that several games share."""
