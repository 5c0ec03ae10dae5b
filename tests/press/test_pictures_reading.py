"""What becomes of pictures from outside: safe, upright, cut to what is visible, with nothing else in them."""

import pytest
from picturing import CLEAR, decoded, encoded, icon, nested_svg, svg
from PIL import Image, ImageDraw

from builder.errors import PictureError
from builder.press.pictures import untrusted


def refused(body: bytes) -> str:
    with pytest.raises(PictureError) as error:
        untrusted.read(body)
    return str(error.value)


@pytest.mark.parametrize("form", ["PNG", "WEBP", "GIF", "AVIF"])
def test_a_picture_is_cut_to_what_is_visible(form: str) -> None:
    made = decoded(untrusted.read(encoded(icon(200), form)))
    assert made.mode == "RGBA"
    assert made.width == pytest.approx(101, abs=3)
    red, green, _, opacity = made.getpixel((made.width // 2, made.height // 2))
    assert (red > 180, green < 60, opacity) == (True, True, 255)


def test_a_photograph_stays_whole_and_opaque() -> None:
    made = decoded(untrusted.read(encoded(Image.new("RGB", (120, 80), "navy"), "JPEG")))
    assert made.size == (120, 80)
    assert made.getchannel("A").getextrema() == (255, 255)


def test_a_large_picture_is_made_smaller_in_its_proportions() -> None:
    made = decoded(untrusted.read(encoded(Image.new("RGB", (3000, 1500), "navy"), "JPEG")))
    assert made.size == (1024, 512)


def test_colours_for_the_press_become_colours_for_the_screen() -> None:
    cyan = Image.new("CMYK", (60, 60), (255, 0, 0, 0))
    red, _, blue, _ = decoded(untrusted.read(encoded(cyan, "JPEG"))).getpixel((30, 30))
    assert red < 60
    assert blue > 180


def test_sixteen_bits_of_grey_keep_their_shades() -> None:
    grey = Image.new("I;16", (60, 60), 32768)
    shade = decoded(untrusted.read(encoded(grey))).getpixel((30, 30))
    assert shade[0] == pytest.approx(128, abs=1)


def test_the_transparent_colour_of_a_palette_is_transparent() -> None:
    picture = Image.new("P", (60, 60), 0)
    picture.putpalette([255, 0, 255, 0, 128, 0])
    ImageDraw.Draw(picture).rectangle((20, 20, 39, 39), fill=1)
    made = decoded(untrusted.read(encoded(picture, transparency=0)))
    assert made.size == (20, 20)
    assert made.getpixel((10, 10)) == (0, 128, 0, 255)


def test_a_picture_stands_as_the_camera_was_held_and_forgets_where_that_was() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned to the right
    exif[0x010E] = "my garden gate"
    exif.get_ifd(0x8825)[2] = (52.0, 13.0, 0.0)
    body = untrusted.read(encoded(Image.new("RGB", (90, 60), "navy"), "JPEG", exif=exif, comment=b"secret"))
    made = decoded(body)
    assert made.size == (60, 90)
    assert not made.getexif()
    assert made.info == {}
    assert b"garden" not in body


@pytest.mark.parametrize("form", ["GIF", "PNG", "WEBP"])
def test_of_an_animation_the_first_frame_is_printed(form: str) -> None:
    frames = [icon(), icon(colour=(0, 0, 255, 255)), icon(colour=(0, 255, 0, 255))]
    body = encoded(frames[0], form, save_all=True, append_images=frames[1:], duration=40)
    made = decoded(untrusted.read(body))
    red, green, blue, _ = made.getpixel((made.width // 2, made.height // 2))
    assert (red > 150, green < 80, blue < 80) == (True, True, True)
    assert getattr(made, "n_frames", 1) == 1


def test_an_svg_is_drawn_and_cut() -> None:
    made = decoded(untrusted.read(svg('<title>x</title><path fill="#00f" d="M10 10h40v20h-40z"/>')))
    assert made.width / made.height == pytest.approx(2, abs=0.05)
    assert made.getpixel((made.width // 2, made.height // 2)) == (0, 0, 255, 255)


@pytest.mark.parametrize(
    "head",
    [
        '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">',
        '<svg xmlns="http://www.w3.org/2000/svg" width="999999999" height="9" viewBox="0 0 80 40">',
        '<!DOCTYPE svg PUBLIC "-//W3C" "http://x"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40">',
    ],
    ids=["width and height", "an absurd width", "an ordinary doctype"],
)
def test_the_heads_that_programs_write_are_understood(head: str) -> None:
    made = decoded(untrusted.read(f'{head}<path fill="red" d="M0 0h80v40h-80z"/></svg>'.encode()))
    assert made.width / made.height == pytest.approx(2, abs=0.05)
    assert max(made.size) <= 1024


def test_an_svg_fetches_nothing_and_reads_no_file(tmp_path: object) -> None:
    secret = f"{tmp_path}/secret.png"
    Image.new("RGB", (50, 50), "lime").save(secret)
    body = svg(
        f'<image href="{secret}" width="100" height="100"/><image href="file://{secret}" width="9" height="9"/>'
        f'<use href="file://{secret}#a"/><style>@font-face{{src:url(file://{secret})}}</style>'
        '<path fill="#00f" d="M10 10h40v20h-40z"/><script>alert(1)</script>'
    )
    colours = {
        colour[:3] for _, colour in decoded(untrusted.read(body)).getcolors(100_000) if colour[3] > 250
    }
    assert colours == {(0, 0, 255)}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "it isn’t an image we can read (PNG, JPEG, WebP, GIF, AVIF or SVG)"),
        (
            b"<html><body>Not found</body></html>",
            "it isn’t an image we can read (PNG, JPEG, WebP, GIF, AVIF or SVG)",
        ),
        (encoded(icon())[:300], "the picture is damaged or incomplete"),
        (encoded(icon(), "WEBP")[:200], "the picture is damaged"),
        (encoded(Image.new("RGBA", (40, 40), CLEAR)), "it is blank"),
        (b"%PDF-1.7", "it isn’t an image we can read (PNG, JPEG, WebP, GIF, AVIF or SVG)"),
        (b"a" * 5_000_001, "it is larger than 5 MB"),
        (svg("<path"), "it is an SVG picture with an error in it"),
        (svg("<filter/>"), "it is blank"),
        (svg('<g id="a"><use href="#a"/></g>'), "it is an SVG picture with a part inside itself"),
        (nested_svg(), "it is an SVG picture with too many parts"),
        (svg('<path d="M0 0h9v9z"/>', "0 0 100000 1"), "it is an SVG picture without a sensible size"),
        (svg("<g>" * 20_000 + "</g>" * 20_000), "it is an SVG picture with too many parts"),
        (svg('<path d="M0 0h9v9z"/>' * 6000), "it is an SVG picture with too many parts"),
        (svg('<g opacity=".9"><path d="M0 0h9v9z"/></g>' * 99), "it is an SVG picture with too many parts"),
        (
            svg(f'<path d="{"M0 0h9v9z" * 100_000}"/>'),
            "it is an SVG picture with too long paths; simplify them, or save it as a PNG",
        ),
        (
            svg(f'<path id="p" d="{"M0 0h9v9z" * 9_000}"/>' + '<use href="#p"/>' * 3),
            "it is an SVG picture with too long paths; simplify them, or save it as a PNG",
        ),
        (
            svg("<g><style>@import 'x.css';</style></g>"),
            "it is an SVG picture with too long a style sheet",
        ),
        (
            svg(f"<g><style>{'a{}' * 7_000}</style></g>"),
            "it is an SVG picture with too long a style sheet",
        ),
    ],
)
def test_what_cannot_be_printed_is_refused_with_a_reason(body: bytes, said: str) -> None:
    assert refused(body) == said


def test_shapes_that_say_they_are_not_see_through_cost_nothing() -> None:
    path = '<path style="opacity:1;mask:none" opacity="1" d="M0 0h90v90z"/>'
    assert decoded(untrusted.read(svg(path * 99))).size


def test_the_heading_of_an_svg_cannot_define_things() -> None:
    lol = '<!DOCTYPE svg [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>'
    assert refused(lol.encode() + svg("<text>&b;</text>")) == (
        "it is an SVG with entity definitions, which aren’t allowed"
    )
