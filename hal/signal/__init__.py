"""Light and sound: what the table answers at once."""
