"""Many games at once: simulations and contests of bots, with their results."""
