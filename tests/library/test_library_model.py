"""Whatever is done in whatever order, the library says what a list and a pointer would say."""

import tempfile
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule
from sheets import ids, script

from builder.library import Library, Saved
from builder.settings import Settings

ENTRIES = st.lists(st.sampled_from(["imp", "chef", "monk", "saint", "baron"]), min_size=1, max_size=4).map(
    tuple
)


@dataclass
class Model:
    """A script as simple as can be: everything it ever was, and which of these it is."""

    states: list[tuple[str, ...]]
    at: int = 0
    #: Every revision that there ever was, by number.
    ever: list[tuple[str, ...]] = field(default_factory=list)
    is_in_bin: bool = False

    def change(self, state: tuple[str, ...]) -> None:
        if state != self.states[self.at]:
            self.states = [*self.states[: self.at + 1], state]
            self.at += 1
            self.ever.append(state)


@settings(max_examples=10, stateful_step_count=25, deadline=None)
class Together(RuleBasedStateMachine):
    """Does the same to a library and to the model."""

    scripts: Bundle[Any] = Bundle("scripts")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.library = Library.open(Settings(data=self.folder.name))
        self.models: dict[str, Model] = {}

    def teardown(self) -> None:
        self.library.close()
        self.folder.cleanup()

    def kept(self, identifier: str, state: tuple[str, ...]) -> str:
        self.models[identifier] = Model([state], ever=[state])
        return identifier

    @rule(target=scripts, state=ENTRIES)
    def create(self, state: tuple[str, ...]) -> str:
        return self.kept(self.library.create(script(*state)).id, state)

    @rule(target=scripts, identifier=scripts)
    def duplicate(self, identifier: str) -> Any:
        copy, model = self.library.duplicate(identifier), self.models[identifier]
        assert (copy is None) == model.is_in_bin
        return self.kept(copy.id, model.states[model.at]) if copy else identifier

    @rule(identifier=scripts, state=ENTRIES)
    def save(self, identifier: str, state: tuple[str, ...]) -> None:
        model, held = self.models[identifier], self.library.get(identifier)
        outcome = self.library.save(
            identifier, script(*state), expected=held.revision if held else 1, label="x"
        )
        assert isinstance(outcome, Saved) != model.is_in_bin
        if not model.is_in_bin:
            model.change(state)

    @rule(identifier=scripts)
    def undo(self, identifier: str) -> None:
        model, back = self.models[identifier], self.library.undo(identifier)
        assert (back is None) == (model.is_in_bin or model.at == 0)
        model.at -= back is not None

    @rule(identifier=scripts)
    def redo(self, identifier: str) -> None:
        model, on = self.models[identifier], self.library.redo(identifier)
        assert (on is None) == (model.is_in_bin or model.at == len(model.states) - 1)
        model.at += on is not None

    @rule(identifier=scripts, back=st.integers(0, 30))
    def restore(self, identifier: str, back: int) -> None:
        model = self.models[identifier]
        restored = self.library.restore(identifier, back)
        assert (restored is None) == (model.is_in_bin or not 0 < back <= len(model.ever))
        if restored:
            model.change(model.ever[back - 1])

    @rule(identifier=scripts)
    def throw_away(self, identifier: str) -> None:
        assert self.library.throw_away(identifier) != self.models[identifier].is_in_bin
        self.models[identifier].is_in_bin = True

    @rule(identifier=scripts)
    def take_back(self, identifier: str) -> None:
        assert self.library.take_back(identifier) == self.models[identifier].is_in_bin
        self.models[identifier].is_in_bin = False

    @rule()
    def start_again(self) -> None:
        self.library.close()
        self.library = Library.open(Settings(data=self.folder.name))

    @invariant()
    def each_is_as_the_model_says(self) -> None:
        for identifier, model in self.models.items():
            held = self.library.get(identifier)
            assert (held is None) == model.is_in_bin
            if held:
                assert tuple(ids(held)) == model.states[model.at]
                assert (held.can_undo, held.can_redo) == (model.at > 0, model.at < len(model.states) - 1)
            history = self.library.history(identifier)
            assert sum(each.number - each.first + 1 for each in history) == len(model.ever)
            assert [each.is_current for each in history].count(True) == 1
        listed = {each.id for each in self.library.scripts()}
        assert listed == {each for each, model in self.models.items() if not model.is_in_bin}


TestTogether = pytest.mark.full(Together.TestCase)
