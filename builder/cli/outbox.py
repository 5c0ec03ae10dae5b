"""Where printed documents go: loose files or one ZIP a script."""

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import builder
from builder import files, formats
from builder.cli.batch import Job
from builder.cli.making import File, Made

#: The earliest date that a ZIP can hold: the same script gives the same bytes whenever it is printed.
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
#: The number of the system whose file permissions a ZIP tells.
_UNIX = 3


@dataclass(frozen=True, slots=True)
class Outbox:
    """Writes what was made into a folder, each file whole or not at all."""

    folder: Path
    as_zip: bool = False
    #: Whether a ZIP holds the script, too.
    with_script: bool = True

    def put(self, job: Job, made: Sequence[Made]) -> list[dict[str, Any]]:
        """Writes the documents of one script; a row for each file. Raises OSError."""
        contents = [(each, file) for each in made for file in each.files]
        if not contents:
            return []
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.as_zip:
            archive = self.folder / f"{job.stem}.zip"
            files.write(archive, self._zipped(job, [file for _, file in contents]))
            return [_row(job, each, file, archive) for each, file in contents]
        return [_row(job, each, file, self._written(job, file)) for each, file in contents]

    def _written(self, job: Job, file: File) -> Path:
        path = self.folder / _name(job, file)
        if path.parent != self.folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, file.content)
        return path

    def _zipped(self, job: Job, contents: Sequence[File]) -> bytes:
        """Everything in the order of the names; of the script what may be shown to others."""
        members = {_name(job, file): file.content for file in contents}
        if self.with_script:
            script = formats.public(builder.parse(job.data))
            members[f"{job.stem}.json"] = builder.dump(script).encode()
        target = BytesIO()
        with zipfile.ZipFile(target, "w") as archive:
            for name in sorted(members):
                archive.writestr(_member(name), members[name])
        return target.getvalue()


def _name(job: Job, file: File) -> str:
    return f"{job.stem} - {file.ending}"


def _member(name: str) -> zipfile.ZipInfo:
    """What a ZIP says of a file: the same on every system and at any time."""
    member = zipfile.ZipInfo(name, _LONG_AGO)
    # Pictures cannot be packed any closer.
    member.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
    member.create_system = _UNIX
    member.external_attr = 0o100644 << 16
    return member


def _row(job: Job, made: Made, file: File, path: Path) -> dict[str, Any]:
    return {
        "source": job.given,
        "script": job.name,
        "kind": made.wanted.kind,
        "style": made.style,
        "file": str(path),
        "pages": file.pages,
        "bytes": len(file.content),
        "ms": made.ms,
    }
