"""The full-screen client on urwid."""
