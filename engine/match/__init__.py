"""What plays a game: the log, the position, the flow of rules, taking back, looking ahead."""
