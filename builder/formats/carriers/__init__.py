"""Files that carry a script inside them, and the pictures that a script carries."""
