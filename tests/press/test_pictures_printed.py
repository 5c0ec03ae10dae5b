"""Pictures on a page: sharp enough, small enough, the same bytes whatever was printed before."""

import io
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from picturing import BLUE, data_url, decoded, encoded, icon, script_with
from PIL import Image, ImageDraw

import builder
from builder.press import engine
from builder.press.drawings import Pictures
from builder.press.pictures import scaling, store

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("data_folder")]


def kept(body: bytes) -> str:
    return store.store().take_in(body)


def page(url: str, width: str = "20mm", height: str = "20mm") -> bytes:
    """A page of 40 mm with a picture in its middle."""
    style = f"position:absolute;left:10mm;top:10mm;width:{width};height:{height}"
    html = f'<style>@page{{size:40mm;margin:0}}</style><img src="{url}" style="{style}">'
    pdf: bytes = (
        engine.weasyprint()
        .HTML(string=html, url_fetcher=engine.fetcher(), base_url="clockwright:")
        .write_pdf(cache=Pictures())
    )
    return pdf


def rasterised(pdf: bytes) -> Image.Image:
    import pypdfium2

    return pypdfium2.PdfDocument(pdf)[0].render(scale=300 / 72).to_pil().convert("RGB")


def images(pdf: bytes) -> list[Any]:
    with pikepdf.open(io.BytesIO(pdf)) as file:
        return [
            (int(each.Width), int(each.Height), str(each.Filter))
            for each in file.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image" and "/SMask" in each
        ]


def test_a_picture_is_embedded_at_300_dots_an_inch() -> None:
    address = f"clockwright:picture/{kept(encoded(icon(1600)))}"
    ((width, height, _),) = images(page(address))
    assert width == height
    assert 236 <= width <= 244


def test_a_small_picture_is_not_blown_up() -> None:
    ((width, _, _),) = images(page(f"clockwright:picture/{kept(encoded(icon(80)))}"))
    assert width <= 41


def test_a_picture_looks_as_it_does_on_the_screen() -> None:
    source = icon(400)
    ImageDraw.Draw(source).rectangle((150, 150, 250, 200), fill=(250, 240, 60, 255))
    shown = rasterised(page(f"clockwright:picture/{kept(encoded(source))}"))
    size = shown.width
    assert shown.getpixel((size // 2, size * 6 // 10)) == pytest.approx((200, 30, 20), abs=8)
    assert shown.getpixel((size // 2, size * 45 // 100)) == pytest.approx((250, 240, 60), abs=10)
    assert shown.getpixel((size // 20, size // 20)) == (255, 255, 255)
    assert shown.getpixel((int(size * 0.27), int(size * 0.27))) == pytest.approx((255, 255, 255), abs=4)


def test_a_wide_picture_is_not_squeezed_into_a_square() -> None:
    wide = Image.new("RGB", (400, 100), (200, 30, 20))
    shown = rasterised(page(f"clockwright:picture/{kept(encoded(wide))}"))
    middle = shown.width // 2
    assert shown.getpixel((middle, middle)) == pytest.approx((200, 30, 20), abs=8)
    assert shown.getpixel((middle, int(shown.width * 0.32))) == (255, 255, 255)


def test_a_picture_that_has_gone_leaves_an_emblem_not_a_hole() -> None:
    shown = rasterised(page("clockwright:picture/0123456789abcdef"))
    assert shown.getextrema()[0][0] < 80


def test_photographs_become_jpeg_and_flat_greys_stay_lossless_in_one_colour() -> None:
    noise = Image.effect_noise((600, 600), 90).convert("RGB")
    photograph = scaling.encoded(kept(encoded(noise, "JPEG")), 200)
    grey = scaling.encoded(kept(encoded(Image.new("RGB", (600, 600), "grey"))), 200)
    assert photograph
    assert grey
    assert photograph.coding == "DCTDecode"
    assert (grey.coding, grey.colours, grey.opacity) == ("FlateDecode", 1, b"")


def test_the_same_script_gives_the_same_bytes_whatever_was_printed_before(data_folder: Path) -> None:
    one = script_with(data_url(encoded(icon())), data_url(encoded(icon(300, BLUE))))
    other = script_with(
        data_url(encoded(icon(300, BLUE))), data_url(encoded(icon(90))), data_url(encoded(icon()))
    )
    first, second = builder.render(one, "sheet").pdf, builder.render(other, "night").pdf
    for path in (data_folder / "pictures").iterdir():
        path.unlink()
    store._at.cache_clear()
    assert builder.render(other, "night").pdf == second
    assert builder.render(one, "sheet").pdf == first


def test_a_sheet_with_25_pictures_stays_small() -> None:
    marbled = [
        Image.effect_mandelbrot((400, 400), (-2 + n / 50, -1.5, 1, 1.5), 90).convert("RGB") for n in range(25)
    ]
    pictures = []
    for ground in marbled:
        art = icon(400)
        art.paste(ground, (0, 0), art.getchannel("A"))
        pictures.append(data_url(encoded(art, "WEBP"), "image/webp"))
    document = builder.render(script_with(*pictures), "sheet", attach=False)
    assert len(images(document.pdf)) == 25
    assert len(document.pdf) <= 600_000


def test_nothing_of_the_original_file_is_left_in_the_document() -> None:
    exif = Image.Exif()
    exif[0x010E] = "my garden gate"
    body = encoded(Image.new("RGB", (90, 90), "navy"), "JPEG", exif=exif)
    pdf = page(f"clockwright:picture/{kept(body)}")
    assert b"garden" not in pdf
    assert decoded(store.store().get(kept(body)) or b"").size == (90, 90)
