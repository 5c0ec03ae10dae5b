"""Names are sorted as the language does."""

from pathlib import Path

import language_packs
import pytest

from builder import language
from builder.printables.names import sort_key


@pytest.mark.parametrize(
    ("tag", "names"),
    [
        ("en", ["Acrobat", "The Baron", "Chef"]),
        ("de", ["Adler", "Affe", "Ärztin", "Zauberer"]),
        ("fr", ["Ébéniste", "Éclaireur", "Espion", "L’Ange", "Œuvre", "Œuvrière", "Zélote"]),
        ("es", ["Niño", "Nube", "Ñandú", "Oso"]),
        ("pl", ["Car", "Cudak", "Ćma", "Dama", "Las", "Łowca", "Mag", "Zorro", "Źrebię", "Żak"]),
        ("zh-Hans", ["爱人", "村夫", "恶魔", "镇民"]),
    ],
)
def test_names_are_sorted_as_in_the_language(data_folder: Path, tag: str, names: list[str]) -> None:
    language_packs.put(data_folder / "languages" / tag / "language.json", {"name": tag})
    with language.using(tag):
        names_reversed = names[::-1]
        assert sorted(names_reversed, key=sort_key) == names
