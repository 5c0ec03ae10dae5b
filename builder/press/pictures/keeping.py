"""The form in which an uploaded picture is kept: made anew from its pixels, and no larger than it needs to be."""

import io

from builder.press.pictures import untrusted

#: How photographs begin, which as PNG would be ten times as large.
PHOTOGRAPHS = (b"\xff\xd8\xff", b"RIFF")
QUALITY = 92
#: Opacity (of 255) from which a picture has no holes.
SOLID = 250


def kept(body: bytes) -> bytes:
    """A PNG or, of a photograph, a JPEG file of our own. Raises PictureError with the reason for what is no picture.

    Of an animation the first picture; without the place, date and camera that a photograph may tell.
    """
    png = untrusted.read(body)
    picture = untrusted.open_kept(png)
    target = io.BytesIO()
    has_holes = picture.getchannel("A").point(lambda value: 255 * (value < SOLID)).getbbox() is not None
    if body.startswith(PHOTOGRAPHS) and not has_holes:
        picture.convert("RGB").save(target, "JPEG", quality=QUALITY)
    else:
        picture.save(target, "PNG", compress_level=6)
    return target.getvalue()


def media_type(body: bytes) -> str:
    """What a kept picture is, by its bytes."""
    return "image/jpeg" if body.startswith(PHOTOGRAPHS[0]) else "image/png"
