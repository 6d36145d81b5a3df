"""`watai bench fairness`: whether the quicker player wins, on a real server over real links, or the quicker network."""
