"""Results for people: one page of HTML with inline drawings, and tables for the terminal."""
