"""One module per `watai bench` subject."""
