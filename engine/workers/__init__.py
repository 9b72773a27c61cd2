"""Search in worker processes: jobs as plain values, workers, job queue, and bots that move at
tables without people."""
