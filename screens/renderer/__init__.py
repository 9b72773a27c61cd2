"""Renderer, which adds overlays such as the cursor to a canvas, and sends the changed cells to the
terminal."""
