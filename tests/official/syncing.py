"""What the tests of syncing share."""

from pathlib import Path
from typing import Any

import toolmaker_site

from builder import catalogue
from builder.official import download, edition, sync

SHARED = Path(__file__).resolve().parents[3] / "shared" / "fixtures" / "official" / "resources"


def bring(origin: object) -> sync.Synced:
    return sync.bring(download.choose(str(origin)), catalogue.ours(), lambda what, done, total: None)


def changed(**lists: Any) -> dict[str, bytes]:
    """The invented site with other roles, jinxes or nights."""
    import json

    names = {"roles": "data/roles.json", "jinxes": "data/jinxes.json", "nights": "data/nightsheet.json"}
    return toolmaker_site.files() | {names[name]: json.dumps(value).encode() for name, value in lists.items()}


def in_folder() -> set[str]:
    """What lies in the folder of everything official."""
    return {path.name for path in edition.home().iterdir()} if edition.home().is_dir() else set()
