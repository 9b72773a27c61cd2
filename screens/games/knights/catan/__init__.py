"""The table of the Catan base game."""
