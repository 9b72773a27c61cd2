"""Textual screens of matches: play, replay, lesson, and their notifications."""
