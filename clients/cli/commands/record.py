"""`watai record`: fetches the record of a finished game from its server, and checks the commitment that was kept."""

import argparse
import sys
from functools import partial
from pathlib import Path

import trio

from watai.clients.cli.commands.start import read_all, say_last_words
from watai.clients.cli.config.flags import add_server, help_text, make_parser
from watai.clients.cli.config.identities import kept_commitment, state_folder, take
from watai.clients.cli.exits import FAILURE, OK, REFUSED
from watai.clients.cli.session.mode import Mode
from watai.clients.cli.session.program import program
from watai.clients.cli.session.visit import Visit
from watai.clients.cli.ui.screen import Scene
from watai.clients.link.address import USUAL, read_address
from watai.clients.state.guest import ClientGuest
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.clients.text.refusals import explain
from watai.engine.dice import opens
from watai.protocol.messages import FetchRecord, RecordPart, Refused, ServerMessage
from watai.protocol.replay import BadReplay, read_replay

SHOWN = "-"


class RecordMode(Mode):
    """Asks for the record, part by part, writes it and ends."""

    def __init__(self, scene: Scene, visit: Visit, match: str, output: str, kept: str = "") -> None:
        super().__init__(scene, visit)
        self._match = match
        self._output = output
        self._kept = kept or output
        """Where the file is when this is over: its user is told that name."""

    async def attend(self, guest: ClientGuest) -> None:
        file = ""
        while True:
            answer = await guest.ask(partial(_fetch, self._match, len(file)))
            if isinstance(answer, Refused):
                self.end(REFUSED, explain(self.scene.text, answer))
                return
            assert isinstance(answer, RecordPart)
            file += answer.part
            if len(file) >= answer.total or not answer.part:
                break
        self._finish(file.encode())

    def heard(self, message: ServerMessage) -> None:
        pass

    def _finish(self, file: bytes) -> None:
        """Write the record and say whether it fits the commitment."""
        text = self.scene.text
        kept = kept_commitment(state_folder(), self._match)
        try:
            seed = read_replay(file).seed
            self._write(file)
        except BadReplay as bad:
            self.end(FAILURE, bad.told(text.find("replay.why") or {}))
        except OSError as error:
            self.end(FAILURE, text.say("commands.record_unwritten", why=error.strerror or ""))
        else:
            if kept is not None and not opens(kept, seed):
                self.end(FAILURE, text.say("commands.record_differs", commitment=kept))
                return
            self._say("record_unknown" if kept is None else "record_fits", kept or "")
            self.end(OK)

    def _write(self, file: bytes) -> None:
        if self._output == SHOWN:
            sys.stdout.buffer.write(file)
            sys.stdout.buffer.flush()
        else:
            Path(self._output).write_bytes(file)

    def _say(self, word: str, commitment: str) -> None:
        text = self.scene.text
        print(text.say(f"commands.{word}", commitment=commitment), file=sys.stderr)
        if self._output != SHOWN:
            command = f"{program()} verify {self._kept}"
            print(text.say("commands.record_verify", command=command), file=sys.stderr)


def _fetch(match: str, offset: int, n: int) -> FetchRecord:
    return FetchRecord(n, match, offset)


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "record", "MATCH")
    parser.add_argument("match", metavar="MATCH", help=help_text(text, "match"))
    add_server(parser, text)
    parser.add_argument(
        "--output", metavar="FILE", default=SHOWN, help=help_text(text, "record_output")
    )
    parser.add_argument("--name", help=help_text(text, "name"))
    parser.add_argument("--lang", choices=LANGUAGES, help=help_text(text, "lang"))
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    _, settings, scene = read_all(parser, args, text, start=False)
    url = read_address(settings.server or USUAL)
    with take(state_folder(), url, settings.name) as identity:
        visit = Visit(identity, settings.name, url)
        mode = RecordMode(scene, visit, args.match, args.output)
        return say_last_words(mode, trio.run(mode.run), json=False)
