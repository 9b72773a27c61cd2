"""The table of Deus."""
