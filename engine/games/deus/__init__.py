"""Deus: build in columns that fire anew, or offer cards to the gods."""
