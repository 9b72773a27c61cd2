"""How the table of Cities & Knights is painted."""
