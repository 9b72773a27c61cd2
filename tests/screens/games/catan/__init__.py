"""Tests of the table of Catan."""
