"""The disk of the journal is full, or takes nothing any more.

full       the journal lies on a small tmpfs of its own; a ballast file fills it. Needs root, to mount.
read-only  the files are made immutable (chattr +i), which stops writes even to open files. Needs root and a file
           system that has it; permissions alone would stop neither root nor a file that is open.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.proofs.faults.restarted_server import NotStarted
from tests.proofs.faults.scene import FaultScene, Workload, scene
from tests.proofs.faults.skipped import Skipped
from watai.loadtest.results.schema import FaultFigures

SIZE: Final = "256m"
SHORT: Final = 4.0  # seconds: the server waits ten for its journal
PATIENCE: Final = 40.0

Do = Callable[[], None]


def full(load: Workload, times: int) -> FaultFigures:
    """The disk is full for a while; then until the server gives up; then while it is killed."""
    with _small_disk() as folder, scene(load, folder) as here:
        here.figures.how = f"a tmpfs of {SIZE}, filled by a ballast file"
        ballast = folder / "ballast"
        for _ in range(times):
            here.play()
            _fill(ballast)
            here.play(SHORT)
            ballast.unlink()
            here.play()
            here.compare(time.monotonic())
            _until_it_ends(here, lambda: _fill(ballast), ballast.unlink)
            here.play()
            _fill(ballast)
            here.play(1.0)
            here.server.kill()
            ballast.unlink()
            here.restart()
            here.fresh_players()
        return here.count()


def read_only(load: Workload, times: int) -> FaultFigures:
    """Writes fail for a while, then until the server gives up; a start on such a folder is refused in words."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _needs_immutable(folder)
        try:
            with scene(load, folder) as here:
                here.figures.how = "chattr +i of the journal's files and folder"
                for _ in range(times):
                    here.play()
                    _immutable(folder, True)
                    here.play(SHORT)
                    _immutable(folder, False)
                    here.play()
                    here.compare(time.monotonic())
                    _until_it_ends(
                        here, lambda: _immutable(folder, True), lambda: _immutable(folder, False)
                    )
                    here.play()
                    here.server.kill()
                    _immutable(folder, True)
                    _refused(here)
                    _immutable(folder, False)
                    here.restart()
                return here.count()
        finally:
            _immutable(folder, False)


def _until_it_ends(here: FaultScene, begin: Do, end: Do) -> None:
    """The fault lasts longer than the server waits: it must end by itself, and lose nothing."""
    here.play()
    begin()
    here.play(1.0)
    code = here.server.ended(PATIENCE)
    end()
    if not code:
        here.figures.faults.append(f"the server ended with {code} on a journal that takes nothing")
        here.server.kill()
    here.restart()


def _refused(here: FaultScene) -> None:
    """A start that cannot write must fail, with a sentence and without a traceback."""
    try:
        here.server.start()
    except NotStarted as words:
        if "Traceback" in str(words) or not str(words):
            here.figures.faults.append(f"a start on a read-only folder says: {words}")
        return
    here.figures.faults.append("the server started on a folder that it cannot write")
    here.server.kill()


def _fill(ballast: Path) -> None:
    """Take all the room that is left."""
    with ballast.open("wb", buffering=0) as file:
        size = 1 << 20
        while size:
            try:
                file.write(bytes(size))
            except OSError:
                size //= 2


@contextmanager
def _small_disk() -> Iterator[Path]:
    if os.geteuid():
        raise Skipped("mounting a small disk needs root")
    with tempfile.TemporaryDirectory() as folder:
        mounted = _run("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "watai-faults", folder)
        if mounted:
            raise Skipped(f"no small disk: {mounted}")
        try:
            yield Path(folder)
        finally:
            _run("umount", "--lazy", folder)


def _needs_immutable(folder: Path) -> None:
    """Skip unless an immutable file refuses writes that come through an open descriptor."""
    probe = folder / "probe"
    with probe.open("wb", buffering=0) as file:
        said = _run("chattr", "+i", str(probe))
        if said:
            raise Skipped(f"files cannot be made immutable: {said}")
        try:
            file.write(b"x")
            raise Skipped("an immutable file still takes writes on this file system")
        except PermissionError:
            pass
        finally:
            _run("chattr", "-i", str(probe))
    probe.unlink()


def _immutable(folder: Path, on: bool) -> None:
    files = [str(path) for path in folder.glob("journal.sqlite*") if not path.name.endswith("-shm")]
    _run("chattr", "+i" if on else "-i", *files, str(folder))


def _run(*command: str) -> str:
    """Run a command; its complaint, or nothing."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        return str(error)
    return ran.stderr.strip() or f"exit code {ran.returncode}" if ran.returncode else ""
