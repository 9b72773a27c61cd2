"""Search in worker processes: jobs as plain values, workers, a job queue, and bots that move at
tables without people."""
