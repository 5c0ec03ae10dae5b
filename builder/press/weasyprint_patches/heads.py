"""What a page says of itself: its title and the like are found without a look at every element by its styles."""

from collections.abc import Iterator
from types import SimpleNamespace

from builder.press.weasyprint_patches.patch import Untyped, swap


def install() -> None:
    """Has them found in the tree."""
    from weasyprint import html

    def quick_metadata(page: Untyped) -> Untyped:
        return usual(_Head(page))

    usual = swap(html, "get_html_metadata", quick_metadata)


class _Head:
    """A page as far as its own description goes."""

    def __init__(self, page: Untyped) -> None:
        self.etree_element, self.base_url = page.etree_element, page.base_url
        self.url_fetcher = page.url_fetcher
        self.wrapper_element = self

    def query_all(self, *tags: str) -> Iterator[Untyped]:
        """Every element with one of these tags, in their order."""
        return (SimpleNamespace(etree_element=one) for one in self.etree_element.iter() if one.tag in tags)
