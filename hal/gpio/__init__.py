"""The pins of a Raspberry Pi: what is wired to which, who holds them; keys, light and sound on them."""
