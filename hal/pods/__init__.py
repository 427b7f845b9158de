"""Button pods on USB serial: finding them, speaking with them, and what comes of it at the table."""
