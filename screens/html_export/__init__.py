"""Export of a replay as a single HTML page, for people without Guildhall."""
