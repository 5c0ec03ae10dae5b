"""Scripts that Bloodstar published: `script.json` is the game's part, the almanac's texts are on a page beside it."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from builder.formats.source import LACKING
from builder.game.almanac import Almanac
from builder.game.problem import Problem, Severity
from builder.game.script import Script

HOSTS = ("bloodstar.xyz", "bloodstar.clocktica.com")


def is_published(script: Script) -> bool:
    """Whether a script names an almanac of Bloodstar's."""
    try:
        host = urlsplit(script.meta.almanac.strip()).hostname or ""
    except ValueError:
        return False
    return any(host == each or host.endswith(f".{each}") for each in HOSTS)


def lacking(script: Script) -> Iterator[Problem]:
    """What the published file of a script does not hold."""
    if is_published(script) and script.almanac == Almanac():
        yield Problem(
            LACKING,
            Severity.NOTICE,
            "This script was published from Bloodstar. Its almanac's texts are not in this file but on the page "
            f"{script.meta.almanac.strip()[:250]}; save that page and give both together to have them.",
            path=f"$[{script.meta_position}].almanac",
        )
