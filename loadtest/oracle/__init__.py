"""The rules of Wataï once more, from events alone, to check what the server says."""
