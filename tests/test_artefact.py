"""What comes out of printing travels whole, and says what it is."""

import pytest

from builder.artefact import PDF, PNG, Artefact, Fault, bundle
from builder.errors import MissingPartError, PictureError, RenderError, UnknownChoiceError
from builder.game.problem import Problem, Severity


def test_a_packed_artefact_comes_back_with_its_notices() -> None:
    notice = Problem("runs-on", Severity.NOTICE, "It runs on.", ("imp",))
    made = Artefact("night sheet (A4).pdf", PDF, b"%PDF\nwith\nlines", 2, (notice,), "full")
    assert Artefact.unpacked(made.packed()) == made


@pytest.mark.parametrize("written", [b"", b"{}\n%PDF", b'{"notices": [1]}\n', b"[]\n", b"no JSON\n"])
def test_what_another_program_packed_is_none(written: bytes) -> None:
    assert Artefact.unpacked(written) is None


def test_a_picture_never_passes_for_a_pdf() -> None:
    with pytest.raises(TypeError, match="is no PDF"):
        _ = Artefact("token.png", PNG, b"\x89PNG").pdf


def test_files_of_a_named_bundle_lie_in_a_folder_of_that_name() -> None:
    members = [("minion/Baron.png", b"1"), ("demon/Imp.png", b"2")]
    assert bundle(members).files == members
    assert bundle(members, "token pictures.zip").files == [
        ("token pictures/minion/Baron.png", b"1"),
        ("token pictures/demon/Imp.png", b"2"),
    ]


def test_an_artefact_without_a_body_has_no_file() -> None:
    assert Artefact("", PNG, b"").files == []


@pytest.mark.parametrize(
    ("error", "there"),
    [
        (MissingPartError("no Pango"), MissingPartError),
        (PictureError("it is not a picture"), PictureError),
        (UnknownChoiceError("There is no style “%(name)s”.", "odd", ("even",)), RenderError),
    ],
)
def test_a_fault_is_the_same_sentence_on_the_other_side(
    error: MissingPartError | PictureError | UnknownChoiceError, there: type[Exception]
) -> None:
    raised = Fault.of(error).as_error()
    assert (type(raised), str(raised)) == (there, str(error))
