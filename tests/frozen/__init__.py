"""Tests that hold for ever what people have saved and what their programs rely on.

The records in `data` come from commit 8724a198. Whatever is renamed or moved inside the program,
these tests pass without a change: they reach the program only by its command line, by files, by
the protocol of `docs/bots.md` and by the tables of a database. The single name of the program's
own that they import stands in `reaching.py`.

- `test_exchanges.py`: the bot protocol, with a match of each game (`data/exchanges`).
- `test_positions.py`: `show --json`, its field names, `"is"` and values (`data/positions`).
- `test_logs.py`: saved games with steps that golden games lack (`data/logs`), and the names of
  steps and commands in new logs (`data/names.json`).
- `test_options.py`: option names, values and usual values (`data/options.json`).
- `test_components.py`: keys and ids of components (`data/components.json`), a user's own values
  and their folder (`data/own_data`).
- `test_store.py`: a store with everything in it (`data/store.sql`): it opens, answers
  (`data/store.json`), is copied and plays on; games of a retired bot among its matches.
- `test_tables.py`: tables and columns, on disk and in PostgreSQL (`data/tables.json`).
- `test_settings.py`: `settings.toml` with everything in it (`data/settings.toml`), the values of
  settings (`data/settings_values.json`), ids of commands.
- `test_places.py`: `GUILDHALL_HOME`, `GUILDHALL_STORE`, names of files and folders, `host_key`.

Golden games (`tests/golden`) hold the bytes of whole logs, and the digests in them.

Text that people read is not held: questions, reasons and titles are left out before anything is
compared. The order of options is not held either, nor which of too many options are shown.

A record is never made again to let a test pass: what differs breaks somebody's games, programs or
settings. Where the rules number of a game rises, or a game is added, `python -m
tests.frozen.recording GAME` writes the records of that game. `data/store.sql` was written by the
stores of 8724a198 and cannot be made again.
"""
