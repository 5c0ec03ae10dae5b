"""The almanac: a book whose chapters are laid out separately, cached, and bound into one PDF.

Algorithm: `layout` lays out each part of a style (cover, a chapter a character, appendix) as a document of its own, on
two cores, and `cached_page` records what its pages draw, with placeholders for every number that depends on the whole
book. Recorded pages are cached by their HTML, so that after a change only one chapter is laid out again. `binding`
joins the pages and fills in the placeholders: the object numbers of the structure tree and of links, the letters that
all pages use, the bars at the edge. `book` calls the steps in order; `web_page` makes the same almanac for a browser.
"""
