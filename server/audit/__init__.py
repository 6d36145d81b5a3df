"""The commands that export, verify and anonymize finished games."""
