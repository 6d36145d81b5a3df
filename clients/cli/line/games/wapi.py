"""Wapi in lines: the board in sentences, a section each."""

from collections.abc import Iterable
from fractions import Fraction

from watai.clients.cli.games.wapi import mixed
from watai.clients.cli.line.games.calm import CalmLines
from watai.clients.state.table_view import TableView
from watai.clients.text.catalogue import Number
from watai.clients.text.narrator import Narrator
from watai.engine.wapi.view import SectionView, WapiView


class WapiLines(CalmLines):
    """One match of Wapi; its moves are picked from the menu."""

    def table(self, table: TableView, now: float) -> Iterable[str]:
        view = table.view
        assert isinstance(view, WapiView)
        narrator = Narrator(self.scene.text, table.game, self.scene.model.names)
        for section in view.sections:
            yield self._section(section, view, narrator)
        for seat, points in enumerate(view.points):
            yield self._count(
                "player",
                Fraction(points),
                name=narrator.names[seat],
                points=mixed(points),
                totems=narrator.things(view.totems[seat], "totem"),
            )
        yield self._coins(view)
        yield self.scene.text.say(f"wapi.face.{view.scoring}")
        if view.symbol is not None:
            yield self._say("face.drew_symbol", symbol=narrator.word(view.symbol, None))
        elif view.coin is not None:
            yield self._say("face.drew_coin", value=view.coin)
        yield from self.waits(table)

    def _section(self, section: SectionView, view: WapiView, narrator: Narrator) -> str:
        say, worth = self._say, sum(section.coins)
        owners = [narrator.names[seat] for seat in section.tokens if seat is not None]
        left = next(each.left for each in view.bag if each.symbol == section.symbol)
        totems = (
            say("lines.totems", names=self.scene.text.listed(owners))
            if owners
            else say("lines.no_totem")
        )
        free = self._count("free", section.coin_spaces - len(section.coins))
        name = narrator.word(section.symbol, None)
        return say(
            "lines.section",
            symbol=name.capitalize(),
            worth=worth,
            totems=totems,
            free=free,
            left=left,
        )

    def _coins(self, view: WapiView) -> str:
        kinds = [each for each in view.bag if each.value is not None]
        told = (self._say("face.coin_left", value=each.value, left=each.left) for each in kinds)
        return f"{self._say('face.coins_left')} {', '.join(told)}."

    def _say(self, name: str, /, **values: object) -> str:
        return self.scene.text.say(f"wapi.{name}", **values)

    def _count(self, name: str, number: Number, /, **values: object) -> str:
        return self.scene.text.count(f"wapi.lines.{name}", number, **values)
