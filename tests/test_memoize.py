"""What is remembered holds as long as what it is about says the same, and no longer."""

from dataclasses import dataclass
from typing import Any

import pytest

from builder import memoize as memory
from builder.memoize import RUN, Memo, fresh_mark, length, mark, of_runs, of_values


@dataclass(frozen=True, slots=True)
class Value:
    """Something frozen."""

    name: str


def test_what_says_the_same_has_the_same_mark() -> None:
    one: dict[str, Any] = {"id": "imp", "jinxes": [{"id": "spy", "reason": "“Both.”"}]}
    other: dict[str, Any] = {"id": "imp", "jinxes": [{"id": "spy", "reason": "“Both.”"}]}
    assert mark(one) == mark(other) == fresh_mark(one) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": 1.0}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a": ["b"]}, {"a": [["b"]]}),
        ({"a": "é"}, {"a": "e\u0301"}),
        ({"a": None}, {}),
    ],
)
def test_what_a_file_would_write_in_another_way_has_another_mark(one: Any, other: Any) -> None:
    assert mark(one) != mark(other)


def test_an_object_that_somebody_changed_has_another_mark_at_once() -> None:
    written: dict[str, Any] = {"id": "imp", "page": {"rules": ["One."]}}
    marks = {mark(written), mark(written), mark(written)}
    written["page"]["rules"].append("Two.")
    assert len(marks) == 1
    assert mark(written) not in marks


def test_what_is_very_long_or_no_json_has_no_mark() -> None:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    assert mark({"picture": "A" * 100_000}) is None
    assert mark({"value": Value("imp")}) is None
    assert mark(deep) is None


def test_without_a_name_an_answer_is_worked_out_each_time() -> None:
    answers: Memo[int] = Memo()
    numbers = iter(range(9))
    assert [answers.get(None, lambda: next(numbers)) for _ in range(3)] == [0, 1, 2]
    assert [answers.get("imp", lambda: next(numbers)) for _ in range(3)] == [3, 3, 3]


def test_the_oldest_answers_go() -> None:
    answers: Memo[str] = Memo(2)
    for name in ("imp", "spy", "baron"):
        answers.keep(name, name)
    assert [answers.known(name) for name in ("imp", "spy", "baron")] == [None, "spy", "baron"]


def test_a_function_is_asked_once_about_the_same_value_and_again_about_one_like_it() -> None:
    asked: list[Value] = []

    @of_values()
    def told(value: Value) -> str:
        asked.append(value)
        return value.name

    one, other = Value("imp"), Value("imp")
    assert [told(one), told(one), told(other)] == ["imp"] * 3
    assert len(asked) == 2


def test_what_is_told_by_name_is_never_mixed_up() -> None:
    @of_values()
    def told(value: Value, word: str = "the") -> str:
        return f"{word} {value.name}"

    imp = Value("imp")
    assert [told(imp), told(imp, word="an"), told(imp, word="my"), told(imp)] == [
        "the imp",
        "an imp",
        "my imp",
        "the imp",
    ]


def test_answers_never_cost_more_than_their_budget() -> None:
    answers: Memo[str] = Memo(budget=100_000)
    for number in range(50):
        name = mark({"text": f"{number} " + "x" * 10_000})
        assert name
        answers.get(name, lambda: "answer")
        answers.keep(name, "again")
        assert answers.bytes <= 100_000
    assert answers.bytes > 40_000


def test_a_mark_says_how_long_its_value_is() -> None:
    name = mark({"text": "x" * 5_000})
    assert 5_000 < length(name) < 5_100
    assert 10_000 < length((name, "line", name)) < 10_200


def test_what_is_remembered_of_long_values_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    @of_values()
    def told(value: Value) -> int:
        asked.append(value.name[:3])
        return len(value.name)

    third = memory.BUDGET // memory.OBJECTS // 3
    values = [Value(f"{number:03}" + "x" * third) for number in range(6)]
    assert [told(value) for value in values] == [third + 3] * 6
    assert told(values[-1]) == third + 3
    told(values[0])
    assert asked == ["000", "001", "002", "003", "004", "005", "000"]  # the oldest had to go


def test_a_long_text_is_worked_out_each_time_and_takes_no_room() -> None:
    asked: list[int] = []

    @memory.of_short_texts(8)
    def length(text: str) -> int:
        asked.append(len(text))
        return len(text)

    long = "x" * (memory.SHORT + 1)
    assert [length(each) for each in ("short", long, "short", long)] == [5, len(long)] * 2
    assert asked == [5, len(long), len(long)]


def test_an_answer_is_remembered_unless_it_or_what_it_is_about_is_long() -> None:
    asked: list[str] = []

    @memory.of_short_answers()
    def opening(text: str) -> str:
        asked.append(text[:1])
        return text[:5]

    long = "y" * (memory.LONGEST + 1)
    assert [opening(each) for each in ("short", long, "short", long)] == ["short", "yyyyy"] * 2
    assert asked == ["s", "y", "y"]


def test_after_a_change_of_one_value_of_many_the_work_is_done_for_those_around_it_alone() -> None:
    asked: list[int] = []

    @of_runs
    def told(values: tuple[Value, ...], word: str) -> list[str]:
        asked.append(len(values))
        return [f"{word} {each.name}" for each in values]

    values, the = [Value(str(number)) for number in range(3 * RUN + 1)], "the"
    assert told(values, the) == told(tuple(values), the)
    assert asked == [RUN, RUN, RUN, 1]
    values[RUN] = Value("imp")
    assert [each for some in told(values, the) for each in some] == [f"the {each.name}" for each in values]
    assert asked == [RUN, RUN, RUN, 1, RUN]
    assert told([], the) == []


def test_results_of_runs_of_many_scripts_are_bounded_by_all_their_values() -> None:
    asked: list[str] = []

    @of_runs
    def told(values: tuple[Value, ...]) -> int:
        asked.append(values[0].name[:3])
        return len(values)

    third = memory.BUDGET // memory.OBJECTS // 3 // RUN
    scripts = [[Value(f"{number:03}" + "x" * third) for _ in range(RUN)] for number in range(6)]
    for script in (*scripts, scripts[-1], scripts[0]):
        assert told(script) == [RUN]
    assert asked == ["000", "001", "002", "003", "004", "005", "000"]  # the oldest had to go
