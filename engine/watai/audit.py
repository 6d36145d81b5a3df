"""Everything that could be wrong with a game of Wataï, recomputed from the cards themselves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from watai.engine.watai.arena import Pile
from watai.engine.watai.cards import KIND, KINDS, Back, Card, deck
from watai.engine.watai.deal import format_for
from watai.engine.watai.ladder import Ladder

if TYPE_CHECKING:
    from watai.engine.watai.rules import Watai


def faults(game: "Watai") -> tuple[str, ...]:
    """A sentence for each broken invariant; none in a correct engine."""
    return (*_cards(game), *_piles(game), *_counts(game), *_reels(game))


def _cards(game: "Watai") -> Iterator[str]:
    """Every card of every deck in play is in exactly one place."""
    there = list(game.variant.aside)
    for player in game.players:
        there += [card for card in player.reel if card is not None]
        there += player.talon + player.stock.hand + player.stock.waste
    for pile in game.race.arena.piles:
        there += pile.cards
    expected = _decks(game.backs).union(*map(game.variant.added, game.players))
    if len(there) == len(expected) and set(there) == expected:
        return
    for card, places in Counter(there).items():
        if places != 1 or card not in expected:
            yield f"{card} is in {places} places"
    for card in expected.difference(there):
        yield f"{card} is nowhere"


@cache
def _decks(backs: tuple[tuple[Back, ...], ...]) -> frozenset[Card]:
    """The cards of all decks in play."""
    made = format_for(len(backs))
    return frozenset(card for own in backs for back in own for card in deck(back, made))


def _piles(game: "Watai") -> Iterator[str]:
    """Every pile is a legal run, and the arena knows what each takes."""
    arena = game.race.arena
    places = [0] * len(KINDS)
    for pile in arena.piles:
        if not _legal(pile, arena.ladder):
            yield f"pile {pile.number} is not a legal run"
        if (pile.number in arena.open) != bool(pile.takes):
            yield f"pile {pile.number} is open and closed at once"
        for kind in pile.takes:
            places[kind] += 1
    wanted = 1 << arena.ladder.opens | _bits(places)
    if (places, wanted) != (arena.places, arena.wanted):
        yield "the arena does not know what its piles take"


def _bits(counts: Sequence[int]) -> int:
    """A bit for every kind of which there are any."""
    bits = 0
    for kind, count in enumerate(counts):
        if count:
            bits |= 1 << kind
    return bits


def _legal(pile: Pile, ladder: Ladder) -> bool:
    kinds = [KIND[card] for card in pile.cards]
    steps = all(above in ladder.follows[below] for below, above in pairwise(kinds))
    return kinds[0] == ladder.opens and steps and pile.takes == ladder.follows[kinds[-1]]


def _counts(game: "Watai") -> Iterator[str]:
    """What the race counts as it goes agrees with a fresh count."""
    race = game.race
    laid = Counter(map(itemgetter(0), chain.from_iterable(p.cards for p in race.arena.piles)))
    if any(race.arena.laid[back] != laid[back] for back in race.arena.laid):
        yield "the arena has lost count of a back"
    if game.phase is not race:
        return
    held = list(game.variant.aside)  # set aside without being played
    for player in game.players:
        held += [card for card in player.reel if card is not None]
        held += player.stock.hand
        held += player.stock.waste
    counts = [0] * len(KINDS)
    for card in held:
        counts[KIND[card]] += 1
    if counts != race.counts:
        yield "the race has lost count of a kind"
    if race.held != _bits(race.counts):
        yield "the race has lost sight of a kind"
    fits = bool(race.held & race.arena.wanted)
    if not race.done and fits == (race.exhausted_at is not None):
        yield "the race goes on though nothing fits, or waits for a shout though something does"


def _reels(game: "Watai") -> Iterator[str]:
    """A Dévidoir has its size, and no hole while the Talon lasts."""
    for player in game.players:
        if len(player.reel) != game.variant.reel_size(player.seat):
            yield f"seat {player.seat} has a Dévidoir of {len(player.reel)}"
        if game.options.refill == "auto" and player.holes():
            yield f"seat {player.seat} has a hole that should have been filled"
