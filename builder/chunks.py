"""Text inside PNG files: every picture we make can contain its script."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: The keyword of our text.
KEYWORD = b"clockwright-script"
#: A script of 201 full characters with its almanac is smaller.
LARGEST = 8_000_000
#: Limit in bytes of all texts unpacked from one picture, valid or not.
ROOM = 64_000_000
#: A picture of ours has a dozen chunks; one of 64 MB in the smallest usual pieces has fewer.
MOST_CHUNKS = 20_000


def with_script(png: bytes, script: bytes) -> bytes:
    """The same picture with the script (UTF-8 JSON) in a compressed text chunk after its header."""
    # An international text: keyword, compressed, method 0, no language, no translated keyword.
    body = KEYWORD + b"\0\1\0\0\0" + zlib.compress(script, 9)
    end_of_header = len(SIGNATURE) + 12 + 13
    return png[:end_of_header] + chunk(b"iTXt", body) + png[end_of_header:]


def script_in(png: bytes) -> bytes | None:
    """The script in a picture; None if there is none, or if it cannot be unpacked."""
    place, room = len(SIGNATURE), ROOM
    for _ in range(MOST_CHUNKS):
        if place + 8 > len(png):
            break
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        if kind == b"iTXt" and png.startswith(KEYWORD + b"\0", place + 8):
            text, spent = _text(png[place + 8 : place + 8 + length], min(room, LARGEST))
            if text is not None:
                return text
            room -= spent
        if kind == b"IEND" or room <= 0:
            break
        place += 12 + length
    return None


def _text(body: bytes, most: int) -> tuple[bytes | None, int]:
    """The text of a chunk, if it is valid and at most `most` bytes; and an upper bound of the bytes unpacked."""
    compressed, rest = body[len(KEYWORD) + 1 : len(KEYWORD) + 2], body[len(KEYWORD) + 3 :]
    if compressed != b"\1":
        return None, 0
    unpacker = zlib.decompressobj()
    try:  # after two texts that end with a zero: language, translated keyword
        text = unpacker.decompress(rest.split(b"\0", 2)[2], most)
    except (zlib.error, IndexError):
        return None, most
    return (text if unpacker.eof else None), len(text)


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG file: its length, kind, body and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
