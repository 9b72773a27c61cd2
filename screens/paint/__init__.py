"""Cells and what is made of them: canvas, colours, shapes, cards, maps, layout."""
