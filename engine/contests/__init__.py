"""Many games at once: simulations and statistics."""
