"""Thinking in processes of its own (worker pool): questions as plain values, workers, who is
answered first, and bots that move where nobody looks."""
