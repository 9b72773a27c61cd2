"""Textual screens of matches (play, replay, lesson), with their background searches and their
subscriptions to notifications."""
