"""The parser of the command line and its help, in the user's language.

`build_parser` puts it together with the help of `command_line`. Commands about games people play
(`match_parsers`), games in general (`game_parsers`), the server (`server_parsers`) and the database
(`database_parsers`) have a module each. `arguments` holds the types of arguments.
"""
