"""The screens around the games: choosing, setting up, waiting, looking things up."""
