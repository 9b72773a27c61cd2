"""Who is asked first what an input means: one layer a file, none of which changes anything."""
