"""Ratings, records and times per move of people and bots over all finished games."""
