"""A file as a response."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from flask import Response, send_file

from builder.files import safe_name, zipped


@dataclass(frozen=True, slots=True)
class File:
    """A file: its bytes, its media type and its name."""

    content: bytes
    media: str
    name: str

    def response(self) -> Response:
        """The response that sends the file."""
        stem, dot, ending = self.name.rpartition(".")
        return send_file(
            BytesIO(self.content),
            self.media,
            as_attachment=True,
            download_name=safe_name(stem) + dot + ending,
            max_age=0,
        )


def together(files: Sequence[File], name: str) -> File:
    """The only file, or a ZIP of all files."""
    if len(files) == 1:
        return files[0]
    return File(zipped((each.name, each.content) for each in files), "application/zip", f"{name}.zip")
