"""The palettes, their Textual themes, and the colour depths of terminals."""
