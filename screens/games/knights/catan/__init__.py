"""The table of Catan, the base game alone."""
