"""What a runner under test makes in place of documents; a function of a module, so that it travels to a process."""

import os
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from builder.artefact import PDF, Artefact, PrintRequest
from builder.artefacts import make as real_make
from builder.errors import MissingPartError, PictureError, UnknownChoiceError


def make(source: bytes | str, wanted: PrintRequest) -> Artefact:
    """One of these jobs, by its kind; everything else as it is really made."""
    if wanted.kind not in JOBS:
        return real_make(source, wanted)
    return Artefact(f"{wanted.kind}.pdf", PDF, JOBS[wanted.kind](source, wanted), pages=3)


def job(kind: str, **settings: object) -> PrintRequest:
    return PrintRequest(kind, settings=tuple((name, str(value)) for name, value in settings.items()))


def _doze(source: bytes | str, wanted: PrintRequest) -> bytes:
    time.sleep(float(dict(wanted.settings)["seconds"]))
    return b"done"


def _hang(source: bytes | str, wanted: PrintRequest) -> bytes:
    while True:
        try:
            time.sleep(1)
        except BaseException:  # as deaf as the worst library
            continue


def _spin(source: bytes | str, wanted: PrintRequest) -> bytes:
    while True:
        pass


def _hog(source: bytes | str, wanted: PrintRequest) -> bytes:
    return bytes(len([bytearray(1 << 24) for _ in range(1000)]))


def _fail_when_full(source: bytes | str, wanted: PrintRequest) -> bytes:
    """What C code does that gets no memory: it says something else."""
    hoard = []
    try:
        while True:
            hoard.append(bytearray(1 << 24))
    except MemoryError:
        raise SystemError("error return without exception set") from None


def _die(source: bytes | str, wanted: PrintRequest) -> bytes:
    """Kills its process, as a crash in a C library does, so many times."""
    settings = dict(wanted.settings)
    note = Path(settings["note"])
    with note.open("a") as file:
        file.write("x")
    if note.stat().st_size <= int(settings["times"]):
        os.kill(os.getpid(), int(settings.get("signal", signal.SIGKILL)))
        time.sleep(10)
    return b"done"


def _note(source: bytes | str, wanted: PrintRequest) -> bytes:
    """Says when it begins, in a file."""
    with Path(dict(wanted.settings)["note"]).open("a") as file:
        file.write("x" if isinstance(source, str) else source.decode())
    time.sleep(float(dict(wanted.settings).get("seconds", 0)))
    return b"done"


def _kill_all(source: bytes | str, wanted: PrintRequest) -> bytes:
    """Kills the worker with all its processes, as a machine that fails; notes that it began."""
    _note(source, wanted)
    os.killpg(os.getpgrp(), signal.SIGKILL)
    return b"never"


def _refuse(source: bytes | str, wanted: PrintRequest) -> bytes:
    raise {
        "choice": UnknownChoiceError("There is no style “%(name)s”.", "gothic", ["classic"]),
        "picture": PictureError("it is no picture"),
        "part": MissingPartError("Pango is not installed."),
        "bug": ValueError(f"secret words: {source!r}"),
    }[dict(wanted.settings)["why"]]


JOBS: Mapping[str, Callable[[bytes | str, PrintRequest], bytes]] = {
    "echo": lambda source, wanted: repr((source, wanted)).encode(),
    "large": lambda source, wanted: bytes(5_000_000),
    "process": lambda source, wanted: str(os.getpid()).encode(),
    "doze": _doze,
    "hang": _hang,
    "icon-read": _hang,
    "spin": _spin,
    "hog": _hog,
    "full": _fail_when_full,
    "die": _die,
    "refuse": _refuse,
    "note": _note,
    "kill-all": _kill_all,
}
