"""What every calm game shows around its board: whose turn it is, the menu, the log, and the final scores."""

from collections.abc import Sequence

from wcwidth import width

from watai.clients.cli.games.menu import MenuEntry
from watai.clients.cli.games.sight import TableSight, ViewT
from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.cli.ui.lines import cut, left, length, spread, wrap
from watai.clients.state.model import Model
from watai.clients.state.table_view import read_event
from watai.clients.text.outcome import outcome_sentence
from watai.engine.game import Committed, Prompt, Revealed, Seat

HASTE = 10
"""With so many seconds left or fewer, the clock is shown as a warning."""

Score = tuple[Seat, str]


def headline(sight: TableSight[ViewT], now: float, columns: int) -> list[Line]:
    """Whose turn it is and how long it may last; for the player asked, also the question."""
    text, prompts = sight.narrator.text, sight.table.prompts
    if sight.outcome is not None:
        won = outcome_sentence(text, sight.names, sight.outcome)
        return [[("title", f" {text.say('calm.over')}"), ("plain", f" {won}")]]
    mine = next((each for each in prompts if each.seat == sight.table.seat), None)
    if mine is None:
        waits = "  ".join(_waiting(sight, each) for each in prompts)
        end = [*(_clock(sight, prompts[0], now) if prompts else []), ("plain", " ")]
        room = columns - length(end) - 2
        start: list[Piece] = [("strong", f" {cut(waits, room, sight.glyphs.ellipsis)}")]
        return [spread(start, end, columns, "plain")]
    return _own_headline(sight, mine, now, columns)


def _own_headline(sight: TableSight[ViewT], prompt: Prompt, now: float, columns: int) -> list[Line]:
    say, name = sight.narrator.text.say, sight.names[prompt.seat]
    clock: Line = [("selected", f"{words} ") for _, words in _clock(sight, prompt, now)]
    question = str(sight.find(f"asks.{prompt.ask}"))
    bar = f" {sight.glyphs.turn} {say('calm.yours_to', name=name, question=question)}"
    if width(bar) + length(clock) + 1 <= columns:
        return [spread([("selected", bar)], clock, columns, "selected")]
    bar = f" {sight.glyphs.turn} {say('calm.yours', name=name)}"
    below = ([("strong", f" {words}")] for words in wrap(question, columns - 1))
    return [spread([("selected", bar)], clock, columns, "selected"), *below]


def _waiting(sight: TableSight[ViewT], prompt: Prompt) -> str:
    words = str(sight.find(f"waits.{prompt.ask}"))
    return words.format(name=sight.names[prompt.seat])


def _clock(sight: TableSight[ViewT], prompt: Prompt, now: float) -> list[Piece]:
    if prompt.until is None:
        return []
    whole = max(0, -(-(prompt.until - sight.table.clock(now)) // 1000))
    minutes, seconds = divmod(whole, 60)
    words = sight.narrator.text.say("calm.clock", minutes=minutes, seconds=f"{seconds:02}")
    return [("warning" if whole <= HASTE else "plain", words)]


def menu_panel(sight: TableSight[ViewT], keymap: Keymap, columns: int, lines: int) -> list[Line]:
    """The parts picked so far, and the entries around the cursor."""
    panel: list[Line] = []
    menu = sight.menu
    if menu.said:
        panel.append([("dim", _said(sight, columns))])
    room = max(1, lines - len(panel))
    first = max(0, min(menu.cursor - room // 2, len(menu.entries) - room))
    shown = menu.entries[first : first + room]
    for index, entry in enumerate(shown, first):
        cut_off = (index and index == first) or index == first + room - 1 < len(menu.entries) - 1
        sign = sight.glyphs.ellipsis if cut_off else " "
        panel.append(_entry_line(sight, entry, sign, keymap, columns))
    return panel


def _said(sight: TableSight[ViewT], columns: int) -> str:
    """The parts picked so far; only the last ones where not all fit."""
    labels = [part.label for part in sight.menu.said]
    between = " / "
    while width(between.join(labels)) > columns and labels[1:]:
        labels = [sight.glyphs.ellipsis, *labels[1 + (labels[0] == sight.glyphs.ellipsis) :]]
    return cut(between.join(labels), columns, sight.glyphs.ellipsis)


def _entry_line(
    sight: TableSight[ViewT], entry: MenuEntry, sign: str, keymap: Keymap, columns: int
) -> Line:
    key = keymap.label(f"menu.{entry.number}")
    more = "" if entry.move is not None else f" {sight.glyphs.ellipsis}"
    words = cut(entry.label, columns - 5 - len(more), sight.glyphs.ellipsis) + more
    pointed = entry is sight.menu.pointed
    style, sign = ("selected", sight.glyphs.pointer) if pointed else ("plain", sign)
    return [(style, f"{sign} "), (style if pointed else "key", f"{key:>2}"), (style, f" {words}")]


def note(words: str, columns: int) -> list[Line]:
    """A dim sentence in place of the menu."""
    return [[("dim", each)] for each in wrap(words, columns)]


def log_panel(sight: TableSight[ViewT], model: Model, columns: int, lines: int) -> list[Line]:
    """The last events in words, the newest at the bottom."""
    told: list[Line] = []
    style = "plain"
    for happened in reversed(model.happened):
        event = read_event(sight.table.game, happened)
        if event is None or isinstance(
            event, Committed | Revealed
        ):  # commitments to the dice are not shown
            continue
        words = wrap(sight.narrator.tell(event), columns - 2, "") if columns > 2 else []
        if len(told) + len(words) > lines:
            break
        marks = [f"{sight.glyphs.hole} ", *["  "] * (len(words) - 1)]
        told = [
            [("dim", mark), (style, each)] for mark, each in zip(marks, words, strict=False)
        ] + told
        style = "dim" if told else style
    return told or _about(sight, columns)


def _about(sight: TableSight[ViewT], columns: int) -> list[Line]:
    """What this game is about, until the first event."""
    return note(sight.narrator.text.say(f"games.about.{sight.table.game}"), columns - 2)


def summary(sight: TableSight[ViewT], scores: Sequence[Score], columns: int) -> list[Line]:
    """How the game ended, and every player's score, the best first."""
    outcome = sight.outcome
    assert outcome is not None
    panel: list[Line] = [
        [("plain", words)] for words in wrap(str(sight.find(f"reasons.{outcome.reason}")), columns)
    ]
    name_width = max(width(sight.name(seat)) for seat, _ in scores)
    for seat, score in scores:
        sign = sight.glyphs.yes if seat in outcome.winners else " "
        style = "good" if seat in outcome.winners else sight.style(seat)
        panel.append([(style, f" {sign} {left(sight.name(seat), name_width, '')}  {score}")])
    return panel
