"""The SSH front end of the server: speaks SSH, checks keys, and carries bytes to sessions."""
