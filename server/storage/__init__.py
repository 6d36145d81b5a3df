"""What survives a kill: the journal, its records, the archive of finished games."""
