"""`watai drain`: asks a node to hand its rooms over to the others and to end, and tells how far it is.

The order goes through Redis: whoever has its password is the operator of the cluster, and nobody else can give one. The
node needs no port for it, and neither guests nor pages nor those who may read its metrics reach it.
"""

import argparse
import sys
from typing import TYPE_CHECKING, Final

import trio

from watai.protocol.problem import Problem
from watai.protocol.settings import BadSetting
from watai.server.settings.config import Config, read_config
from watai.server.settings.translations import TextTable, Translations

if TYPE_CHECKING:
    from watai.server.cluster.directory import Directory, NodeLine

OK, FAILURE, USAGE = 0, 1, 2
LOOK_SECONDS: Final = 0.25
PATIENCE_SECONDS: Final = 30.0
"""How long after the deadline a node may take to say goodbye."""


class CannotDrain(Problem):
    """The node cannot be drained; the message says why and what to do."""


def command_line(text: TextTable | None = None) -> argparse.ArgumentParser:
    """The parser of `watai drain`."""
    return _parser(Translations(text))


def _parser(words: Translations) -> argparse.ArgumentParser:
    examples = [
        "watai drain wss://two.example.org:7777 --deadline 120",
        "WATAI_REDIS=redis://:SECRET@10.0.0.1 watai drain ws://10.0.0.2:7777",
    ]
    parser = argparse.ArgumentParser(
        prog="watai drain",
        description=words.say(
            "Hand the rooms of one node over to the others, then end it. Games without races go at once, races at the end of their round."
        ),
        epilog="\n\n".join(
            [
                "\n".join([words.say("examples:"), *(f"  {each}" for each in examples)]),
                words.say("exit codes: 0 drained, 1 cannot be drained, 2 wrong usage"),
            ]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "url", metavar="URL", help=words.help("the node's address, as it advertises it to players")
    )
    parser.add_argument(
        "--deadline",
        metavar="SECONDS",
        type=float,
        default=float(Config().drain_seconds),
        help=words.help(
            "after this time races are handed over in mid-round (default: {value})",
            value=Config().drain_seconds,
        ),
    )
    parser.add_argument(
        "--redis",
        metavar="URL",
        help=words.help("the Redis of the cluster; also WATAI_REDIS, or a line of the file"),
    )
    parser.add_argument(
        "--config", metavar="FILE", help=words.help("the TOML file of “watai serve”")
    )
    parser.add_argument("--lang", help=argparse.SUPPRESS)
    return parser


def main(argv: list[str], text: TextTable | None = None) -> int:
    """Run the command. Returns 0 when the node has gone, 1 if it cannot be drained, 2 for wrong usage."""
    words = Translations(text)
    parser = _parser(words)
    args = parser.parse_args(argv)
    if not 0 <= args.deadline < float("inf"):
        parser.error(words.say("--deadline is a number of seconds"))
    flags = [("--config", args.config), ("--redis", args.redis)]
    given = [word for flag, value in flags if value is not None for word in (flag, value)]
    try:
        trio.run(_drain, read_config(given).redis, args.url, args.deadline, words)
    except BadSetting as bad:
        print(f"watai drain: {words.explain(bad)}", file=sys.stderr)
        return USAGE
    except Problem as problem:
        print(f"watai drain: {words.explain(problem)}", file=sys.stderr)
        return FAILURE
    return OK


async def _drain(redis_url: str, url: str, seconds: float, words: Translations) -> None:
    if not redis_url:
        raise CannotDrain(
            "a server without a Redis has nobody to hand its rooms over to: SIGTERM stops it, and its games go on when it is "
            "started again. For a node of a cluster, name the Redis: --redis, or WATAI_REDIS"
        )
    try:  # only then coredis is needed
        from watai.server.cluster.directory import Directory
        from watai.server.cluster.redis import RedisAway
        from watai.server.cluster.redis_client import connect
    except ImportError:
        raise CannotDrain("--redis needs a library: pip install 'watai-arena[redis]'") from None
    problem: Problem | None = None
    async with connect(redis_url) as redis:
        try:
            await _follow(Directory(redis), url, seconds, words)
        except RedisAway as away:
            problem = CannotDrain("Redis cannot be reached: {error}", error=away)
        except Problem as cannot:
            problem = cannot
    if problem is not None:
        raise problem  # outside of the client's nursery, which would wrap it in a group


async def _follow(directory: "Directory", url: str, seconds: float, words: Translations) -> None:
    """Give the order, and print what is left until the node has gone."""
    await directory.check()
    living = await directory.living()
    nodes = {each.id for each in _at(url, living)}
    if not nodes:
        known = ", ".join(sorted(each.url for each in living)) or words.say("no node at all")
        raise CannotDrain("no node is reached at {url}; there are: {known}", url=url, known=known)
    if not any(each.id not in nodes and not each.draining for each in living):
        raise CannotDrain(
            "there is no other node to hand its rooms over to: start one first, or stop this one by SIGTERM and its rooms wait"
        )
    for node in nodes:
        await directory.order_drain(node, seconds)
    told = -1
    with trio.move_on_after(seconds + PATIENCE_SECONDS):
        while left := [each for each in await directory.living() if each.id in nodes]:
            rooms = sum(each.rooms for each in left)
            if rooms != told:
                told = rooms
                print(words.say("{url}: rooms left: {rooms}", url=url, rooms=rooms), flush=True)
            await trio.sleep(LOOK_SECONDS)
        if not all([await directory.has_left(node) for node in nodes]):
            raise CannotDrain(
                "{url} was silent until its lease ran out: others take its rooms, but it has not drained. End its process: "
                "should it wake up, it joins again and does not know of this order",
                url=url,
            )
        print(words.say("{url} has handed everything over, and ends", url=url), flush=True)
        return
    raise CannotDrain("{url} has not ended; rooms left: {rooms}", url=url, rooms=told)


def _at(url: str, living: "list[NodeLine]") -> "list[NodeLine]":
    """The nodes that are reached at this address, with or without a slash at its end."""
    return [each for each in living if each.url.rstrip("/") == url.rstrip("/")]
