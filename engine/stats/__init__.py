"""Ratings, records and thinking times of people and bots over all finished games."""
