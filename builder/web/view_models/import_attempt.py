"""The result of one import: a script of the library, or errors."""

from dataclasses import dataclass

from builder.web.view_models.just_opened import Twin
from builder.web.view_models.script_page import ProblemView


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of one import: a script of the library, or errors."""

    text: str = ""
    file_name: str = ""
    faults: tuple[ProblemView, ...] = ()
    more: int = 0
    id: str = ""
    name: str = ""
    #: How many characters it has.
    characters: int = 0
    #: Another script of the library with the same content, or another state of the same set.
    twin: Twin | None = None
    #: What was read differently from how it was written, such as a missing comma; nothing if it has an import report.
    repairs: tuple[str, ...] = ()
    #: The cells of a table whose columns are not known, parted by tabs.
    table: str = ""
    #: The status of a response about this import alone, if it failed.
    status: int = 422
