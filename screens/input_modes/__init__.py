"""Input modes: choosing a pick part by part."""
