"""A match on the screen: played, replayed, followed."""
