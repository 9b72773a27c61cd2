"""Catan: Cities & Knights."""
