"""A library from every version that was ever released opens in this one, with everything in it."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sheets import ids, saved, script

from builder.library import Library, db
from builder.library.models import Base
from builder.settings import Settings

RELEASED = Path(__file__).with_name("released")
VERSIONS = sorted(path.name[:4] for path in (db.MIGRATIONS / "versions").glob("[0-9]*.py"))


def released(number: str, here: Settings) -> Library:
    """A library as that version left it, opened by this one."""
    here.data_folder.mkdir(parents=True)
    with closing(sqlite3.connect(here.data_folder / db.FILE)) as connection:
        connection.executescript((RELEASED / f"{number}.sql").read_text(encoding="utf-8"))
    return Library.open(here)


def test_the_newest_version_is_the_one_that_the_migrations_lead_to() -> None:
    config = Config()
    config.set_main_option("script_location", str(db.MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == db.newest()


def test_a_library_that_is_up_to_date_opens_without_the_tools_of_an_upgrade(here: Settings) -> None:
    Library.open(here).close()
    program = (
        "import sys; from builder.library import Library; from builder.settings import Settings;"
        f"Library.open(Settings(data={here.data!r})).close(); print('alembic' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_every_version_has_a_library_to_upgrade_from() -> None:
    assert VERSIONS
    assert sorted(path.stem for path in RELEASED.glob("*.sql")) == VERSIONS


@pytest.mark.parametrize("number", VERSIONS)
def test_nothing_is_lost_by_an_upgrade_from(number: str, here: Settings) -> None:
    library = released(number, here)
    (listed,) = library.scripts("leech evening")
    held = library.get(listed.id)
    assert held is not None
    assert (held.script.name, ids(held)) == ("An Old Script", ["imp", "chef", "leech"])
    assert (held.revision, held.can_undo, held.can_redo) == (2, True, True)
    assert [each.difference for each in library.history(held.id)] == ["− Imp", "+ Leech", ""]
    assert [(each.label, each.may_edit) for each in library.shares(held.id)] == [("For the club", True)]
    assert [each.name for each in library.scripts(in_bin=True)] == ["Thrown away"]
    assert [each.name for each in library.icons()] == ["moon"]
    assert ids(library.undo(held.id)) == ["imp", "chef"]
    assert ids(saved(library, library.get(held.id) or held, script("monk"))) == ["monk"]
    library.close()


@pytest.mark.parametrize("number", VERSIONS)
def test_an_upgraded_library_has_the_tables_of_a_new_one(number: str, here: Settings, tmp_path: Path) -> None:
    old, new = released(number, here), Library.open(Settings(data=str(tmp_path / "new")))
    assert [each.lower() for each in shape(old)] == [each.lower() for each in shape(new)]
    old.close()
    new.close()


def shape(library: Library) -> list[str]:
    with library.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        return [" ".join(str(row.sql).split()) for row in rows]


def test_the_tables_are_as_the_code_describes_them(any_library: Library) -> None:
    with any_library.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, Base.metadata) == []


def test_a_database_that_is_somebody_elses_is_not_upgraded(here: Settings) -> None:
    here.data_folder.mkdir(parents=True)
    with closing(sqlite3.connect(here.data_folder / db.FILE)) as connection:
        connection.executescript("CREATE TABLE scripts (cats TEXT); INSERT INTO scripts VALUES ('Tom')")
    from builder.errors import LibraryError

    with pytest.raises(LibraryError, match="scripts"):
        Library.open(here)
    with closing(sqlite3.connect(here.data_folder / db.FILE)) as connection:
        assert connection.execute("SELECT * FROM scripts").fetchall() == [("Tom",)]
