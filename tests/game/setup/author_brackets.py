"""A hundred brackets as authors write them, each with what its author means.

`FIRST` were written before anybody looked at the grammar, `SECOND` after; both before it was taught them. Each is (team
of the character, bracket, meaning). What a meaning can say:

- `change`: numbers by which a team may differ from the usual setup, which Townsfolk balance (`from`: only with so many
  players; `with`: only while that character is in play; `either`: one of several changes)
- `count`: least and most of a team; `among`: the numbers that a team may have
- `needs`, `never`: characters; `copies`: least and most of the character itself, whose name is `name`
- `unbagged`: its token is not in the bag, one of that team is; `bag`: further tokens in the bag
- `absent`: it is not in play when the game begins
- `seat`: who sits how to whom; `evil`, `good`: how many of a team are of the other alignment
- `marker`: a reminder and whom it may lie by; `step`: words of something for the Storyteller to do or to know
"""

from typing import Any

Bracket = tuple[str, str, dict[str, Any]]

FIRST: list[Bracket] = [
    ("minion", "[+1 Minion]", {"change": {"minion": [1]}}),
    ("minion", "[−1 or +1 Outsider]", {"change": {"outsider": [-1, 1]}}),
    ("minion", "[+1 Outsider, -1 Minion]", {"change": {"outsider": [1], "minion": [-1]}}),
    ("demon", "[+0 to +2 Outsiders]", {"change": {"outsider": [0, 1, 2]}}),
    ("demon", "[+1-3 Outsiders]", {"change": {"outsider": [1, 2, 3]}}),
    ("demon", "[No Outsiders]", {"count": {"outsider": [0, 0]}}),
    ("demon", "[There are no Minions]", {"count": {"minion": [0, 0]}}),
    ("townsfolk", "[+the Butler]", {"needs": ["butler"]}),
    ("townsfolk", "[+the Drunk and the Recluse]", {"needs": ["drunk", "recluse"]}),
    ("townsfolk", "[The Mayor is in play]", {"needs": ["mayor"]}),
    ("minion", "[Add 1 Outsider]", {"change": {"outsider": [1]}}),
    ("minion", "[Remove an Outsider]", {"change": {"outsider": [-1]}}),
    ("demon", "[Up to 2 extra Outsiders]", {"change": {"outsider": [0, 1, 2]}}),
    ("demon", "[At least 2 Outsiders]", {"count": {"outsider": [2, 20]}}),
    ("demon", "[At most 1 Outsider]", {"count": {"outsider": [0, 1]}}),
    ("demon", "[Exactly 1 Minion]", {"count": {"minion": [1, 1]}}),
    ("demon", "[One extra Minion]", {"change": {"minion": [1]}}),
    ("minion", "[1 fewer Outsider]", {"change": {"outsider": [-1]}}),
    ("minion", "[-1 Townsfolk, +1 Outsider]", {"change": {"outsider": [1]}}),
    ("minion", "[Replace a Townsfolk with an Outsider]", {"change": {"outsider": [1]}}),
    ("minion", "[1 Outsider is evil]", {"evil": {"outsider": 1}}),
    ("townsfolk", "[One good player is evil]", {"evil": {"good": 1}}),
    ("townsfolk", "[1 Minion is good]", {"good": {"minion": 1}}),
    ("minion", "[You neighbor the Demon]", {"seat": ["self", "next to", "demon"]}),
    ("townsfolk", "[Sits next to the Demon]", {"seat": ["self", "next to", "demon"]}),
    ("demon", "[No Minion neighbors the Demon]", {"seat": ["minion", "not next to", "demon"]}),
    ("outsider", "[You are not in the bag]", {"unbagged": "any"}),
    ("outsider", "[This token is not in the bag]", {"unbagged": "any"}),
    ("outsider", "[Put a Townsfolk token in the bag instead]", {"unbagged": "townsfolk"}),
    ("outsider", "[You think you are a Townsfolk]", {"unbagged": "townsfolk"}),
    ("minion", "[+1 Townsfolk token in the bag]", {"bag": {"townsfolk": 1}}),
    ("townsfolk", "[No Drunk]", {"never": ["drunk"]}),
    ("townsfolk", "[The Spy cannot be in play]", {"never": ["spy"]}),
    ("minion", "[Not with the Baron]", {"never": ["baron"]}),
    ("demon", "[Any number of Outsiders]", {"count": {"outsider": [0, 20]}}),
    ("demon", "[±1 Outsider]", {"change": {"outsider": [-1, 1]}}),
    ("demon", "[+? Outsiders]", {"count": {"outsider": [0, 20]}}),
    ("demon", "[0-3 Outsiders]", {"count": {"outsider": [0, 3]}}),
    ("minion", "[The Storyteller adds 0-2 Outsiders]", {"change": {"outsider": [0, 1, 2]}}),
    ("minion", "[Choose a Townsfolk: they are marked]", {"step": "they are marked"}),
    ("townsfolk", "[2 players know each other]", {"step": "know each other"}),
    ("demon", "[+1 Demon]", {"change": {"demon": [1]}}),
    ("demon", "[2 Demons]", {"count": {"demon": [2, 2]}}),
    ("townsfolk", "[There are 2 {self}s]", {"copies": [2, 2]}),
    ("townsfolk", "[+1 or +2 {self}s]", {"copies": [2, 3]}),
    ("outsider", "[3 copies of this character]", {"copies": [3, 3]}),
    ("minion", "[Extra Outsider]", {"change": {"outsider": [1]}}),
    ("demon", "[-1 Minion. +1 Outsider.]", {"change": {"minion": [-1], "outsider": [1]}}),
    ("minion", "[+1 Outsider (not the Drunk)]", {"change": {"outsider": [1]}, "never": ["drunk"]}),
    ("minion", "[+1 Outsider in games of 10 or more players]", {"change": {"outsider": [1]}, "from": 10}),
]

SECOND: list[Bracket] = [
    ("townsfolk", "[+0-1 Outsider]", {"change": {"outsider": [0, 1]}}),
    ("demon", "[No Minions, any Outsiders]", {"count": {"minion": [0, 0], "outsider": [0, 20]}}),
    ("demon", "[Minimum 1 Outsider]", {"count": {"outsider": [1, 20]}}),
    ("demon", "[Up to X Outsiders]", {"count": {"outsider": [0, 20]}}),
    ("townsfolk", "[+0 to +2 Magi]", {"copies": [1, 3], "name": "Magus"}),
    ("minion", "[+1 {self} (you decide who)]", {"copies": [2, 2], "step": "ou decide who"}),
    ("minion", "[A Townsfolk is evil]", {"evil": {"townsfolk": 1}}),
    ("townsfolk", "[You don't start in play]", {"absent": True}),
    ("minion", "[The {self} neighbors the Demon]", {"seat": ["self", "next to", "demon"]}),
    ("minion", "[+1 Townsfolk in the bag]", {"bag": {"townsfolk": 1}}),
    ("minion", "[+2 Outsiders or -1 Outsider]", {"change": {"outsider": [-1, 2]}}),
    ("minion", "[Outsiders +1]", {"change": {"outsider": [1]}}),
    ("demon", "[+1 Outsider; -1 Minion]", {"change": {"outsider": [1], "minion": [-1]}}),
    ("minion", "[Plus one Outsider]", {"change": {"outsider": [1]}}),
    ("minion", "[Minus 1 Outsider]", {"change": {"outsider": [-1]}}),
    ("minion", "[An extra Outsider is in play]", {"change": {"outsider": [1]}}),
    ("demon", "[There is 1 extra Minion]", {"change": {"minion": [1]}}),
    ("minion", "[There is no Demon]", {"count": {"demon": [0, 0]}}),
    ("townsfolk", "[The Outsider count might be off by 1]", {"change": {"outsider": [-1, 0, 1]}}),
    ("townsfolk", "[Adds the Drunk]", {"needs": ["drunk"]}),
    ("townsfolk", "[Requires the Empath]", {"needs": ["empath"]}),
    ("townsfolk", "[The Spy & the Recluse are in play]", {"needs": ["spy", "recluse"]}),
    ("minion", "[Cannot be in play with the Baron or the Spy]", {"never": ["baron", "spy"]}),
    ("townsfolk", "[The Baron can't be in play]", {"never": ["baron"]}),
    ("demon", "[Max 1 Minion]", {"count": {"minion": [0, 1]}}),
    ("demon", "[Between 1 and 3 Outsiders]", {"count": {"outsider": [1, 3]}}),
    ("demon", "[1 or 2 Outsiders]", {"count": {"outsider": [1, 2]}}),
    ("demon", "[A Minion is replaced by a Townsfolk]", {"change": {"minion": [-1]}}),
    ("minion", "[Swap 1 Outsider for 1 Townsfolk]", {"change": {"outsider": [-1]}}),
    ("minion", "[1 player is drunk]", {"marker": ["drunk", "any"]}),
    ("minion", "[A Townsfolk is poisoned]", {"marker": ["poisoned", "townsfolk"]}),
    ("townsfolk", "[A good player starts evil]", {"evil": {"good": 1}}),
    ("outsider", "[You start evil]", {"evil": {"self": 1}}),
    ("demon", "[All Outsiders are evil]", {"evil": {"outsider": 20}}),
    ("townsfolk", "[You sit opposite the Demon]", {"seat": ["self", "opposite", "demon"]}),
    ("demon", "[Minions sit next to each other]", {"seat": ["minion", "next to", "minion"]}),
    ("townsfolk", "[Any number of {self}s]", {"copies": [1, 20]}),
    ("minion", "[The Storyteller secretly picks a player]", {"step": "secretly picks"}),
    ("outsider", "[Not in the bag. Add a Townsfolk token instead]", {"unbagged": "townsfolk"}),
    ("demon", "[+1 Minion or +2 Outsiders]", {"either": [{"minion": [1]}, {"outsider": [2]}]}),
    ("demon", "[Even number of Outsiders]", {"among": {"outsider": [0, 2, 4]}}),
    ("minion", "[If the Mayor is in play, +1 Outsider]", {"change": {"outsider": [1]}, "with": "mayor"}),
    ("demon", "[The bag has one more token than players]", {"bag": {"any": 1}}),
    ("townsfolk", "[Your best friend is a Townsfolk you have met]", {"marker": ["best friend", "townsfolk"]}),
    ("minion", "[Everybody swaps tokens with a neighbor]", {"step": "swaps tokens"}),
    ("demon", "[The Poisoner is always here]", {"needs": ["poisoner"]}),
    ("demon", "[Only the Spy may accompany you]", {"never": ["baron", "poisoner", "scarletwoman"]}),
    ("outsider", "[2x]", {"copies": [2, 2]}),
    ("outsider", "[Whoever draws this swaps it for a Townsfolk]", {"unbagged": "townsfolk"}),
    ("minion", "[The number of Outsiders is 3 or none]", {"among": {"outsider": [0, 3]}}),
]

#: What the author of a bracket that no grammar can understand chooses on the character page.
CHOSEN: dict[str, list[dict[str, str]]] = {
    "[2 players know each other]": [{"what": "step", "value": "2 players know each other."}],
    "[Even number of Outsiders]": [{"what": "exactly", "team": "outsider", "value": "0, 2, 4"}],
    "[The bag has one more token than players]": [{"what": "bag"}],
    "[Your best friend is a Townsfolk you have met]": [
        {"what": "marker", "team": "townsfolk", "value": "Best friend"}
    ],
    "[Everybody swaps tokens with a neighbor]": [
        {"what": "step", "value": "Everybody swaps tokens with a neighbor."}
    ],
    "[The Poisoner is always here]": [{"what": "needs", "value": "Poisoner"}],
    "[Only the Spy may accompany you]": [{"what": "never", "value": "Baron, Poisoner, Scarlet Woman"}],
    "[2x]": [{"what": "copies", "value": "2"}],
    "[Whoever draws this swaps it for a Townsfolk]": [{"what": "token", "team": "townsfolk"}],
    "[The number of Outsiders is 3 or none]": [{"what": "exactly", "team": "outsider", "value": "0, 3"}],
}
