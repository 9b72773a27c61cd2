"""Choosing a pick, part by part (input modes), and what painters are given."""
