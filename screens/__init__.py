"""What a person sees: painters, the widgets that show them, and one screen a game."""
