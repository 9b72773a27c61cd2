"""What a game tells people: its rules, its guide, its coach."""
