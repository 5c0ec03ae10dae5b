"""A colour for each team, dark enough for text on white (WCAG AA) and distinct in greyscale."""

TEAM_COLOURS = {
    "townsfolk": "#1d4f91",
    "outsider": "#176b78",
    "minion": "#b23a12",
    "demon": "#7f1420",
    "traveller": "#5d3a8e",
    "fabled": "#7a5a06",
    "loric": "#3f6212",
    "unknown": "#4a4a4a",
    "info": "#2b2622",
    # In plain ink, for any team.
    "black": "#000000",
}
INK = "#1f1a17"
