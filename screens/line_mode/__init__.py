"""Play in lines: questions, numbered choices and typed answers, for ears, scripts and pipes."""
