"""Middle Ages, rule by rule."""
