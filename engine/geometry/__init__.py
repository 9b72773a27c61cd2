"""Grids and maps of hexes that several games share."""
