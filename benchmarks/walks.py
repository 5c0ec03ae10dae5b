"""Which of our files a walk enters: `.venv/bin/python benchmarks/walks.py SCRIPT.json`.

One sheet is printed as the command line prints it, in this process (no worker), with every function of ours that is
called noted by its file. Files that are only imported do not count.
"""

import sys
import tempfile
from concurrent.futures import Future
from pathlib import Path
from types import FrameType

import builder
from builder import artefacts
from builder.artefacts.runner import LocalRunner
from builder.cli.program import program
from builder.press import fork_server

PACKAGE = Path(builder.__file__).parent
#: The most files that printing one sheet is to enter.
MOST = 65


def is_importing(frame: FrameType | None) -> bool:
    """Whether a call is part of loading one of our modules."""
    while frame:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            return True
        frame = frame.f_back
    return False


def entered(*words: str) -> list[str]:
    """The files of ours whose functions a call of the command line enters, in the order in which it first does."""
    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(str(PACKAGE)) and not is_importing(frame):
            found.setdefault(str(Path(name).relative_to(PACKAGE)))

    def submit(_: LocalRunner, source: bytes | str, wanted: object) -> Future[object]:
        future: Future[object] = Future()
        future.set_result(artefacts.make(source, wanted))  # type: ignore[arg-type]
        return future

    fork_server.prepare = lambda _: None
    LocalRunner.submit = submit  # type: ignore[method-assign, assignment]
    sys.setprofile(note)
    try:
        program.main(list(words))
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    return list(found)


def main() -> None:
    """Prints the list."""
    with tempfile.TemporaryDirectory() as folder:
        files = entered("print", sys.argv[1], "--kind", "sheet", "-d", folder)
    for number, name in enumerate(files, 1):
        print(f"{number:3} {name}")
    print(f"{len(files)} files entered; the most is {MOST}")


if __name__ == "__main__":
    main()
