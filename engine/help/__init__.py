"""Help texts of a game for its players: rules, guide, coach, lesson."""
