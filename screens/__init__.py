"""The user interface: painters, widgets, screens and line mode."""
