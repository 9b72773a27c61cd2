"""How the table of Troyes is painted."""
