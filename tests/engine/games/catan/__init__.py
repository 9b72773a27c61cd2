"""Tests of Catan, the base game."""
