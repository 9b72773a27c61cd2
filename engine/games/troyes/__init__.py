"""Troyes."""
