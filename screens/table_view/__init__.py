"""What is painted at every table: header, panel, log, sheet, news, end."""
