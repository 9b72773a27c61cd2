"""Many games at once: simulations, contests of bots and their results."""
