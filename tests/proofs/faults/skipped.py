"""Why a fault cannot be tried here."""


class Skipped(Exception):
    """The sentence says what this machine does not allow."""
