"""Help texts for the players of a game: rules, guide, coach, lesson."""
