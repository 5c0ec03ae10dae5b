"""Links open a script to others; nobody can guess one, and no link is written down."""

import pytest
from sheets import script

from builder.errors import LibraryError
from builder.library import Library


def test_a_link_opens_its_script_with_its_rights(any_library: Library) -> None:
    held = any_library.create(script())
    for may_edit in (False, True):
        made, token = any_library.share(held.id, may_edit=may_edit, label="For the club")
        opened = any_library.opened_by(token)
        assert opened == made
        assert opened is not None
        assert (opened.script, opened.may_edit, opened.label) == (held.id, may_edit, "For the club")
    assert len(any_library.shares(held.id)) == 2


def test_wrong_revoked_and_orphaned_links_look_the_same(any_library: Library) -> None:
    held, gone = any_library.create(script()), any_library.create(script("imp"))
    (made, revoked), (_, orphaned) = (any_library.share(each.id, may_edit=True) for each in (held, gone))
    assert any_library.revoke(held.id, made.id)
    assert not any_library.revoke(held.id, made.id)
    any_library.throw_away(gone.id)
    for token in (
        revoked,
        orphaned,
        "",
        "guess",
        revoked[:-1],
        revoked + "x",
        "\ud800",
        "\0",
        "ü",
        "x" * 10**6,
    ):
        assert any_library.opened_by(token) is None
    assert any_library.shares(held.id) == ()


def test_a_link_of_another_script_cannot_be_revoked(any_library: Library) -> None:
    held, other = any_library.create(script()), any_library.create(script())
    made, token = any_library.share(held.id, may_edit=False)
    assert not any_library.revoke(other.id, made.id)
    assert any_library.opened_by(token) is not None


def test_a_script_taken_back_from_the_bin_is_open_again(any_library: Library) -> None:
    held = any_library.create(script())
    _, token = any_library.share(held.id, may_edit=False)
    any_library.throw_away(held.id)
    any_library.take_back(held.id)
    assert any_library.opened_by(token) is not None


def test_what_is_not_there_cannot_be_shared(any_library: Library) -> None:
    gone = any_library.create(script())
    any_library.throw_away(gone.id)
    for identifier in ("nobody", gone.id):
        with pytest.raises(LibraryError, match="no longer in the library"):
            any_library.share(identifier, may_edit=False)


def test_no_token_is_in_the_file(library: Library) -> None:
    held = library.create(script())
    _, reading = library.share(held.id, may_edit=False)
    _, editing = library.share(held.id, may_edit=True)
    written = b"".join(path.read_bytes() for path in library.folder.iterdir() if path.is_file())
    assert held.id.encode() in written
    assert reading.encode() not in written
    assert editing.encode() not in written


def test_a_link_to_read_tells_nothing_of_the_one_to_edit(any_library: Library) -> None:
    held = any_library.create(script())
    shown, reading = any_library.share(held.id, may_edit=False)
    _, editing = any_library.share(held.id, may_edit=True)
    opened = any_library.opened_by(reading)
    assert opened is not None
    assert not opened.may_edit
    assert editing not in repr(opened) + repr(shown) + repr(any_library.shares(held.id))


def test_an_icon_is_kept_once_for_each_owner(any_library: Library) -> None:
    first = any_library.keep_icon(b"picture", "image/png", "moon \ud800")
    again = any_library.keep_icon(b"picture", "image/png", "moon too")
    any_library.keep_icon(b"picture", "image/png", "theirs", owner="you")
    assert first.hash == again.hash
    assert any_library.icon(first.hash) == b"picture"
    assert [each.name for each in any_library.icons()] == ["moon ?"]
    assert [each.name for each in any_library.icons(owner="you")] == ["theirs"]


@pytest.mark.parametrize("digest", ["", "..", "../library.sqlite3", "0" * 64, "\0", "\ud800" * 64])
def test_an_icon_that_is_none_is_none(library: Library, digest: str) -> None:
    assert library.icon(digest) is None


def test_an_icon_that_has_no_place_says_so(library: Library) -> None:
    (library.folder / "icons").write_bytes(b"a file in its way")
    with pytest.raises(LibraryError, match="could not be saved"):
        library.keep_icon(b"picture", "image/png", "moon")
    assert library.icons() == ()
