"""Match screens: play, replay, lesson, and notifications."""
