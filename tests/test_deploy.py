"""What `deploy/` says is so: scripts parse, units are valid and start commands that exist, settings are ours."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import click
import pytest

from builder.cli.program import program
from builder.settings import PREFIX, Settings
from builder.web.routes.importing import LARGEST_UPLOAD

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
SCRIPTS = [path for path in FILES if path.read_text("utf-8").startswith("#!/usr/bin/env bash")]
UNITS = [path for path in FILES if path.suffix in {".service", ".timer"}]
#: What the text of a file is that other programs check where they are installed.
PROGRAMS = "/opt/clockwright/bin/"


def named(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=[path.name for path in paths])


@named(SCRIPTS)
def test_a_script_parses_can_be_run_and_stops_at_the_first_fault(path: Path) -> None:
    subprocess.run(["bash", "-n", path], check=True)
    assert path.stat().st_mode & 0o111 == 0o111
    assert "\nset -euo pipefail\n" in path.read_text("utf-8")
    if shutil.which("shellcheck"):
        subprocess.run(["shellcheck", "-x", path], check=True)


def test_the_scripts_are_found() -> None:
    assert {path.name for path in SCRIPTS} >= {"install", "backup", "admin"}


@named([path for path in UNITS if path.suffix == ".service"])
def test_a_unit_starts_a_command_that_exists(path: Path) -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", path.read_text("utf-8"), re.MULTILINE)
    name, *words = shlex.split(line.replace("%i", "8000"))
    assert name.startswith(PROGRAMS)
    if (name := name.removeprefix(PROGRAMS)) != "clockwright":
        assert (DEPLOY / name.removeprefix("clockwright-")).is_file()
        return
    command = program.get_command(click.Context(program), words[0])
    assert command
    command.make_context(words[0], words[1:])  # refuses options that there are not


@named([path for path in UNITS if path.suffix == ".service"])
def test_a_service_runs_without_rights(path: Path) -> None:
    unit = path.read_text("utf-8").splitlines()
    for line in ("User=clockwright", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict"):
        assert line in unit


@named(UNITS)
def test_systemd_accepts_a_unit(path: Path, tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        assert re.search(r"^\[(Service|Timer)\]$", path.read_text("utf-8"), re.MULTILINE)
        return
    for each in UNITS:  # a timer needs its service
        text = re.sub(rf"{PROGRAMS}[\w-]+", sys.executable, each.read_text("utf-8"))
        (tmp_path / each.name.replace("@.", "@8000.")).write_text(text)
    unit = tmp_path / path.name.replace("@.", "@8000.")
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, "")


def stub(folder: Path, name: str, text: str) -> None:
    """A program of this name that does what the shell script says."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def run(script: Path, *words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [script, *map(str, words)], env=environment, capture_output=True, text=True, check=True
    )


def test_admin_reads_the_settings_as_systemd_does_and_not_as_a_shell(tmp_path: Path) -> None:
    program = tmp_path / "bin"
    stub(program, "clockwright", 'env; umask; echo "words: $*"')
    stub(program, "runuser", 'shift 3; exec "$@"')
    shutil.copy(DEPLOY / "admin", program / "clockwright-admin")
    (tmp_path / "settings").write_text(
        "# a remark=no\n"
        "CLOCKWRIGHT_DATABASE=postgresql+psycopg://clockwright:a$HOME;b@db/c?host=/run&sslmode=require  \n"
        'CLOCKWRIGHT_TRUSTED_HOSTS="one.example, two.example"\n'
        "CLOCKWRIGHT_RATE=\n"
        "CLOCKWRIGHT_SECRET=abc"  # no line end
    )
    path = f"{program}:{os.environ['PATH']}"
    told = run(
        program / "clockwright-admin", "library", "list", PATH=path, SETTINGS=str(tmp_path / "settings")
    ).stdout.splitlines()
    assert {
        "CLOCKWRIGHT_DATABASE=postgresql+psycopg://clockwright:a$HOME;b@db/c?host=/run&sslmode=require",
        "CLOCKWRIGHT_TRUSTED_HOSTS=one.example, two.example",
        "CLOCKWRIGHT_RATE=",
        "CLOCKWRIGHT_SECRET=abc",
        "CLOCKWRIGHT_HOSTED=yes",
        "CLOCKWRIGHT_PROXIES=1",
        "0077",
        "words: library list",
    } <= {*told}


def test_admin_and_the_units_have_the_same_settings() -> None:
    (unit,) = re.findall(
        r"^Environment=(.*)$", (DEPLOY / "systemd/clockwright@.service").read_text("utf-8"), re.MULTILINE
    )
    (admin,) = re.findall(r"^export (CLOCKWRIGHT.*)$", (DEPLOY / "admin").read_text("utf-8"), re.MULTILINE)
    assert {*unit.split()} - {"CLOCKWRIGHT_LOG=json", "MALLOC_ARENA_MAX=2"} == {*admin.split()}


@pytest.mark.parametrize(
    ("address", "shown", "password"),
    [
        ("postgresql+psycopg:///c?host=/run/postgresql", "postgresql:///c?host=/run/postgresql", ""),
        ("postgresql+psycopg://me:p%40ss%25@db:5432/c", "postgresql://me@db:5432/c", "p@ss%"),
    ],
)
def test_a_backup_of_postgresql_shows_no_password_to_other_users(
    tmp_path: Path, address: str, shown: str, password: str
) -> None:
    program, backups = tmp_path / "bin", tmp_path / "backups"
    stub(
        program,
        "pg_dump",
        f'echo "$* [$PGPASSWORD]" >{tmp_path}/told; touch {backups}/.partial-$PPID',
    )
    run(
        DEPLOY / "backup",
        backups,
        2,
        PATH=f"{program}:{os.environ['PATH']}",
        CLOCKWRIGHT_DATABASE=address,
        CLOCKWRIGHT_DATA=str(tmp_path),
    )
    told = (tmp_path / "told").read_text()
    assert told.endswith(f"--dbname={shown} [{password}]\n")
    (dump,) = backups.iterdir()
    assert dump.name.startswith("library-")
    assert dump.name.endswith(".dump")


@pytest.mark.parametrize(
    ("name", "limit", "inner"),
    [
        ("Caddyfile", r"max_size (\d+)MB", "@inner path /metrics /readyz"),
        ("nginx.conf", r"client_max_body_size (\d+)m;", "location ~* ^/(metrics|readyz)$ { return 404; }"),
    ],
)
def test_a_proxy_lets_in_the_largest_upload_and_keeps_the_pages_of_the_host(
    name: str, limit: str, inner: str
) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    (megabytes,) = re.findall(limit, text)
    assert int(megabytes) * 1_000_000 > LARGEST_UPLOAD
    assert inner in text


@named(FILES)
def test_every_setting_that_is_given_is_one(path: Path) -> None:
    known = {PREFIX + item.name.upper() for item in fields(Settings)}
    assert {*re.findall(rf"\b{PREFIX}[A-Z_]+\b", path.read_text("utf-8"))} <= known


def test_the_page_for_hosts_lists_every_setting_of_a_server() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    elsewhere = {
        "official",
        "fetch_pictures",
        "fetch_http",
        "render_memory_mb",
    }  # in docs/official.md and with others
    names = {item.name for item in fields(Settings)} - elsewhere
    assert {name for name in names if f"| `{PREFIX}{name.upper()}`" not in page} == set()


def test_every_file_that_the_page_for_hosts_or_a_script_installs_is_there() -> None:
    for text in [
        (ROOT / "docs" / "hosting.md").read_text("utf-8"),
        *(path.read_text("utf-8") for path in SCRIPTS),
    ]:
        for pattern in re.findall(r"(?<![\w/-])((?:deploy|requirements)/[\w@.*/-]+[\w*])", text):
            assert [*ROOT.glob(pattern)], pattern


def test_the_image_copies_what_exists_and_runs_without_rights() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    known = {"FROM", "COPY", "RUN", "ARG", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE", "STOPSIGNAL"}
    steps = [tuple(line.split(maxsplit=1)) for line in lines if not line.startswith(" ")]
    assert {name for name, _ in steps} - {"HEALTHCHECK", "CMD"} <= known
    stages = set()
    for name, rest in steps:
        if name == "FROM":
            base, *alias = rest.split()
            assert base in stages or re.search(r":[\w.-]+$", base), "an image has a tag"
            assert not base.endswith(":latest")
            stages |= {*alias[1:]}
        elif name == "COPY" and not rest.startswith("--from="):
            assert (ROOT / rest.split()[0]).exists()
        elif name == "RUN":
            subprocess.run(["bash", "-n", "-c", rest], check=True)
    users = [rest for name, rest in steps if name == "USER"]
    assert users == ["clockwright"]
    assert steps[-1][1].startswith('["clockwright", "serve"')
