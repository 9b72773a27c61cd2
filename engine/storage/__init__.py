"""Event stores of matches, and publish/subscribe between the programs that share a store."""
