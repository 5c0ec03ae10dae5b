"""Languages as packs: reading and adding them, what they have, what is wrong with them."""
