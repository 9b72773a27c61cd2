"""Canvas, colours, shapes, cards, maps and layout: everything that is painted in cells."""
