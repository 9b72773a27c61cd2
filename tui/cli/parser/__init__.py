"""The parser of the command line and its help, in the user's language.

`build_parser` builds the parser with `command_line`. There is one module each for commands about
games that people play (`match_parsers`), games in general (`game_parsers`), the server
(`server_parsers`) and the database (`database_parsers`). `arguments` defines the types of
arguments.
"""
