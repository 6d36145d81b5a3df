"""What an operator can set: configuration, command-line flags, limits. Values only, no behaviour."""
