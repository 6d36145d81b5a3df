"""The table of Wataï in sentences, and which of the player's cards fit where."""

from collections.abc import Iterator

from watai.clients.cli.games.watai.cards import Cards
from watai.clients.cli.games.watai.fits import fit, playable
from watai.clients.cli.line.games.watai.typed import rivals, write_face
from watai.clients.cli.ui.screen import Scene
from watai.engine.game import Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.view import FACE_OF, PlayerView, WataiView


def race_lines(scene: Scene, view: WataiView, seat: Seat | None) -> Iterator[str]:
    """The table now: the round, rivals, piles, and the player's own cards."""
    say, count, names = scene.text.say, scene.text.count, scene.model.names
    yield say("lines.race.round", round=view.round, leader=names[view.leader])
    if view.variant:
        yield say(f"watai.events.VariantSet.{view.variant}")
    for number, rival in enumerate(rivals(len(view.players), seat), 1):
        player = view.players[rival]
        name = f"{number}. {names[rival]}"
        yield count("lines.race.rival", player.total, name=name, talon=player.talon)
    for pile in view.piles:
        takes = ", ".join(_named(scene, face) for face in pile.takes)
        top = _named(scene, FACE_OF[pile.top])
        takes = takes or say("lines.race.nothing")
        yield say("lines.race.pile", pile=pile.pile, top=top, takes=takes)
    if not view.piles:
        yield say("lines.race.no_piles", opens=_named(scene, view.opens))
    if seat is not None:
        yield from hand_lines(scene, view.players[seat])


def hand_lines(scene: Scene, me: PlayerView) -> Iterator[str]:
    """The player's own cards and points."""
    say = scene.text.say

    def face(card: Card | None) -> str:
        return say("lines.race.nothing") if card is None else _named(scene, FACE_OF[card])

    reel = ", ".join(map(face, me.reel))
    yield say("lines.race.mine", reel=reel, talon=me.talon)
    total = scene.text.count("lines.race.total", me.total)
    yield f"{say('lines.race.stock', top=face(me.top), stock=me.stock)} {total}"
    if me.may_shout:
        yield say("lines.race.may_shout")


def fitting_lines(scene: Scene, view: WataiView, seat: Seat) -> Iterator[str]:
    """Each of the player's cards that fits, as it would be typed; or what else to do."""
    say = scene.text.say
    me, none = view.players[seat], True
    for card in playable(me):
        where = fit(view, card, seat)
        if where:
            none = False
            name = _named(scene, FACE_OF[card])
            piles = ", ".join(map(str, where.piles))
            if where.opens:
                yield say("lines.race.opens", card=name)
            else:
                yield scene.text.count("lines.race.fits", len(where.piles), card=name, piles=piles)
    if me.may_shout:
        yield say("lines.race.may_shout")
    elif none:
        yield say("lines.race.nothing_fits")


def _named(scene: Scene, face: str) -> str:
    """A card as it would be typed; one that is typed as a sign, such as + for Start, after its name."""
    typed = write_face(face, Cards(scene.text).letters)
    return f"{scene.text.say(f'watai.words.{face}')} ({typed})" if len(face) == 1 else typed
