"""A few lines for a chat: the characters by team. It reads back as a plain list."""

from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_

NAME = "chat"
TITLE = N_("A few lines for a chat")


def write(script: Script) -> str:
    """Name and author, then a line a team."""
    author = " ".join(script.meta.author.split())
    title = f"{' '.join(script.name.split())}{f' by {author}' if author else ''}"
    lines = [f"# {title}"]
    for team in Team:
        names = [" ".join(character.name.split()) for character in script.team(team)]
        if names:
            lines.append(f"{team.plural}: {', '.join(names)}")
    unknown = [entry.id for entry in script.unknown if entry.id.strip()]
    if unknown:
        lines.append(f"Unknown: {', '.join(unknown)}")
    return "\n".join(lines) + "\n"
