"""One running game: its numbered inputs, the referee, and what players and spectators are sent."""
