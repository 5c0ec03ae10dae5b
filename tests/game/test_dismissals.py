"""Dismissed problems: what is read of them, and which problem each covers."""

from builder.game import dismissals
from builder.game.problem import Problem, Severity
from builder.game.script import Script

MANY = Problem("many-jinxes", Severity.ADVICE, "Many.", ("spy", "Damsel"))


def of(*written: object) -> tuple[dismissals.Dismissal, ...]:
    return dismissals.of(Script(written_meta={"clockwright": {dismissals.FIELD: list(written)}}))


def test_invalid_ones_are_skipped() -> None:
    assert of(3, {}, {"code": 1}, {"code": "counts", "characters": "imp"}) == ()
    assert dismissals.of(Script()) == ()
    (found,) = of({"code": "counts", "note": 7})
    assert (found.code, found.about, found.note) == ("counts", None, "")


def test_one_without_characters_covers_all_and_one_with_them_just_these() -> None:
    every = of({"code": "many-jinxes", "note": "We like them."})
    those = of({"code": "many-jinxes", "characters": ["damsel", "spy"]})
    others = of({"code": "many-jinxes", "characters": ["spy"]}, {"code": "counts"})
    assert dismissals.note(MANY, every) == "We like them."
    assert dismissals.note(MANY, those) == ""
    assert dismissals.note(MANY, others) is None


def test_ops_name_the_problem() -> None:
    about = {"code": "many-jinxes", "characters": ["spy", "Damsel"]}
    assert dismissals.op(MANY, "Fun.") == {"op": "dismiss", **about, "note": "Fun."}
    assert dismissals.op(MANY) == {"op": "dismiss", **about}
    assert dismissals.restore_op(MANY) == {"op": "restore", **about}
