"""Waka Waka: merchants of a village, six goods, four boats and eleven kinds of cards."""
