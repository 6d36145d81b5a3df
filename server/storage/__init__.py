"""What survives a killed process: the journal, its records, and the archive of finished games."""
