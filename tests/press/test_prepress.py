"""Files for a print shop, judged by pikepdf (qpdf) and by pictures of their pages; no free judge of PDF/X is known."""

import io
import math
import struct
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from composing import homebrew, prose, sample, script
from pikepdf import Name
from PIL import Image, ImageCms

import builder
from builder.artefact import Artefact, PrintRequest
from builder.errors import ClockwrightError, UnknownChoiceError
from builder.press.prepress import separation
from builder.printables import shop
from builder.settings import settings

MM = 72 / 25.4
#: A shop, its settings, and the sizes after the cut (mm) of each file, the bleed, and the safe zone.
ORDERS = (
    ("stickers", {}, {(45, 45), (25, 25), (85, 54)}, 3, 2),
    ("stickers", {"art": "painted", "style": "dark", "punch": "38/19"}, {(38, 38), (19, 19), (85, 54)}, 3, 2),
    ("cards", {}, {(63.5, 88.9)}, 3.175, 3.175),
    ("cards", {"size": "tarot", "style": "dark", "files": "apart"}, {(69.85, 120.65)}, 3.175, 3.175),
    ("poster", {}, {(297, 420)}, 3, 5),
    ("poster", {"size": "a2", "style": "classic"}, {(420, 594)}, 3, 5),
)
each_order = pytest.mark.parametrize(
    ("name", "chosen", "sizes", "bleed", "safe"),
    ORDERS,
    ids=lambda value: value if isinstance(value, str) else "",
)


@cache
def package(name: str, chosen: tuple[tuple[str, str], ...]) -> Artefact:
    """The files of every third character of the sample with every team; a poster has all of them."""
    meta, *entries = sample("the-wandering-fair").written()
    some = entries if name == "poster" else entries[::3]
    return builder.shop_package(script(*some, **meta), name, settings=dict(chosen))


def pdfs(name: str, chosen: dict[str, str]) -> list[bytes]:
    made = package(name, tuple(chosen.items()))
    return [body for file, body in made.files if file.endswith(".pdf")]


def operators(pdf: pikepdf.Pdf) -> Iterator[tuple[str, list[Any]]]:
    """Every operator of pages, forms and patterns."""
    forms = [
        each
        for each in pdf.objects
        if isinstance(each, pikepdf.Stream) and (each.get("/Subtype") == "/Form" or "/PatternType" in each)
    ]
    for stream in (*pdf.pages, *forms):
        for operands, operator in pikepdf.parse_content_stream(stream):
            yield str(operator), list(operands)


def images(pdf: pikepdf.Pdf) -> list[pikepdf.Stream]:
    return [
        each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
    ]


@pytest.mark.full
@each_order
def test_boxes_are_right_to_a_twentieth_of_a_millimeter(
    name: str, chosen: dict[str, str], sizes: set[tuple[float, float]], bleed: float, safe: float
) -> None:
    found = set()
    for body in pdfs(name, chosen):
        with pikepdf.open(io.BytesIO(body)) as pdf:
            assert pdf.check_pdf_syntax() == []
            for page in pdf.pages:
                boxes = {
                    box: [float(side) / MM for side in page.obj[f"/{box}"]]
                    for box in ("MediaBox", "BleedBox", "TrimBox")
                }
                left, bottom, right, top = boxes["TrimBox"]
                size = min(sizes, key=lambda each: math.dist(each, (right - left, top - bottom)))
                assert (right - left, top - bottom) == pytest.approx(size, abs=0.05)
                around = [left - bleed, bottom - bleed, right + bleed, top + bleed]
                assert boxes["BleedBox"] == pytest.approx(around, abs=0.05)
                assert boxes["MediaBox"] == pytest.approx(around, abs=0.05)
                found.add(size)
    assert found == sizes


@pytest.mark.full
@each_order
def test_everything_is_in_four_inks_of_which_no_place_has_too_much(
    name: str, chosen: dict[str, str], sizes: object, bleed: float, safe: float
) -> None:
    for body in pdfs(name, chosen):
        with pikepdf.open(io.BytesIO(body)) as pdf:
            for operator, operands in operators(pdf):
                assert operator not in {"rg", "RG", "sc", "SC"}
                if operator in {"cs", "CS"}:
                    assert operands == [Name.Pattern]
                if operator in {"k", "K"}:
                    assert sum(map(float, operands)) <= 3
            for image in images(pdf):
                assert image.ColorSpace in {Name.DeviceCMYK, Name.DeviceGray}
                if image.ColorSpace == Name.DeviceCMYK:
                    inks = np.frombuffer(image.read_bytes(), np.uint8).reshape(-1, 4).astype(int).sum(1)
                    assert inks.max() <= 3 * 255
            assert "/DeviceRGB" not in {str(each.get("/CS")) for each in pdf.objects if hasattr(each, "get")}


@pytest.mark.full
@each_order
def test_a_file_is_what_pdf_x_4_asks_for(
    name: str, chosen: dict[str, str], sizes: object, bleed: float, safe: float
) -> None:
    for body in pdfs(name, chosen):
        with pikepdf.open(io.BytesIO(body)) as pdf:
            assert (pdf.pdf_version, pdf.is_encrypted) == ("1.6", False)
            with pdf.open_metadata() as metadata:
                assert metadata["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
                assert metadata["pdf:Trapped"] == "False"
                for key in ("dc:title", "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"):
                    assert metadata[key]
                assert metadata["xmpMM:DocumentID"].startswith("uuid:")
            (intent,) = pdf.Root.OutputIntents
            assert intent.S == Name.GTS_PDFX
            profile = ImageCms.ImageCmsProfile(io.BytesIO(intent.DestOutputProfile.read_bytes())).profile
            assert (profile.device_class, profile.xcolor_space) == ("prtr", "CMYK")
            assert intent.DestOutputProfile.N == 4
            fonts = [
                each
                for each in pdf.objects
                if getattr(each, "get", lambda _: 0)("/Type") == "/FontDescriptor"
            ]
            assert fonts
            assert all({"/FontFile", "/FontFile2", "/FontFile3"} & set(each.keys()) for each in fonts)
            for page in pdf.pages:
                assert "/Annots" not in page.obj
            assert not {"/Names", "/AcroForm", "/OpenAction", "/AA"} & set(pdf.Root.keys())
            assert len(pdf.trailer.ID) == 2


@pytest.mark.full
@pytest.mark.parametrize(("name", "chosen", "sizes", "bleed", "safe"), ORDERS[:4])
def test_nothing_but_the_background_is_outside_of_the_safe_zone(
    name: str, chosen: dict[str, str], sizes: object, bleed: float, safe: float
) -> None:
    dots = 150 / 25.4
    for body in pdfs(name, chosen):
        pdf = pypdfium2.PdfDocument(body)
        for page in list(pdf)[:12]:
            pixels = np.asarray(page.render(scale=150 / 72).to_pil().convert("RGB")).astype(int)
            page.close()
            height, width = pixels.shape[:2]
            y, x = np.mgrid[0:height, 0:width]
            inset = (bleed + safe) * dots - 1.5
            if abs(width - height) < 3 and name == "stickers":
                outside = np.hypot(x - width / 2, y - height / 2) > width / 2 - inset
            else:
                outside = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y)) < inset
            assert abs(pixels[outside] - pixels[0, 0]).max() < 12
            assert abs(pixels[~outside] - pixels[0, 0]).max() > 100
        pdf.close()


@pytest.mark.full
def test_the_same_order_is_the_same_bytes_and_has_nothing_private() -> None:
    secret = homebrew(1, "minion", name="Secret Keeper", export=False)
    given = script("imp", "monk", secret, characters={"made1": {"export": False}})
    first = builder.shop_package(given, "cards", settings={"files": "apart"})
    assert first == builder.shop_package(given, "cards", settings={"files": "apart"})
    assert first.name == "print shop package, cards.zip"


@pytest.mark.full
def test_each_card_is_a_file_with_its_back_and_its_number_of_copies() -> None:
    made = builder.shop_package(
        script("imp", "villageidiot"), "cards", settings={"files": "apart", "parts": "characters"}
    )
    names = sorted(name.partition("/")[2] for name, _ in made.files)
    assert names == ["about these files.txt", "demon/Imp.pdf", "townsfolk/Village Idiot ×3.pdf"]
    for name, body in made.files:
        if name.endswith(".pdf"):
            with pikepdf.open(io.BytesIO(body)) as pdf:
                assert len(pdf.pages) == 2


@pytest.mark.full
def test_the_longest_texts_stay_on_their_card() -> None:
    given = script(homebrew(1, "minion", name="M" * 30, ability=prose(250)), name="Unendingly " * 4)
    made = builder.shop_package(given, "cards", settings={"size": "bridge", "parts": "characters"})
    assert [body for name, body in made.files if name.endswith(".pdf")]
    assert [each.code for each in made.notices] in ([], ["small-type"])


@pytest.mark.full
def test_neutral_colors_of_type_are_black_ink_alone() -> None:
    inks = separation.inks("coated")
    assert inks.color(0x1F, 0x1A, 0x17) == (0, 0, 0, 255)
    assert inks.color(255, 255, 255) == (0, 0, 0, 0)
    assert inks.color(0x80, 0x80, 0x80) == (0, 0, 0, 127)


def test_every_color_is_within_the_limit_and_comes_back_about_as_it_was() -> None:
    inks = separation.inks("coated")
    steps = np.linspace(0, 255, 9).astype(np.uint8)
    every = np.stack(np.meshgrid(steps, steps, steps), 3).reshape(1, -1, 3)
    printed = inks.picture(Image.fromarray(every))
    assert np.asarray(printed).astype(int).sum(2).max() <= separation.MOST_INK
    profile = ImageCms.ImageCmsProfile(io.BytesIO(inks.profile))
    back = ImageCms.buildTransform(profile, ImageCms.createProfile("sRGB"), "CMYK", "RGB", 1)
    shown = np.asarray(ImageCms.applyTransform(printed, back)).astype(int)
    light, dark = every.max(2).astype(int), every.min(2).astype(int)
    muted = (light <= 230) & (dark >= 90) & (light - dark <= 64)  # what ink on paper can show
    assert muted.sum() > 20
    assert abs(shown - every)[muted].mean() < 6


def test_a_profile_of_the_users_own_is_taken_and_a_wrong_one_is_refused(tmp_path: Any) -> None:
    folder = settings().data_folder / separation.FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    good, screen, broken = (folder / f"{name}.icc" for name in ("house", "screen", "broken"))
    good.write_bytes(separation.inks("coated").profile)
    screen.write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    broken.write_bytes(struct.pack(">I", 9) + b"no profile")
    try:
        assert separation.inks("house").color(255, 255, 255) == (0, 0, 0, 0)
        for path in (screen, broken):
            with pytest.raises(
                ClockwrightError, match=f"“{path.stem}” is not an ICC profile of a printing press"
            ):
                separation.inks(path.stem)
        for name in ("nothing", "../house", "/etc/passwd"):
            with pytest.raises(UnknownChoiceError, match="Choose from: broken, coated, house, screen"):
                separation.inks(name)
    finally:
        for path in (good, screen, broken):
            path.unlink()


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"shop": "bakery"}, "Choose from: cards, poster, stickers"),
        ({"shop": "cards", "size": "a3"}, "Choose from: bridge, poker, tarot"),
        ({"parts": "hats"}, "no part of the tokens “hats”"),
    ],
)
def test_a_wrong_choice_is_refused_before_anything_is_made(chosen: dict[str, str], words: str) -> None:
    from builder import artefacts

    with pytest.raises(UnknownChoiceError, match=words):
        artefacts.judged(PrintRequest("print-shop", settings=tuple(chosen.items())))


def test_presets_say_what_a_shop_needs() -> None:
    for preset in shop.shops().values():
        assert preset.makes in {"tokens", "cards", "sheet"}
        assert 0 < preset.bleed <= 10
        assert preset.title.count(":") == 1
        assert (preset.makes == "tokens") == (not preset.sizes)


@pytest.mark.full
@pytest.mark.parametrize("theme", [pytest.param("observatory", marks=pytest.mark.slow), "vespers"])
def test_the_ground_of_a_theme_goes_to_the_edge_of_the_bleed_in_inks(theme: str) -> None:
    made = builder.shop_package(sample("six-candles"), "poster", theme=theme)
    (body,) = [body for name, body in made.files if name.endswith(".pdf")]
    with pikepdf.open(io.BytesIO(body)) as pdf:
        assert not {"rg", "RG"} & {operator for operator, _ in operators(pdf)}
        totals = [sum(map(float, given)) for operator, given in operators(pdf) if operator in {"k", "K"}]
        assert max(totals) <= 3
    page = pypdfium2.PdfDocument(body)[0].render(scale=0.5).to_pil().convert("RGB")
    corners = [(2, 2), (page.width - 3, 2), (2, page.height - 3), (page.width - 3, page.height - 3)]
    assert all(min(page.getpixel(corner)) < 245 for corner in corners)
