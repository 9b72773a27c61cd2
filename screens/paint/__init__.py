"""Canvas, colours, shapes, cards, maps and layout: everything painted in cells."""
