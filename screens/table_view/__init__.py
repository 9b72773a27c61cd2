"""Shared parts of the table screen: header, decision panel, log, score sheet, turn summary,
final result."""
