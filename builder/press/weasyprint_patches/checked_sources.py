"""The functions that our patches were checked for: the hash of each source, and the version that introduced it.

A patch is off if a function that it replaces or mirrors has another hash. After an upgrade of WeasyPrint, pydyf,
tinyhtml5 or cssselect2 (`bin/lock weasyprint` fetches one, `bin/setup --dev` installs it):

1. Write the table: `.venv/bin/python bin/checked_sources.py`. It prints each new hash, the patches that it affects,
   and what changed. Before this step the tests of step 3 prove nothing, because the patches are off.
2. Read each function with a new hash. Tests compare the looks of ordinary pages and miss a new limit or check. Decide
   for each changed function whether our replacement needs the same change, and add a test.
3. `.venv/bin/python -m pytest tests/press/test_patching.py tests/press/test_weasyprint_patches.py
   tests/press/test_pdfua.py`
"""

CHECKED: dict[tuple[str, str], str] = {
    ("cssselect2:Matcher.match", "e3aeb1c935de79f7"): "cssselect2 0.10.1",
    ("pydyf:Dictionary.data", "72669945d738a350"): "pydyf 0.13.0",
    ("pydyf:Object.compressible", "b84a17700adcf8e8"): "pydyf 0.13.0",
    ("pydyf:Object.indirect", "72a3ce2d2ef6389d"): "pydyf 0.13.0",
    ("pydyf:Object.reference", "471b5f0ec878bf08"): "pydyf 0.13.0",
    ("pydyf:PDF.page_references", "bbe7173209fa76de"): "pydyf 0.13.0",
    ("pydyf:PDF.write", "836e6c64f3302027"): "pydyf 0.13.0",
    ("pydyf:Stream.data", "924c48bf0e64514d"): "pydyf 0.13.0",
    ("pydyf:_to_bytes", "2d07f1549e6fba05"): "pydyf 0.13.0",
    ("tinyhtml5:parse", "63004c999bdd7a1c"): "tinyhtml5 2.1.0",
    ("weasyprint.css:AnonymousStyle.__init__", "7def9b8df01d9288"): "weasyprint 70.0",
    ("weasyprint.css:ComputedStyle.__init__", "d168de746760cfbe"): "weasyprint 70.0",
    ("weasyprint.css:ComputedStyle.__missing__", "8297e44e6a4ce4ce"): "weasyprint 70.0",
    ("weasyprint.css:StyleFor.__init__", "05762efcceafc0ee"): "weasyprint 70.0",
    ("weasyprint.css:StyleFor.set_computed_styles", "90052e3b57969640"): "weasyprint 70.0",
    ("weasyprint.css:get_all_computed_styles", "d022d9569ceaf44a"): "weasyprint 70.0",
    ("weasyprint.document:DocumentMetadata.include_in_pdf", "1545f1f2dc932459"): "weasyprint 70.0",
    ("weasyprint.document:generate_pdf", "fd816c8d91ce1c94"): "weasyprint 70.0",
    ("weasyprint.draw.text:draw_first_line", "df38b8753e86c3ba"): "weasyprint 70.0",
    ("weasyprint.draw.text:draw_text", "d1cfa769e258eb9a"): "weasyprint 70.0",
    ("weasyprint.draw:draw_background", "cc5ddc3dced8dcfa"): "weasyprint 70.0",
    ("weasyprint.draw:draw_stacking_context", "c97878300f32df3c"): "weasyprint 70.0",
    ("weasyprint.layout.background:layout_box_backgrounds", "3a31f4bc48483de6"): "weasyprint 70.0",
    ("weasyprint.pdf.pdfua:pdfua", "033cff7598bac333"): "weasyprint 70.0",
    ("weasyprint.pdf.stream:Stream.add_font", "0fda298e5f6a36b4"): "weasyprint 70.0",
    ("weasyprint.pdf.stream:Stream.artifact", "eabed07a34893c96"): "weasyprint 70.0",
    ("weasyprint.pdf.stream:Stream.end_text", "bcbfc4608974014c"): "weasyprint 70.0",
    ("weasyprint.pdf.stream:Stream.set_color", "48fa96d7d01d6582"): "weasyprint 70.0",
    ("weasyprint.pdf.stream:Stream.set_font_size", "4d2fbd280401f47c"): "weasyprint 70.0",
    ("weasyprint.pdf.tags:_build_box_tree", "e8338d00c41d15e4"): "weasyprint 70.0",
    ("weasyprint.pdf.tags:add_tags", "74d331d78a019795"): "weasyprint 70.0",
    ("weasyprint.text.line_break:Layout.__init__", "72b982c52cc1874c"): "weasyprint 70.0",
    ("weasyprint.text.line_break:Layout.deactivate", "2546da2a25b1a036"): "weasyprint 70.0",
    ("weasyprint.text.line_break:Layout.get_first_line", "aaefbb4662f8821c"): "weasyprint 70.0",
    ("weasyprint.text.line_break:Layout.reactivate", "c90c60b1d11efb22"): "weasyprint 70.0",
    ("weasyprint.text.line_break:Layout.set_text", "a767f340eec9ea59"): "weasyprint 70.0",
    ("weasyprint.text.line_break:Layout.setup", "9643c3a56dd90ce0"): "weasyprint 70.0",
    ("weasyprint.text.line_break:can_break_text", "50b1f2c840c9decf"): "weasyprint 70.0",
    ("weasyprint.text.line_break:create_layout", "5d4b11726a68d0a4"): "weasyprint 70.0",
    ("weasyprint.text.line_break:first_line_metrics", "d3ba485663a7b6c5"): "weasyprint 70.0",
    ("weasyprint.text.line_break:split_first_line", "f5cfad56910a1b96"): "weasyprint 70.0",
    ("weasyprint.text.line_break:strut", "e0631a4e87ce02c2"): "weasyprint 70.0",
    ("weasyprint:HTML.__init__", "35052a00d003b593"): "weasyprint 70.0",
    ("weasyprint:HTML._ua_counter_style", "930359915744e679"): "weasyprint 70.0",
    ("weasyprint:HTML._ua_stylesheets", "c1580856643f49fd"): "weasyprint 70.0",
}
