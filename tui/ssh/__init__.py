"""The SSH front end of the server, which speaks SSH, checks keys, and carries bytes to sessions."""
