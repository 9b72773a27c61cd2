"""What the guests of a house see beside the tables."""
