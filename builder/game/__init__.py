"""The rules and the values of the game. Standard library only; everything else may import this room."""
