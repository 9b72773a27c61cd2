"""The canvas on the terminal: cell diffing, SGR, the cursor and its overlays."""
