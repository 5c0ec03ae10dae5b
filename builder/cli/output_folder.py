"""Writes printed documents: loose files or one ZIP per script."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import builder
from builder import assets, files, formats
from builder.artefact import Artefact, File, PrintRequest
from builder.cli.batch import Job


@dataclass(frozen=True, slots=True)
class OutputFolder:
    """Writes documents into a folder, each file completely or not at all."""

    folder: Path
    as_zip: bool = False
    #: Whether a ZIP contains the script, too.
    with_script: bool = True

    def put(self, job: Job, made: Sequence[tuple[PrintRequest, Artefact]]) -> list[dict[str, Any]]:
        """Writes the documents of one script; returns a row for each file. Raises OSError."""
        contents = [
            (request, artefact, (f"{job.stem} - {name}", content))
            for request, artefact in made
            for name, content in artefact.files
        ]
        if not contents:
            return []
        self.folder.mkdir(parents=True, exist_ok=True)
        archive = self._zipped(job, [file for *_, file in contents]) if self.as_zip else None
        return [
            _row(job, request, artefact, file, archive or self._written(file))
            for request, artefact, file in contents
        ]

    def _written(self, file: File) -> Path:
        name, content = file
        path = self.folder / name
        if path.parent != self.folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, content)
        return path

    def _zipped(self, job: Job, contents: Sequence[File]) -> Path:
        """All files in the order of their names; the script without its private parts."""
        members = dict(contents)
        if self.with_script:
            script = formats.public(builder.parse(job.data))
            members[f"{job.stem}.json"] = builder.dump(script).encode()
        archive = self.folder / f"{job.stem}.zip"
        files.write(archive, files.zipped(sorted(members.items())))
        return archive


def usual() -> Path:
    """The default folder: the checkout's `output/`, else `output` in the current folder."""
    checkout = assets.root()
    return checkout / "output" if (checkout / "pyproject.toml").is_file() else Path("output")


def _row(job: Job, request: PrintRequest, artefact: Artefact, file: File, path: Path) -> dict[str, Any]:
    name, content = file
    return {
        "source": job.given,
        "script": job.name,
        "kind": request.kind,
        "style": artefact.style,
        "file": str(path),
        "pages": artefact.pages if name.endswith(".pdf") else 1,
        "bytes": len(content),
        "ms": artefact.ms,
    }
