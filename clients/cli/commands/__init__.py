"""One module per `watai` command."""
