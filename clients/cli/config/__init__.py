"""Settings, command-line flags and saved identities."""
