"""Light, sound and the words of fast displays: what the table answers at once."""
