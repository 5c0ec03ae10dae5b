"""Where printed documents go: loose files or one ZIP a script."""

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import builder
from builder import files
from builder.cli.batch import Job
from builder.cli.making import Made, Wanted

#: The earliest date that a ZIP can hold: the same script gives the same bytes whenever it is printed.
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class File:
    """One file of a document."""

    name: str
    content: bytes
    pages: int


@dataclass(frozen=True, slots=True)
class Outbox:
    """Writes what was made into a folder, each file whole or not at all."""

    folder: Path
    #: What each document is called in a file name.
    titles: Mapping[Wanted, str]
    as_zip: bool = False
    #: Whether a ZIP holds the script, too.
    with_script: bool = True

    def put(self, job: Job, made: Sequence[Made]) -> list[dict[str, Any]]:
        """Writes the documents of one script; a row for each file. Raises OSError."""
        if not made:
            return []
        self.folder.mkdir(parents=True, exist_ok=True)
        contents = [(each, file) for each in made for file in self._files(job.stem, each)]
        if self.as_zip:
            archive = self.folder / f"{job.stem}.zip"
            files.write(archive, self._zipped(job, [file for _, file in contents]))
            return [_row(job, each, file, archive) for each, file in contents]
        for _, file in contents:
            files.write(self.folder / file.name, file.content)
        return [_row(job, each, file, self.folder / file.name) for each, file in contents]

    def _files(self, stem: str, made: Made) -> Iterator[File]:
        name = f"{stem} - {self.titles[made.wanted]}"
        yield File(f"{name}.pdf", made.pdf, made.pages)
        for page, picture in enumerate(made.pictures, start=1):
            yield File(f"{name}, page {page}.png", picture, 1)

    def _zipped(self, job: Job, contents: Sequence[File]) -> bytes:
        everything = list(contents)
        if self.with_script:
            everything.append(File(f"{job.stem}.json", builder.dump(builder.parse(job.data)).encode(), 0))
        target = BytesIO()
        with zipfile.ZipFile(target, "w") as archive:
            for file in everything:
                archive.writestr(zipfile.ZipInfo(file.name, _LONG_AGO), file.content, zipfile.ZIP_DEFLATED)
        return target.getvalue()


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
