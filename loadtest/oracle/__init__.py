"""The rules of Wataï again, from events alone, to check what the server says."""
