"""How the tables of the games are painted, one folder each."""
