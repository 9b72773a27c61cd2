"""Renderer, which sends a canvas to the terminal with cell diffing, SGR styles, cursor and
overlays."""
