"""The table of Middle Ages."""
