import io
from pathlib import Path

import pytest
import toolmaker_site
from calling import answer, call, run

from builder.official import edition, sync

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return toolmaker_site.write(tmp_path / "site")


def test_a_sync_says_what_it_brought_and_what_the_publisher_asks(site: Path) -> None:
    result = call("official", "sync", "--from", site)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == f"6 characters, 1 jinx and 10 pictures from {site}."
    assert lines[1] == "All texts are now the publisher's. Compared with Clockwright's data:"
    assert lines[2] == "New characters: Lamplighter, Puddle, Umbrellist, Busker, Weathervane."
    assert "No art found for Weathervane; their emblems are used instead." in lines
    assert "private and non-commercial use" in result.stdout
    assert "neither made nor endorsed by The Pandemonium Institute" in result.stdout


def test_without_a_terminal_progress_is_plain_lines_on_standard_error(site: Path) -> None:
    result = call("official", "sync", "--from", site)
    assert "Downloading the words: 3 of 3 files" in result.stderr
    assert "Downloading the art: 32 of 32 files" in result.stderr
    assert "Downloading" not in result.stdout


def test_on_a_terminal_progress_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    from builder.cli.official import Shown

    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with Shown() as shown:
        shown.step("art", 3, 14)
        shown.step("art", 14, 14)
    assert "Downloading the art" in screen.getvalue()
    assert "14/14" in screen.getvalue()


def test_a_second_sync_names_the_news(site: Path) -> None:
    call("official", "sync", "--from", site)
    assert "Nothing new since" in call("official", "sync", "--from", site).stdout
    (site / "data" / "roles.json").write_text(
        (site / "data" / "roles.json").read_text().replace("You might be wet.", "You are wet.")
    )
    assert "Changed characters: Puddle (ability)." in call("official", "sync", "--from", site).stdout
    (site / "characters" / "rain" / "imp_g.webp").write_bytes(toolmaker_site.webp("another imp"))
    assert "No texts have changed, only pictures." in call("official", "sync", "--from", site).stdout


def test_the_news_as_json(site: Path) -> None:
    found = answer("official", "sync", "--from", site)
    assert list(found) == "isNew characters jinxes nightOrder textsCompared strangers status".split()
    assert found["isNew"] is True
    assert found["textsCompared"] is False
    assert found["characters"]["new"] == ["lamplighter", "puddle", "umbrellist", "busker", "weathervane"]
    assert found["status"]["official"] is True


def test_status_says_whose_words_are_in_use(site: Path) -> None:
    assert "In use: Clockwright's own wording." in call("official", "status").stdout
    assert "clockwright official sync" in call("official", "status").stdout
    ours = answer("official", "status")
    assert (ours["official"], ours["characters"], ours["jinxes"]) == (False, 181, 131)
    call("official", "sync", "--from", site)
    shown = call("official", "status").stdout
    assert "In use: official wording, synced 20" in shown
    assert "Characters: 6 (5 with art). Jinxes: 1." in shown
    theirs = answer("official", "status")
    assert (theirs["official"], theirs["characters"], theirs["pictures"]) == (True, 6, 10)
    assert (theirs["from"], theirs["withoutArt"]) == (str(site), ["weathervane"])


def test_status_says_when_the_files_are_damaged(site: Path, data_folder: Path) -> None:
    call("official", "sync", "--from", site)
    (data_folder / "official" / "current.json").write_text("{")
    edition.expire_check()
    assert "its files are damaged. To fix this, run:" in call("official", "status").stdout
    assert answer("official", "status")["damaged"] is True
    assert call("characters").exit_code == 0


def test_the_official_words_are_listed_and_forgotten_again(site: Path) -> None:
    call("official", "sync", "--from", site)
    assert "You might be wet." in call("characters", "--team", "outsider").stdout
    assert "were removed" in call("official", "forget").stdout
    assert "You might be wet." not in call("characters", "--team", "outsider").stdout
    again = call("official", "forget")
    assert (again.exit_code, "The official wording was never downloaded here." in again.stdout) == (0, True)


def test_a_broken_site_is_one_sentence_and_changes_nothing(site: Path) -> None:
    call("official", "sync", "--from", site)
    with toolmaker_site.served({}) as empty:
        result = call("official", "sync", "--from", empty)
    assert result.exit_code == 2
    [said] = [line for line in result.stderr.splitlines() if line.startswith("Error")]
    assert said.endswith("could not be downloaded: the server answered with status 404. Nothing was changed.")
    assert answer("official", "status")["official"] is True


def test_a_site_that_is_not_there_says_what_else_can_be_done() -> None:
    with toolmaker_site.served({}) as gone:
        pass
    result = call("official", "sync", "--from", gone)
    assert result.exit_code == 2
    assert (
        "Check your internet connection, or use a folder with a copy of the files: --from DIR."
        in result.stderr
    )


def test_another_address_may_be_a_setting(site: Path) -> None:
    result = run("official", "status", "--json", CLOCKWRIGHT_OFFICIAL=str(site))
    assert result.returncode == 0
    assert run("official", "sync", CLOCKWRIGHT_OFFICIAL=str(site)).returncode == 0
    assert run("official", "sync", CLOCKWRIGHT_OFFICIAL="").stderr.startswith(
        b"Error: No address of the publisher's files."
    )


def test_stopping_a_sync_changes_nothing(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("builder.official.download.art", stop)
    result = call("official", "sync", "--from", site)
    assert "Stopped. Nothing was changed." in result.stderr
    assert not sync.forget()
