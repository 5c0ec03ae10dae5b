"""Pages: a margin box to which no style sheet gives content has no style worked out."""

from builder.press.weasyprint_patches.patch import Untyped

#: Parts of a page that are there without content of their own.
OTHERS = {None, "@footnote", "@note-area"}


def install() -> None:
    """Leaves such boxes out: a page has sixteen, of which ours have three."""
    from weasyprint.css import StyleFor

    declare = StyleFor.add_page_declarations

    def quick_declare(style_for: Untyped, page: Untyped) -> None:
        declare(style_for, page)
        cascaded = style_for.get_cascaded_styles()
        for key, declarations in tuple(cascaded.items()):
            if key[0] == page and key[1] not in OTHERS and "content" not in declarations:
                del cascaded[key]

    StyleFor.add_page_declarations = quick_declare
