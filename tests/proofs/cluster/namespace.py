"""A network namespace for one node, joined to this machine by a pair of devices that can be switched off: the node is then cut off."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from typing import Final

HERE: Final = "10.79.77.1"
"""This machine, seen from the node."""
THERE: Final = "10.79.77.2"
"""The node, seen from this machine."""


class NoNamespace(Exception):
    """Why this machine does not allow one."""


class Namespace:
    """It exists until `remove`."""

    def __init__(self) -> None:
        self._name = f"watai-{os.getpid()}"
        self._device = f"wt{os.getpid()}"
        if shutil.which("ip") is None:
            raise NoNamespace("no program ip: apt-get install iproute2")
        _remove_left_over()
        inside = ("netns", "exec", self._name, "ip")
        try:
            _ip("netns", "add", self._name)
            _ip("link", "add", self._device, "type", "veth", "peer", "eth0", "netns", self._name)
            _ip("address", "add", f"{HERE}/30", "dev", self._device)
            _ip("link", "set", self._device, "up")
            _ip(*inside, "address", "add", f"{THERE}/30", "dev", "eth0")
            for device in ("eth0", "lo"):
                _ip(*inside, "link", "set", device, "up")
        except NoNamespace:
            self.remove()
            raise

    def within(self, command: Sequence[str]) -> list[str]:
        """The command that runs this one inside."""
        return ["ip", "netns", "exec", self._name, *command]

    def cut(self, cut: bool) -> None:
        """Switch the link off, or on again. Packets are lost; nobody is told."""
        _ip("netns", "exec", self._name, "ip", "link", "set", "eth0", "down" if cut else "up")

    def remove(self) -> None:
        """Take it away, with its devices."""
        _remove(self._name, self._device)


def _remove(name: str, device: str) -> None:
    for words in (("link", "delete", device), ("netns", "delete", name)):
        subprocess.run(["ip", *words], capture_output=True, check=False)


def _remove_left_over() -> None:
    """Remove those of runs that were killed: they have the same addresses, and packets would go there."""
    listed = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=False)
    for name in re.findall(r"^watai-\d+", listed.stdout, re.MULTILINE):
        pid = name.removeprefix("watai-")
        if not os.path.exists(f"/proc/{pid}"):
            _remove(name, f"wt{pid}")


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoNamespace(f"ip {' '.join(words[:2])}: {done.stderr.strip()}")
