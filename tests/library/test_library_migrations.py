"""A library from every version that was ever released opens in this one, with everything in it."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sheets import ids, saved, script

from builder.errors import LibraryError
from builder.library import Library, db
from builder.library.models import Base
from builder.settings import Settings

RELEASED = Path(__file__).with_name("released")
VERSIONS = sorted(path.name[:4] for path in (db.MIGRATIONS / "versions").glob("[0-9]*.py"))


@pytest.fixture
def new_library() -> None:
    """Nothing to begin with: here every new library is made by all migrations."""


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


@pytest.fixture
def shared(empty_database: str, tmp_path: Path) -> Settings:
    """A database without tables that several servers are about to use."""
    return Settings(data=str(tmp_path / "data"), database=empty_database)


def change(shared: Settings, *statements: str) -> None:
    engine = sa.create_engine(shared.database)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def upgrade_to(shared: Settings, version: str) -> None:
    """What an older program's upgrade left behind."""
    config, engine = Config(), sa.create_engine(shared.database)
    config.set_main_option("script_location", str(db.MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    engine.dispose()


@pytest.mark.parametrize(
    ("version", "state"), [("", "has no tables yet"), ("0001", "of an older Clockwright")]
)
def test_a_server_says_how_to_upgrade_a_shared_database_and_leaves_that_to_a_person(
    shared: Settings, version: str, state: str
) -> None:
    if version:
        upgrade_to(shared, version)
    for _ in range(2):
        with pytest.raises(LibraryError, match=f"{state}.*Run this once.*clockwright library upgrade"):
            Library.open(shared)
    assert Library.upgrade(shared) == Library.upgrade(shared) == db.newest()
    library = Library.open(shared)
    held = library.create(script())
    assert ids(saved(library, held, script("imp"))) == ["imp"]


def test_a_server_works_on_with_the_tables_of_a_newer_one_and_both_see_every_change(shared: Settings) -> None:
    Library.upgrade(shared)
    old = Library.open(shared)
    held = old.create(script())
    change(
        shared,
        "CREATE TABLE colors (id INTEGER PRIMARY KEY)",
        "ALTER TABLE scripts ADD COLUMN color TEXT",
        "ALTER TABLE shares ADD COLUMN uses INTEGER NOT NULL DEFAULT 0",
        "UPDATE alembic_version SET version_num = '9999'",
    )
    assert ids(saved(old, held, script("imp"))) == ["imp"]  # it was running already
    restarted = Library.open(shared)
    assert ids(restarted.get(held.id)) == ["imp"]
    assert restarted.share(held.id, may_edit=True)
    assert ids(restarted.create(script("monk"))) == ["monk"]


@pytest.mark.parametrize(
    ("statement", "column"),
    [
        ("ALTER TABLE scripts RENAME COLUMN words TO terms", "scripts.words"),
        ("ALTER TABLE bodies ADD COLUMN size INTEGER NOT NULL", "bodies.size"),
        ("DROP TABLE visits", "visits.owner"),
    ],
)
def test_a_server_does_not_start_with_tables_that_it_cannot_use(
    shared: Settings, statement: str, column: str
) -> None:
    Library.upgrade(shared)
    change(shared, statement, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(LibraryError, match=f"A newer Clockwright.*{column}.*Install the newest"):
        Library.open(shared)
