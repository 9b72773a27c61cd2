"""Middle Ages: a fief of eight columns, sixteen rounds, one plot tile a round."""
