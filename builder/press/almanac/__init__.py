"""The almanac: a book of chapters that are laid out one by one, cached, and bound into one PDF.

Algorithm: `layout` lays out each part of a style (cover, a chapter a character, appendix) as a document of its own, on
two cores, and `cached_page` records what its pages draw, with placeholders in place of every number that only the whole
book knows. Recorded pages are cached by their HTML, so that a change lays out one chapter anew. `binding` fills the
placeholders in when it joins the pages: `structure` the numbers of the structure tree's objects and of links, `fonts`
the letters that all pages use, `index` the bars at the edge. `book` puts the steps in order; `web_page` makes the same
almanac for a browser.
"""
