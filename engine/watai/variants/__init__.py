"""The sixteen variants, each a small class that reads like its rule, and the plain round they change."""
