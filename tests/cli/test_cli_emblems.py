from calling import answer, call


def test_an_emblem_is_found_by_a_word() -> None:
    lines = call("emblems", "lantern").stdout.splitlines()
    assert lines[0] == "lantern"
    assert "old-lantern" in lines


def test_as_json_there_are_no_more_than_wanted() -> None:
    assert len(answer("emblems", "sword")) == 24
    assert len(answer("emblems", "sword", "--limit", "3")) == 3


def test_without_a_word_they_are_listed_by_name() -> None:
    lines = call("emblems", "-n", "5000").stdout.splitlines()
    assert len(lines) > 4000
    assert lines == sorted(lines)


def test_a_word_that_no_emblem_has_gets_advice() -> None:
    result = call("emblems", "xqzxqz")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "Try another word" in result.stderr
