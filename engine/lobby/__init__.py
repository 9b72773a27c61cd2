"""The people of a house: names, keys, tables that wait, seats, proposals, talk."""
