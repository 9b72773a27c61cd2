"""The table of Cities & Knights."""
